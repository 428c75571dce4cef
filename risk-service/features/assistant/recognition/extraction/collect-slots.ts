import type { Features } from '../question/features.ts'
import { idOfPage } from '../question/pages.ts'
import { conditionsIn } from '../slots/conditions.ts'
import { readNumber } from '../slots/numbers.ts'
import type { Slots } from '../slots/slots.ts'
import { homeOf } from './homes.ts'
import { metricOf } from './metrics.ts'

const assessments: readonly (readonly [string, RegExp])[] = [
  ['accountlogin', /accountlogin/],
  ['accountcreation', /accountcreation/],
  ['purchase', /purchase/],
]
const decisions = [
  ['reject', 'Reject'],
  ['review', 'Review'],
  ['challenge', 'Challenge'],
  ['approve', 'Approve'],
] as const

function decisionOf({ names }: Features): Slots['decision'] {
  return decisions.find(([concept]) => names.has(concept))?.[1]
}

/** The window of a velocity: the last period that is a number of minutes, hours or days. */
function windowOf({ periods }: Features): Slots['window'] {
  const found = periods.map(({ period }) => period).find(({ kind }) => kind === 'last')
  if (found?.kind !== 'last') return undefined
  const hours = { hour: 1, day: 24, week: 168, month: 720, quarter: 2160, year: 8760 }[found.unit] * found.count
  return hours % 24 === 0 ? { count: hours / 24, unit: 'day' } : { count: hours, unit: 'hour' }
}

/** Field that a velocity is grouped by: the first one behind `per`; and the one whose values it counts. */
function velocityFields({ reading }: Features): Pick<Slots, 'groupedBy' | 'aggregated'> {
  const fields = reading.mentions.filter(({ concept }) => concept.startsWith('f.') && !/decision/.test(concept))
  const per = reading.mentions.filter(({ concept }) => concept === 'per').map(({ end }) => end)
  const grouped = fields.find(({ start }) => per.some(end => start >= end && start - end < 3))
  const other = fields.find(({ start }) => start !== grouped?.start)
  return {
    ...(grouped === undefined ? {} : { groupedBy: grouped.concept.slice(2) }),
    ...(other === undefined ? {} : { aggregated: other.concept.slice(2) }),
  }
}

function cutoffOf({ reading }: Features): number | undefined {
  for (const { word, typed } of reading.tokens) {
    const value = word === '§num' ? readNumber(typed, reading.locale) : null
    if (value !== null && Number.isInteger(value) && value >= 0 && value <= 999 && /^\d{2,3}$/.test(typed)) return value
  }
  return undefined
}

const defined = <T extends object>(slots: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined)) as T

/** Everything that a question names, whatever it wants. */
export function collectSlots(features: Features, page: string): Slots {
  const { names, periods, name, id } = features
  const conditions = conditionsIn(features.reading)
  const [first, second] = periods.map(({ period }) => period)
  return defined<Slots>({
    assessment:
      (names.has('login') ? 'accountlogin' : names.has('signup') ? 'accountcreation' : undefined) ??
      assessments.find(([, pattern]) => pattern.test(page))?.[0],
    period: first,
    comparedWith: second,
    eventId: id ?? (names.has('named') ? undefined : idOfPage(page)),
    name: name?.name,
    metric: metricOf(names),
    view: names.has('money') ? 'amount' : undefined,
    grain: names.has('grainDay')
      ? 'day'
      : names.has('grainWeek')
        ? 'week'
        : names.has('grainMonth')
          ? 'month'
          : undefined,
    cutoff: cutoffOf(features),
    conditions: conditions.length === 0 ? undefined : conditions,
    decision: decisionOf(features),
    aggregate: names.has('distinct')
      ? 'distinct'
      : names.has('sum')
        ? 'sum'
        : names.has('counts')
          ? 'count'
          : undefined,
    ...velocityFields(features),
    window: windowOf(features),
    page: homeOf(names)?.page,
    topic: homeOf(names)?.topic,
  })
}
