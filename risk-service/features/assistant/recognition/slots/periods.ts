import type { Mention } from '../lexicon/matching.ts'
import type { Token } from '../text/tokens.ts'
import type { CalendarUnit, Period } from './slots.ts'

/** A period with the tokens that name it. */
export interface PeriodPlace {
  period: Period
  start: number
  end: number
}

type Unit = 'hour' | CalendarUnit

/** Concepts by their first token: for each place the concept names that begin there, with their ends. */
export class ConceptsByPlace {
  private readonly places = new Map<number, Map<string, number>>()

  constructor(mentions: readonly Mention[]) {
    for (const { concept, start, end } of mentions) {
      const at = this.places.get(start) ?? new Map<string, number>()
      at.set(concept, Math.max(end, at.get(concept) ?? 0))
      this.places.set(start, at)
    }
  }

  /** The end of a concept that begins at a place, or 0. */
  endOf(at: number, concept: string): number {
    return this.places.get(at)?.get(concept) ?? 0
  }

  /** The rest of the name of a concept that begins with a prefix, at a place. */
  under(at: number, prefix: string): string | undefined {
    for (const concept of this.places.get(at)?.keys() ?? [])
      if (concept.startsWith(prefix)) return concept.slice(prefix.length)
    return undefined
  }
}

const isoDay = (typed: string): string => {
  const [day = '', month = '', year = ''] = typed.split(/[./]/)
  return year === '' ? typed.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Finds the periods of a question, in their order. */
export function periodsIn(tokens: readonly Token[], concepts: ConceptsByPlace): PeriodPlace[] {
  const found: PeriodPlace[] = []
  let at = 0
  while (at < tokens.length) {
    const place = periodAt(tokens, concepts, at)
    if (place === null) at++
    else {
      found.push(place)
      at = Math.max(place.end, at + 1)
    }
  }
  return found
}

function periodAt(tokens: readonly Token[], concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  return (
    datesAt(tokens, concepts, at) ??
    sinceAt(concepts, at) ??
    dayAt(concepts, at) ??
    unitsAt(tokens, concepts, at) ??
    namedAt(tokens, concepts, at)
  )
}

function datesAt(tokens: readonly Token[], concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  if (tokens[at]?.word !== '§date') return null
  const from = isoDay(tokens[at].typed)
  for (let next = at + 1; next <= at + 2; next++)
    if (tokens[next]?.word === '§date') {
      const to = isoDay(tokens[next]!.typed)
      const [first, last] = from <= to ? [from, to] : [to, from]
      return { period: { kind: 'dates', from: first, to: last }, start: at, end: next + 1 }
    }
  const since = at > 0 && concepts.endOf(at - 1, 'p.since') > 0
  return { period: since ? { kind: 'since', from } : { kind: 'dates', from, to: from }, start: at, end: at + 1 }
}

function sinceAt(concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  const end = concepts.endOf(at, 'p.since')
  if (end === 0) return null
  for (let next = end; next <= end + 1; next++) {
    const weekday = concepts.under(next, 'weekday.')
    if (weekday !== undefined) return { period: { kind: 'since', weekday: Number(weekday) }, start: at, end: next + 1 }
    const month = concepts.under(next, 'month.')
    if (month !== undefined) return { period: { kind: 'month', month: Number(month) }, start: at, end: next + 1 }
  }
  return null
}

function dayAt(concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  const days: readonly (readonly [string, number])[] = [
    ['p.dayBefore', -2],
    ['p.yesterday', -1],
    ['p.today', 0],
  ]
  for (const [concept, offset] of days) {
    const end = concepts.endOf(at, concept)
    if (end > 0) return { period: { kind: 'calendar', unit: 'day', offset }, start: at, end }
  }
  return null
}

const countAt = (tokens: readonly Token[], concepts: ConceptsByPlace, at: number): number | undefined => {
  if (tokens[at]?.word === '§num' && /^\d{1,3}$/.test(tokens[at].typed)) return Number(tokens[at].typed)
  const named = concepts.under(at, 'n.')
  return named === undefined ? undefined : Number(named)
}

const unitAt = (concepts: ConceptsByPlace, at: number): Unit | undefined => concepts.under(at, 'u.') as Unit | undefined

/** `last 7 days`, `this week`, and the same with the adjective behind: `semaine dernière`, `7 derniers jours`. */
function unitsAt(tokens: readonly Token[], concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  const last = concepts.endOf(at, 'p.last')
  const count = countAt(tokens, concepts, at)
  if (last > 0) {
    const number = countAt(tokens, concepts, last)
    const unit = unitAt(concepts, number === undefined ? last : last + 1)
    if (unit !== undefined) return period(unit, number, at, number === undefined ? last + 1 : last + 2)
  }
  if (count !== undefined) {
    const afterLast = concepts.endOf(at + 1, 'p.last')
    const unit = unitAt(concepts, afterLast > 0 ? afterLast : at + 1)
    if (unit !== undefined) {
      const end = (afterLast > 0 ? afterLast : at + 1) + 1
      return period(unit, count, at, Math.max(end, concepts.endOf(end, 'p.last')))
    }
  }
  const unit = unitAt(concepts, at)
  if (unit !== undefined) {
    const after = concepts.endOf(at + 1, 'p.last')
    if (after > 0) return period(unit, undefined, at, after)
    const present = concepts.endOf(at + 1, 'p.this')
    if (present > 0 && unit !== 'hour') return current(unit, at, present)
  }
  const present = concepts.endOf(at, 'p.this')
  const presentUnit = present > 0 ? unitAt(concepts, present) : undefined
  if (presentUnit !== undefined && presentUnit !== 'hour') return current(presentUnit, at, present + 1)
  const before = concepts.endOf(at, 'p.before')
  const beforeUnit = before > 0 ? (unitAt(concepts, before) ?? unitAt(concepts, at - 1)) : undefined
  if (beforeUnit !== undefined && beforeUnit !== 'hour')
    return { period: { kind: 'calendar', unit: beforeUnit, offset: -1 }, start: at, end: before + 1 }
  return null
}

const current = (unit: CalendarUnit, start: number, end: number): PeriodPlace => ({
  period: { kind: 'calendar', unit, offset: 0 },
  start,
  end,
})

function period(unit: Unit, count: number | undefined, start: number, end: number): PeriodPlace {
  if (count !== undefined) return { period: { kind: 'last', unit, count: Math.max(1, count) }, start, end }
  if (unit === 'hour') return { period: { kind: 'last', unit, count: 1 }, start, end }
  return { period: { kind: 'calendar', unit, offset: -1 }, start, end }
}

function namedAt(tokens: readonly Token[], concepts: ConceptsByPlace, at: number): PeriodPlace | null {
  const month = concepts.under(at, 'month.')
  const year = (place: number): number | undefined =>
    tokens[place]?.word === '§num' && /^20\d\d$/.test(tokens[place].typed) ? Number(tokens[place].typed) : undefined
  if (month !== undefined) {
    const of = year(at + 1) ?? year(at + 2)
    return {
      period: { kind: 'month', month: Number(month), ...(of === undefined ? {} : { year: of }) },
      start: at,
      end: at + (of === undefined ? 1 : year(at + 1) === undefined ? 3 : 2),
    }
  }
  const weekday = concepts.under(at, 'weekday.')
  if (weekday !== undefined) return { period: { kind: 'weekday', weekday: Number(weekday) }, start: at, end: at + 1 }
  const quarter = /^[qt]([1-4])$/.exec(tokens[at]?.word ?? '')
  if (quarter !== null) {
    const of = year(at + 1)
    return {
      period: { kind: 'quarter', quarter: Number(quarter[1]), ...(of === undefined ? {} : { year: of }) },
      start: at,
      end: at + (of === undefined ? 1 : 2),
    }
  }
  return null
}
