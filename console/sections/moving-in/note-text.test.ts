import { readFileSync } from 'node:fs'
import { fileFaultCodes, fileFaultMessages, type MoveNote, refusalCodes } from '@assay/risk-service/contract'
import { createIntl, type IntlShape } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { noteText, refusalText } from './note-text.tsx'

const languages = ['ar-AE', 'da-DK', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR']
const kinds = 'missing text number boolean list object short long few many small large choice unknown other'.split(' ')

function intlOf(locale: string): IntlShape {
  const messages = JSON.parse(
    readFileSync(new URL(`../../../locales/${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>
  return createIntl({
    locale,
    messages,
    onError: error => {
      throw error
    },
  })
}
const note = (kind: string, more: MoveNote['params'] = {}): MoveNote => ({
  code: 'schema',
  params: { kind, field: 'roles.0', limit: 3, names: 'a, b', line: 4, detail: '4:1 roles.0: Invalid input', ...more },
  diagnostic: null,
})

/** A note on a file fault as the service writes it, with a value for each parameter of its sentence. */
function faultNote(fault: (typeof fileFaultCodes)[number]): MoveNote {
  const message = fileFaultMessages[fault]
  const params = Object.fromEntries(
    [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, values[name] ?? name]),
  )
  return {
    code: 'fault',
    params: {},
    diagnostic: { code: 'CFG001', message, params: { ...params, fault, field: 'roles.0' }, line: 2, column: 3 },
  }
}
const values: Record<string, string | number> = { limit: 32, name: 'Xq1', lists: 'Xq1', types: 'Xq1', about: 'Xq1' }
const refusal = (reason: string): MoveNote => ({
  code: 'refused',
  params: { reason, name: 'Xq1', detail: 'A sentence of the service.' },
  diagnostic: null,
})

it('says what is wrong with a file and with one of its rows', () => {
  const intl = intlOf('en-US')
  expect(noteText(intl, faultNote('twoRules'))).toBe(
    'roles.0: There are two rules named Xq1. Correct the file, then check again.',
  )
  expect(
    noteText(intl, {
      code: 'fault',
      params: {},
      diagnostic: { code: 'LST003', message: '', params: { header: 'SKU' }, line: 1, column: 0 },
    }),
  ).toBe('The header “SKU” appears twice. Correct the file, then check again.')
})

it('says why the service refuses, in its own words where it has some', () => {
  const intl = intlOf('en-US')
  expect(noteText(intl, refusal('environment.noParent'))).toBe(
    'The service refuses it: There is no environment Xq1 below this one. Correct the file, then check again.',
  )
  expect(refusalText(intl, refusal('other'))).toBe('A sentence of the service.')
  expect(refusalText(intl, faultNote('listRepeats'))).toBe('roles.0: Each list can be named once.')
})

it('says what is wrong with a value, where, and what to do', () => {
  const intl = intlOf('en-US')
  expect(noteText(intl, note('long'))).toBe(
    'roles.0: This is too long. Limit in characters: 3. (line 4) Correct the file, then check again.',
  )
  expect(noteText(intl, note('unknown', { field: '_', line: 0 }))).toBe(
    'There is no such member: a, b. Correct the file, then check again.',
  )
})

describe.each(languages)('in %s', language => {
  it('every kind has a text of its own, and nothing of the English sentence', () => {
    const texts = kinds.map(kind => noteText(intlOf(language), note(kind)))
    expect(new Set(texts).size).toBe(kinds.length)
    for (const text of texts) {
      expect(text).not.toMatch(/Invalid|\b(?:This|Correct|line|then)\b/)
      expect(text).toContain('roles.0')
    }
  })

  it('every fault of a file and every refusal has a sentence of its own, which is not the English one', () => {
    const [intl, english] = [intlOf(language), intlOf('en-US')]
    const faults = fileFaultCodes.map(faultNote)
    expect(new Set(faults.map(note => noteText(intl, note))).size).toBe(fileFaultCodes.length)
    for (const note of faults) {
      expect(noteText(intl, note)).not.toContain(refusalText(english, note).replace(/^roles\.0: /, ''))
      const { params, message } = note.diagnostic ?? { params: {}, message: '' }
      for (const [name, value] of Object.entries(params))
        if (message.includes(`{${name}}`)) expect(noteText(intl, note)).toContain(String(value))
    }
    for (const code of refusalCodes) {
      const text = refusalText(intl, refusal(code))
      expect(text).not.toBe('A sentence of the service.')
      expect(text).not.toBe(refusalText(english, refusal(code)))
    }
  })
})
