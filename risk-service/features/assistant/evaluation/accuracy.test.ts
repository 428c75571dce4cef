import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { assistantLocales, intents } from '../../../contract/assistant/intents.ts'
import { type JudgedQuestion, judgeQuestions, knownQuestionSchema } from './judge-questions.ts'

const folder = path.join(import.meta.dirname, '../cases')
const readSet = (set: string, locale: string): JudgedQuestion[] =>
  knownQuestionSchema.array().parse(JSON.parse(readFileSync(path.join(folder, set, `${locale}.json`), 'utf8')))

/** Shares of right intents; printed for whoever changes a word. */
const table: string[] = []

describe.each([
  ['the published set', '.', { english: 300, other: 60 }],
  ['the second set', 'second', { english: 100, other: 20 }],
  ['the hold-out', 'hold-out', { english: 100, other: 20 }],
] as const)('%s', (name, set, sizes) => {
  it.each(assistantLocales)('is recognised in %s in nine of ten questions', locale => {
    const rows = readSet(set, locale)
    expect(rows.length).toBeGreaterThanOrEqual(locale === 'en-US' ? sizes.english : sizes.other)
    expect(new Set(rows.map(row => row.locale))).toEqual(new Set([locale]))
    const verdicts = judgeQuestions(rows)
    const share = verdicts.filter(({ kind }) => kind === 'passed').length / rows.length
    table.push(`${name} ${locale} ${(share * 100).toFixed(1)} % of ${rows.length}`)
    if (locale === 'pt-BR') console.info(table.splice(0).join('\n'))
    expect(share).toBeGreaterThanOrEqual(0.9)
  })
})

it('has questions of every intent', () => {
  for (const locale of assistantLocales) {
    const asked = new Set(readSet('.', locale).map(({ intent }) => intent))
    expect(intents.filter(intent => !asked.has(intent))).toEqual([])
  }
})

it('says no question in two sets', () => {
  for (const locale of assistantLocales) {
    const texts = ['.', 'second', 'hold-out'].flatMap(set =>
      readSet(set, locale).map(({ question, page }) => `${page} ${question.toLowerCase()}`),
    )
    expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(2)
  }
})
