import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createFormat } from '@assay/design-system'
import {
  type AnswerSentence,
  type AnswerValue,
  helpTopics,
  sentences,
  suggestions,
  type termLists,
} from '@assay/risk-service/contract'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { answerParagraphs } from './answer-sentences.ts'
import { valueText } from './answer-values.ts'
import { termName } from './term-names.ts'

const locales = path.resolve(import.meta.dirname, '../../../../locales')
const languages = readdirSync(locales).flatMap(file => /^([a-z]{2}-[A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
const messagesOf = (locale: string) =>
  JSON.parse(readFileSync(path.join(locales, `${locale}.json`), 'utf8')) as Record<string, string>
const languageOf = (locale: string) => {
  const fail = (error: unknown) => {
    throw error
  }
  return {
    intl: createIntl({ locale, messages: messagesOf(locale), onError: fail }),
    format: createFormat(locale, 'UTC'),
    signalName: (id: string) => `signal ${id}`,
  }
}
const english = languageOf('en-US')
const textOf = (sentence: AnswerSentence, phrasing?: string[], language = english) =>
  answerParagraphs([sentence], phrasing, language)[0]
    ?.runs.map(run => (run.kind === 'citation' ? `[${run.number}]` : run.text))
    .join('')

/** A value of a kind that a sentence may have. */
function sampleOf(kind: string): AnswerValue {
  if (kind.startsWith('term:')) return { kind: 'term', list: kind.slice(5) as (typeof termLists)[number], value: 'x' }
  switch (kind) {
    case 'figure':
      return { kind: 'percentage', value: 0.25 }
    case 'money':
      return { kind: 'money', value: 12.5, currency: 'EUR' }
    case 'date':
      return { kind: 'date', value: '2026-11-14' }
    case 'time':
      return { kind: 'time', value: '2026-11-14T10:00:00Z' }
    case 'period':
      return { kind: 'period', from: '2026-11-14', to: '2026-11-20' }
    case 'text':
    case 'code':
      return { kind, value: 'x' }
    default:
      return { kind: kind as 'count', value: 1234 }
  }
}

describe('a sentence', () => {
  it('is written in the language of the reader, with its sources', () => {
    const sentence: AnswerSentence = {
      message: 'Assistant.Sentence.Figure',
      values: {
        metric: { kind: 'term', list: 'metric', value: 'fraudRate' },
        period: { kind: 'period', from: '2026-11-14', to: '2026-11-20' },
        value: { kind: 'percentage', value: 0.0123 },
      },
      sources: [1],
    }
    expect(answerParagraphs([sentence], undefined, english)).toEqual([
      {
        runs: [
          { kind: 'text', text: expect.stringMatching(/^Fraud rate, Nov 14\s–\s20, 2026: $/) as string },
          { kind: 'strong', text: '1.23%' },
          { kind: 'text', text: '.' },
          { kind: 'text', text: ' ' },
          { kind: 'citation', number: 1 },
        ],
        muted: false,
      },
    ])
    expect(textOf(sentence, undefined, languageOf('de-DE'))).toMatch(/14\.–20\. Nov\. 2026: 1,23\s%\. \[1\]$/)
  })
  it('without a source is muted', () => {
    const [paragraph] = answerParagraphs(
      [{ message: 'Assistant.Sentence.NotFound', values: {}, sources: [] }],
      undefined,
      english,
    )
    expect(paragraph).toEqual({ runs: [{ kind: 'text', text: 'I couldn’t find this in your data.' }], muted: true })
  })
  it('shows data as it is: what somebody wrote is no citation, no emphasis and no placeholder', () => {
    const values = {
      rule: { kind: 'text', value: '**New** [2] {clause}' },
      clause: { kind: 'text', value: '`x`' },
    } as const
    const sentence = { message: 'Assistant.Sentence.EventClause', values, sources: [] }
    expect(textOf(sentence)).toBe('Clause `x` of rule **New** [2] {clause} decided.')
    expect(textOf(sentence, ['{rule} decided by {clause}, {other}.'])).toBe(
      '**New** [2] {clause} decided by `x`, {other}.',
    )
    expect(answerParagraphs([sentence], undefined, english)[0]?.runs.map(({ kind }) => kind)).not.toContain('citation')
  })
  it('names the assessments of the product in the language of the reader', () => {
    const values = (value: string) => ({ assessment: { kind: 'text', value } as const })
    const of = (value: string) =>
      textOf(
        { message: 'Assistant.Sentence.NoReportData', values: values(value), sources: [] },
        undefined,
        languageOf('de-DE'),
      )
    expect(of('Purchase')).toBe('Die Berichte haben noch keine Transaktionen von Kauf.')
    expect(of('Loans')).toBe('Die Berichte haben noch keine Transaktionen von Loans.')
  })
  it('has counts in the form of the language', () => {
    const of = (value: number) =>
      textOf({
        message: 'Assistant.Sentence.DraftCount',
        values: { count: { kind: 'count', value }, period: { kind: 'period', from: '2026-11-14', to: '2026-11-14' } },
        sources: [],
      })
    expect(of(1)).toBe('The filter finds 1 event from Nov 14, 2026.')
    expect(of(1234)).toBe('The filter finds 1,234 events from Nov 14, 2026.')
  })
})

describe.each(languages)('in %s', locale => {
  const language = languageOf(locale)
  it('every sentence of an answer is written with all of its values', () => {
    for (const [message, { values }] of Object.entries(sentences)) {
      const sampled = Object.fromEntries(Object.entries(values).map(([name, kind]) => [name, sampleOf(kind)]))
      const text = textOf({ message, values: sampled, sources: [] }, undefined, language)
      expect(text, message).not.toMatch(/[{}\uE000-\uE003]|NaN|undefined/)
      for (const [name, value] of Object.entries(sampled))
        if (value.kind !== 'count') expect(text, `${message} ${name}`).toContain(valueText(value, language))
    }
  })
  it('every text of the help and every suggested question has a message', () => {
    for (const id of [...Object.values(helpTopics).map(({ message }) => message), ...Object.keys(suggestions)])
      expect(language.intl.formatMessage({ id }).length, id).toBeGreaterThan(5)
  })
})

it('words of the product have names; a word that this console does not know is shown as it is', () => {
  for (const topic of Object.keys(helpTopics)) expect(termName(english.intl, 'helpTopic', topic)).not.toBe(topic)
  for (const { page } of Object.values(helpTopics)) expect(termName(english.intl, 'page', page)).not.toBe(page)
  expect(termName(english.intl, 'decision', 'Reject')).toBe('Reject')
  expect(termName(english.intl, 'resource', 'DecisionRule')).toBe('Decision rule')
  expect(termName(english.intl, 'entity', 'device')).toBe('Device')
  expect(termName(english.intl, 'signal', 'amount')).toBe('Amount (USD)')
  expect(termName(english.intl, 'page', '/data/lists/custom')).toBe('Lists')
  expect(termName(english.intl, 'metric', 'later')).toBe('later')
})
