import { describe, expect, it } from 'vitest'
import { assistantLocales } from '../../../../contract/assistant/intents.ts'
import { patternConcepts } from '../intents/scoring.ts'
import { tokensOf } from '../text/tokens.ts'
import { prepareLexicon } from './lexicon.ts'
import { lexiconOf } from './lexicons.ts'
import { mentionsIn } from './matching.ts'

/** Concepts that come from the rest of a question, not from its words. */
const pseudo = /^(?:page\..*|id|email|ipMark|num|scoreNum|bigNum|period|twoPeriods|named|starts|conditions|grain|case)$/

describe.each(assistantLocales)('the lexicon in %s', locale => {
  const lexicon = lexiconOf(locale)
  const concepts = new Set(
    [...lexicon.byWord.values(), ...lexicon.byStem.values()].flat().map(({ concept }) => concept),
  )
  it('has words for each concept of the patterns', () => {
    expect([...patternConcepts].filter(concept => !pseudo.test(concept) && !concepts.has(concept))).toEqual([])
  })
  it('has words for months, weekdays and units', () => {
    const names = [
      ...Array.from({ length: 12 }, (_, at) => `month.${at + 1}`),
      ...Array.from({ length: 7 }, (_, at) => `weekday.${at + 1}`),
      ...['hour', 'day', 'week', 'month', 'quarter', 'year'].map(unit => `u.${unit}`),
    ]
    expect(names.filter(name => !concepts.has(name))).toEqual([])
  })
})

describe('matching', () => {
  const lexicon = prepareLexicon('en-US', {
    rule: ['rule', 'rules'],
    stem: ['overlap*'],
    end: ['*rate'],
    phrase: ['block list'],
    gap: ['turn .. off'],
    long: ['velocity'],
  })
  const conceptsIn = (text: string) => mentionsIn(tokensOf(text, 'en-US'), lexicon).map(({ concept }) => concept)
  it.each([
    ['Rules', ['rule']],
    ['overlapping', ['stem']],
    ['betrugsrate', ['end']],
    ['the block-list', ['phrase']],
    ['turn this rule off', ['gap', 'rule']],
    ['veloctiy', ['long']],
    ['velocit', ['long']],
    ['velo', []],
    ['rulings', []],
  ])('%s', (text, concepts) => {
    expect(conceptsIn(text)).toEqual(concepts)
  })
  it('reads Arabic words with their particles', () => {
    const arabic = prepareLexicon('ar-AE', { rule: ['قاعدة'], list: ['قوائم'] })
    const named = (text: string) => mentionsIn(tokensOf(text, 'ar-AE'), arabic).map(({ concept }) => concept)
    expect([named('القاعدة'), named('بالقوائم'), named('والقَاعِدة')]).toEqual([['rule'], ['list'], ['rule']])
  })
})
