import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'
import type { SearchOperator } from '../../../../contract/common/search-fields.ts'
import type { Mention } from '../lexicon/matching.ts'
import type { Token } from '../text/tokens.ts'
import { countryAt } from './countries.ts'
import { readNumber } from './numbers.ts'
import type { ConceptsByPlace } from './periods.ts'
import type { Condition } from './slots.ts'

/** What a question says at its places. */
export interface Reading {
  tokens: readonly Token[]
  mentions: readonly Mention[]
  concepts: ConceptsByPlace
  locale: AssistantLocale
  /** Tokens that belong to a period or a name. */
  taken: ReadonlySet<number>
}

/** The word that languages share for the score of an event: its attribute is the risk score. */
const attributeOf = (concept: string): string => (concept === 'f.score' ? 'riskScore' : concept.slice(2))
const numeric = new Set(['amountUsd', 'amount', 'riskScore', 'itemCount'])
const negated = (reading: Reading, at: number): boolean =>
  [1, 2, 3].some(back => at >= back && reading.concepts.endOf(at - back, 'o.neq') > at - back)

/** The field named nearest before a place, up to six tokens away, or right behind it. */
function fieldNear(reading: Reading, from: number, to: number, fits: (field: string) => boolean): string | undefined {
  const fields = reading.mentions
    .filter(({ concept, start }) => concept.startsWith('f.') && !reading.taken.has(start) && fits(attributeOf(concept)))
    .filter(({ start, end }) => (end <= from && from - end < 6) || (start >= to && start - to < 2))
  const before = fields.filter(({ end }) => end <= from).toSorted((a, b) => b.end - a.end || a.start - b.start)
  const nearest = before[0] ?? fields[0]
  return nearest && attributeOf(nearest.concept)
}

function currencyNear({ tokens, concepts }: Reading, at: number): string | undefined {
  const sign = /^[$€£]/.exec(tokens[at]?.typed ?? '')?.[0]
  if (sign !== undefined) return { $: 'USD', '€': 'EUR', '£': 'GBP' }[sign]
  return concepts.under(at + 1, 'cur.') ?? concepts.under(at - 1, 'cur.')
}

function operatorBefore({ concepts }: Reading, at: number): SearchOperator | undefined {
  for (let start = at - 1; start >= Math.max(0, at - 5); start--)
    for (const operator of ['gte', 'lte', 'gt', 'lt'] as const) {
      const end = concepts.endOf(start, `o.${operator}`)
      if (end > 0 && end <= at && at - end < 2) return operator
    }
  return undefined
}

/** `600 or more`: the comparison behind its number. */
function operatorAfter({ concepts }: Reading, at: number): SearchOperator | undefined {
  for (const next of [at + 1, at + 2])
    for (const operator of ['gte', 'lte'] as const)
      if (concepts.endOf(next, `o.${operator}`) > next + 1) return operator
  return undefined
}

function numberCondition(reading: Reading, at: number): { condition: Condition; end: number } | null {
  const value = readNumber(reading.tokens[at]!.typed, reading.locale)
  if (value === null) return null
  const currency = currencyNear(reading, at)
  const named = fieldNear(reading, at, at + 1, field => numeric.has(field))
  const field = currency === undefined ? named : 'amountUsd'
  for (const next of [at + 2, at + 3]) {
    const joined = [at + 1, at + 2].some(place => reading.concepts.endOf(place, 'p.to') > 0)
    const high = reading.tokens[next]?.word === '§num' ? readNumber(reading.tokens[next]!.typed, reading.locale) : null
    if (joined && high !== null && field !== undefined && high > value)
      return { condition: { field, op: 'between', value: [value, high] }, end: next + 1 }
  }
  const op = operatorBefore(reading, at) ?? operatorAfter(reading, at)
  if (op === undefined && (field === undefined || named === undefined)) return null
  return {
    condition: {
      field: field ?? 'amountUsd',
      op: op ?? 'eq',
      value,
      ...(currency === undefined ? {} : { currency }),
    },
    end: at + 1,
  }
}

/** Text behind a comparison: `email contains mailinator`. */
function textCondition(reading: Reading, at: number): { condition: Condition; end: number } | null {
  const operators: readonly (readonly [string, SearchOperator])[] = [
    ['o.starts', 'startsWith'],
    ['o.ends', 'endsWith'],
    ['o.contains', 'contains'],
  ]
  for (const [concept, op] of operators) {
    const end = reading.concepts.endOf(at, concept)
    const value = reading.tokens[end]
    if (end === 0 || value === undefined || (value.word.startsWith('§') && value.word !== '§name')) continue
    const field = fieldNear(reading, at, end, name => !numeric.has(name))
    const isField = reading.concepts.under(end, 'f.') !== undefined
    if (field !== undefined && !isField)
      return {
        condition: { field, op: op === 'contains' && negated(reading, at) ? 'notContains' : op, value: value.typed },
        end: end + 1,
      }
  }
  return null
}

const markedFields: Readonly<Record<string, string>> = { '§email': 'email', '§ip': 'ip' }

function markCondition(reading: Reading, at: number): { condition: Condition; end: number } | null {
  const token = reading.tokens[at]!
  const op = negated(reading, at) ? 'neq' : 'eq'
  const field = markedFields[token.word]
  if (field !== undefined)
    return { condition: { field, op: token.typed.includes('/') ? 'inNetwork' : op, value: token.typed }, end: at + 1 }
  if (token.word !== '§id') return null
  const named = fieldNear(reading, at, at + 1, name => name === 'deviceId' || name === 'userId')
  if (named === undefined) return null
  return { condition: { field: named, op, value: token.typed }, end: at + 1 }
}

function countryCondition(reading: Reading, at: number): { condition: Condition; end: number } | null {
  const country = countryAt(reading.tokens, at, reading.locale)
  if (country === null) return null
  const field = fieldNear(reading, at, country.end, name => /Country$/.test(name)) ?? 'ipCountry'
  return { condition: { field, op: negated(reading, at) ? 'neq' : 'eq', value: country.code }, end: country.end }
}

/** The conditions of a question, at most five, which a group of the search takes. */
export function conditionsIn(reading: Reading): Condition[] {
  const conditions: Condition[] = []
  let at = 0
  while (at < reading.tokens.length && conditions.length < 5) {
    const found = reading.taken.has(at)
      ? null
      : reading.tokens[at]!.word === '§num'
        ? numberCondition(reading, at)
        : (markCondition(reading, at) ?? textCondition(reading, at) ?? countryCondition(reading, at))
    if (found !== null) conditions.push(found.condition)
    at = found?.end ?? at + 1
  }
  return conditions
}
