import { describe, expect, it } from 'vitest'
import { createFormat } from '../../lib/format/create-format.ts'
import { storyIntl } from '../../testing/catalogues.ts'
import { chartSentence, type SentenceInput, stepSentence } from './step-sentence.ts'

const languages = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pt-BR', 'da-DK', 'ar-AE']

function sentence(values: (number | null)[], input: Partial<SentenceInput> = {}, locale = 'en-US', unit = 'count') {
  const { intl } = storyIntl(locale)
  const format = createFormat(locale, 'UTC')
  const parts = stepSentence(intl, format, {
    series: [
      {
        label: 'Reviews',
        values,
        text: value => (unit === 'share' ? format.percent(value) : format.number(value)),
        counts: unit === 'count',
        isShare: unit === 'share',
      },
    ],
    nameAt: index => `${11 + index}:00`,
    ...input,
  })
  return chartSentence(intl, 'Queue', parts)
}

describe('worked examples', () => {
  it.each([
    [
      [41, 44, 38, 40, 82, 90, 85, 88],
      'Queue: Reviews doubled between 14:00 and 15:00, from 40 to 82; Reviews from 38 (13:00) to 90 (16:00), rising overall.',
    ],
    [
      [300, 301, 299, 100, 98],
      'Queue: Reviews fell by 67% between 13:00 and 14:00, from 299 to 100; Reviews from 98 (15:00) to 301 (12:00), falling overall.',
    ],
    [
      [200, 204, 100, 98],
      'Queue: Reviews halved between 12:00 and 13:00, from 204 to 100; Reviews from 98 (14:00) to 204 (12:00), falling overall.',
    ],
    [
      [100, 98, 300, 310],
      'Queue: Reviews tripled between 12:00 and 13:00, from 98 to 300; Reviews from 98 (12:00) to 310 (14:00), rising overall.',
    ],
    [[100, 100, 140, 142], 'Queue: Reviews stayed between 100 and 142.'],
    [
      [1000, 1000, 1500, 1520],
      'Queue: Reviews rose by 50% between 12:00 and 13:00, from 1,000 to 1,500; Reviews from 1,000 (11:00) to 1,520 (14:00), rising overall.',
    ],
    [
      [28, 30, 560, 540],
      'Queue: Reviews rose to 19 times as much between 12:00 and 13:00, from 30 to 560; Reviews from 28 (11:00) to 560 (13:00), rising overall.',
    ],
    [
      [0, 0, 40, 44],
      'Queue: Reviews started between 12:00 and 13:00, from 0 to 40; Reviews from 0 (11:00) to 44 (14:00), rising overall.',
    ],
    [
      [40, 44, 0, 0],
      'Queue: Reviews stopped between 12:00 and 13:00, from 44 to 0; Reviews from 0 (13:00) to 44 (12:00), falling overall.',
    ],
    [[40, 47, 44, 52, 43, 49], 'Queue: Reviews stayed between 40 and 52.'],
    [[7, 7, 7], 'Queue: Reviews stayed at 7.'],
    [[null, null], 'Queue: no values.'],
  ])('%j', (values, expected) => {
    expect(sentence(values)).toBe(expected)
  })

  it('a share rises without a percentage of it', () => {
    expect(sentence([0.02, 0.021, 0.02, 0.031, 0.03], {}, 'en-US', 'share')).toBe(
      'Queue: Reviews rose between 13:00 and 14:00, from 2.00% to 3.10%; Reviews from 2.00% (11:00) to 3.10% (14:00), rising overall.',
    )
  })

  it('leaves out the last step, which is not over', () => {
    expect(sentence([100, 104, 98, 101, 12], { end: 4 })).toBe('Queue: Reviews stayed between 98 and 104.')
  })

  it('a distribution has a half and no trend', () => {
    expect(sentence([400, 390, 60, 20], { isDistribution: true, nameAt: index => `${index}00–${index}99` })).toBe(
      'Queue: Reviews fell by 85% between 100–199 and 200–299, from 390 to 60; Reviews from 20 (300–399) to 400 (000–099); half of Reviews at 100–199 or below.',
    )
  })

  it('of a whole the clearest change of a part comes first', () => {
    const text = (value: number) => String(value)
    const entry = (label: string, values: number[]) => ({ label, values, text, counts: true })
    const parts = [entry('Approved', [900, 905, 910, 900]), entry('Rejected', [40, 42, 160, 150])]
    expect(sentence([], { series: [entry('Total', [940, 947, 1070, 1050])], parts })).toBe(
      'Queue: Rejected rose to 3.8 times as much between 12:00 and 13:00, from 42 to 160; Total stayed between 940 and 1070.',
    )
  })
})

it.each(languages)('is a sentence in %s with all of its figures', locale => {
  const text = sentence([41, 44, 38, 40, 82, 90, 85, 88], {}, locale)
  for (const part of ['14:00', '15:00', '40', '82', '38', '13:00', '90', '16:00']) expect(text).toContain(part)
  expect(text).not.toMatch(/[{}]|undefined|NaN/)
})
