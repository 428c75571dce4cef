import type { Lexicon } from '../lexicon/lexicon.ts'
import { type Mention, mentionsIn } from '../lexicon/matching.ts'
import { conditionsIn, type Reading } from '../slots/conditions.ts'
import { readNumber } from '../slots/numbers.ts'
import { ConceptsByPlace, type PeriodPlace, periodsIn } from '../slots/periods.ts'
import { tokensOf } from '../text/tokens.ts'
import { type NamePlace, nameIn } from './names.ts'
import { pageConcepts } from './pages.ts'

/** What a question consists of, before it is judged. */
export interface Features {
  /** Concepts and pseudo concepts. */
  names: ReadonlySet<string>
  reading: Reading
  periods: readonly PeriodPlace[]
  name: NamePlace | null
  /** Id of an event or a case, as typed. */
  id: string | undefined
}

const openers = new Set(['polite', 'stop', 'this', 'all'])
const objects = [
  'rule',
  'clause',
  'velocity',
  'queue',
  'environment',
  'transaction',
  'customer',
  'case',
  'function',
  'note',
]

/** An id, or a number behind the noun of what it identifies, or a long number. */
function idIn({ tokens, mentions, taken }: Reading): string | undefined {
  const marked = tokens.find(({ word, typed }) => word === '§id' && !/^dv_/i.test(typed))
  if (marked !== undefined) return marked.typed
  const nouns = mentions.filter(({ concept }) => ['transaction', 'case', 'customer'].includes(concept))
  const number = tokens.find(
    ({ word, typed }, at) =>
      word === '§num' &&
      !taken.has(at) &&
      /^\d+$/.test(typed) &&
      (typed.length >= 6 || nouns.some(({ end }) => at >= end && at - end < (typed.length >= 3 ? 2 : 1))),
  )
  return number?.typed
}

/** Whether the first word that says something is a change, as in an instruction. */
function startsWithChange({ tokens, mentions }: Reading): boolean {
  for (let at = 0; at < Math.min(tokens.length, 8); at++) {
    const here = mentions.filter(({ start, end }) => start <= at && at < end)
    const change = here.find(({ concept, start }) => concept === 'change' && start === at)
    if (change !== undefined)
      return !here.some(
        ({ concept, start, end }) =>
          concept !== 'change' &&
          concept !== 'changed' &&
          end - start > change.end - change.start &&
          !openers.has(concept) &&
          !concept.startsWith('o.'),
      )
    if (here.some(({ concept }) => !openers.has(concept) && !/^(?:[fonpu]|month|weekday|cur)\./.test(concept)))
      return false
  }
  return false
}

function marksOf(reading: Reading, periods: readonly PeriodPlace[], id: string | undefined): string[] {
  const { tokens, taken } = reading
  const marks: string[] = []
  if (tokens.some(({ word }) => word === '§email')) marks.push('email')
  if (tokens.some(({ word }) => word === '§ip')) marks.push('ipMark')
  const numbers = tokens.flatMap(({ word, typed }, at) =>
    word === '§num' && !taken.has(at) ? [readNumber(typed, reading.locale) ?? 0] : [],
  )
  if (numbers.length > 0) marks.push('num')
  if (numbers.some(value => Number.isInteger(value) && value >= 100 && value <= 999)) marks.push('scoreNum')
  if (numbers.some(value => Number.isInteger(value) && value > 50) && id === undefined) marks.push('bigNum')
  if (periods.length > 0) marks.push('period')
  if (periods.length > 1) marks.push('twoPeriods')
  if (reading.mentions.some(({ concept }) => concept.startsWith('cur.'))) marks.push('money')
  return marks
}

/** `list all rules` and `a list of rules` show rules: neither names a list. */
function withoutListing(mentions: readonly Mention[]): Mention[] {
  const isObject = ({ concept }: Mention): boolean => objects.includes(concept)
  const list = mentions.find(({ concept, start, end }) => concept === 'list' && end - start === 1)
  if (list === undefined) return [...mentions]
  const isFirst = list.start < 3 && mentions.every(({ start, concept }) => start >= list.start || openers.has(concept))
  const listed = mentions.some(
    mention => isObject(mention) && mention.start >= list.end && (isFirst || mention.start - list.end < 3),
  )
  if (!listed || mentions.some(({ concept, end, start }) => concept === 'list' && end - start > 1)) return [...mentions]
  return [...mentions.filter(mention => mention !== list), { ...list, concept: 'overview' }]
}

/** `give me` asks for a look, and is no change. */
const withoutGiving = (mentions: readonly Mention[]): Mention[] =>
  mentions.filter(
    ({ concept, start, end }) =>
      concept !== 'change' ||
      !mentions.some(other => other.concept === 'show' && other.start === start && other.end > end),
  )

/** Reads a question by a lexicon. */
export function featuresOf(question: string, page: string, lexicon: Lexicon): Features {
  const tokens = tokensOf(question, lexicon.locale)
  const all = mentionsIn(tokens, lexicon)
  const name = nameIn(question, tokens, all)
  const named = (at: number): boolean => name !== null && name.start <= at && at < name.end
  const mentions = withoutListing(withoutGiving(all).filter(({ start, end }) => !named(start) && !named(end - 1)))
  const concepts = new ConceptsByPlace(mentions)
  const periods = periodsIn(tokens, concepts)
  const taken = new Set(
    [...tokens.keys()].filter(at => named(at) || periods.some(({ start, end }) => start <= at && at < end)),
  )
  const reading: Reading = { tokens, mentions, concepts, locale: lexicon.locale, taken }
  const id = idIn(reading)
  const names = new Set([
    ...mentions.map(({ concept }) => concept),
    ...marksOf(reading, periods, id),
    ...pageConcepts(page),
  ])
  if (id !== undefined) names.add('id')
  if (name !== null) names.add('named')
  if (names.has('grainDay') || names.has('grainWeek') || names.has('grainMonth')) names.add('grain')
  if (startsWithChange(reading)) names.add('starts')
  if (conditionsIn(reading).length > 0) names.add('conditions')
  return { names, reading, periods, name, id }
}
