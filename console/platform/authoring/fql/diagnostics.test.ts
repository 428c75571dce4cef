import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { type AttributeInfo, check, diagnosticTemplates, runtimeTemplates } from '@assay/risk-service/fql'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import {
  countErrors,
  diagnosticText,
  editorDiagnostics,
  nextDiagnosticOutside,
  sortDiagnostics,
} from './diagnostics.ts'

const locales = path.resolve(import.meta.dirname, '../../../../locales')
const languages = readdirSync(locales)
  .filter(name => /^[a-z]{2}-[A-Z]{2}\.json$/.test(name))
  .map(name => name.slice(0, 5))
const catalogues = new Map(
  languages.map(language => [
    language,
    JSON.parse(readFileSync(path.join(locales, `${language}.json`), 'utf8')) as Record<string, string>,
  ]),
)
const catalogue = (language: string) => catalogues.get(language) ?? {}
/** One for each language: it keeps the messages that it has parsed. */
const intls = new Map(
  languages.map(language => [
    language,
    createIntl({
      locale: language,
      messages: catalogue(language),
      onError: error => {
        throw error
      },
    }),
  ]),
)
const intlOf = (language: string) => {
  const intl = intls.get(language)
  if (intl === undefined) throw new Error(`There is no language ${language}.`)
  return intl
}
const attributes = new Map<string, AttributeInfo>([['a', { path: 'a', type: 'number' }]])
const problem = (change: Partial<RuleDiagnostic>): RuleDiagnostic => ({
  part: 0,
  clause: 'clause1',
  code: 'FQL2005',
  severity: 'error',
  message: 'Variable $x is not defined.',
  params: { n: 'x' },
  from: 4,
  to: 6,
  line: 1,
  column: 5,
  ...change,
})

describe('the text of a problem', () => {
  it('the text of a problem is made in the language of the user from the parameters', () => {
    expect(diagnosticText(intlOf('en-US'), problem({}))).toBe('Variable $x is not defined.')
    expect(diagnosticText(intlOf('de-DE'), problem({}))).toBe('Die Variable $x ist nicht definiert.')
    expect(diagnosticText(intlOf('de-DE'), problem({ code: 'FQL2007', params: { kind: 'List', n: 'List' } }))).toBe(
      'Liste „List“ gibt es in dieser Umgebung nicht.',
    )
    expect(
      diagnosticText(intlOf('de-DE'), problem({ code: 'FQL2009', params: { range: 'at most 100000 characters' } })),
    ).toContain('höchstens 100.000 Zeichen')
  })
  it.each([
    ['functions', 'At most 16 functions can be used here.', 'Hier können höchstens 16 Funktionen verwendet werden.'],
    ['velocities', 'At most 16 velocities can be used here.', 'Hier können höchstens 16 Velocitys verwendet werden.'],
    ['resources', 'At most 16 resources can be used here.', 'Hier können höchstens 16 Ressourcen verwendet werden.'],
  ])('a limit of references names %s in the language of the user', (kind, english, german) => {
    const found = problem({ code: 'FQL2013', params: { n: 16, kind } })
    expect(diagnosticText(intlOf('en-US'), found)).toBe(english)
    expect(diagnosticText(intlOf('de-DE'), found)).toBe(german)
  })
  it('a column that a list does not have is named with its list', () => {
    const found = problem({ code: 'FQL2007', params: { kind: 'Column', n: 'Mail', list: 'Known bad emails' } })
    expect(diagnosticText(intlOf('en-US'), found)).toBe('List “Known bad emails” has no column “Mail”.')
    expect(diagnosticText(intlOf('de-DE'), found)).toBe('Die Liste „Known bad emails“ hat keine Spalte „Mail“.')
  })
  it('every code of the checker and of an evaluation has a text in every language', () => {
    const codes = [...Object.keys(diagnosticTemplates), ...Object.keys(runtimeTemplates)]
    for (const language of languages)
      expect(codes.filter(code => catalogue(language)[`Fql.${code}`] === undefined)).toEqual([])
  })
  it('the text of a problem falls back to the checker’s own for codes that are not known', () => {
    expect(diagnosticText(intlOf('de-DE'), problem({ code: 'FQL9999', message: 'Something new.' }))).toBe(
      'Something new.',
    )
  })
  it('the text of a problem says in English what the checker says, for texts of many kinds, and can be made in every language', () => {
    const texts = [
      'RETURN Reject(',
      'RETURN',
      'LET $a = ',
      'RETURN Reject() WHEN $x > 1',
      '#',
      '"',
      '/* x',
      'WHEN 1z',
      'RETURN Nothing()',
      'LET $a = 1\nLET $a = 2\nRETURN Reject()',
      'RETURN Reject()\nRETURN Reject()',
      '',
      'RETURN Reject() WHEN Nope()',
      'RETURN Reject() WHEN IsBlock("L", @a)',
      'RETURN Reject() WHEN @b > 1',
      'ROUTETO Queue("x")',
      'RETURN Reject() WHEN @a.Nope()',
    ]
    const plain = (text: string) => text.replace(/[“”'‘’"]/g, '')
    let compared = 0
    for (const text of texts) {
      for (const found of check(text, 'clause', { attributes, kind: 'decision' })) {
        expect(plain(diagnosticText(intlOf('en-US'), found))).toBe(plain(found.message))
        for (const language of ['de-DE', 'ar-AE'])
          expect(diagnosticText(intlOf(language), found)).not.toBe(found.message)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(12)
  })
})

it('the list of diagnostics marks only the open part, with a range that can be seen', () => {
  const marks = editorDiagnostics(
    intlOf('en-US'),
    [problem({}), problem({ part: 'condition' }), problem({ from: 7, to: 7, severity: 'warning' })],
    0,
  )
  expect(marks).toMatchObject([
    { from: 4, to: 6, severity: 'error', code: 'FQL2005' },
    { from: 6, to: 7, severity: 'warning' },
  ])
})

it('the list of diagnostics lists errors before warnings, the condition before clauses', () => {
  const list = [
    problem({ severity: 'warning', part: 'condition' }),
    problem({ part: 1 }),
    problem({ part: 'condition' }),
    problem({ part: 1, from: 1 }),
  ]
  expect(sortDiagnostics(list).map(each => [each.severity, each.part, each.from])).toEqual([
    ['error', 'condition', 4],
    ['error', 1, 1],
    ['error', 1, 4],
    ['warning', 'condition', 4],
  ])
  expect([countErrors(list), countErrors(list, 1)]).toEqual([3, 2])
})

describe('the next problem', () => {
  const all = [
    problem({ part: 2, from: 1 }),
    problem({ part: 'condition', from: 0 }),
    problem({ part: 0, from: 9 }),
    problem({ part: 0, from: 4 }),
  ]
  const place = (found: RuleDiagnostic | undefined) => found && [found.part, found.from]
  it('the next problem is the first of a later part, and after the last part the first of the rule', () => {
    expect(place(nextDiagnosticOutside(all, 0, 'next'))).toEqual([2, 1])
    expect(place(nextDiagnosticOutside(all, 2, 'next'))).toEqual(['condition', 0])
    expect(place(nextDiagnosticOutside(all, 'condition', 'next'))).toEqual([0, 4])
  })
  it('the next problem goes back the same way', () => {
    expect(place(nextDiagnosticOutside(all, 2, 'previous'))).toEqual([0, 9])
    expect(place(nextDiagnosticOutside(all, 'condition', 'previous'))).toEqual([2, 1])
  })
  it('the next problem is not there when all are in this part', () => {
    expect(nextDiagnosticOutside([problem({})], 0, 'next')).toBeUndefined()
  })
})
