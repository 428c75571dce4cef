import {
  type ActivityMeasure,
  type ActivityWindow,
  activityMeasures,
  activityWindows,
} from '../../contract/events/activity-definitions.ts'
import type { ActivityFigures } from '../../contract/events/event-activity.ts'

const hour = 3_600_000
const lengths: Record<ActivityWindow, number> = { hour, day: 24 * hour, week: 7 * 24 * hour, all: Infinity }

/** One event of a user, as far as figures need it. Times in milliseconds. */
export interface ActivityEvent {
  externalId: string
  /** Attempts of one order name the first of them. */
  originalOrderId: string | null
  /** When the merchant says that it happened. */
  merchantAt: number
  /** When it was assessed. */
  at: number
  /** US cents; null without an exchange rate. */
  amountUsd: number | null
  ipCountry: string | null
  instruments: readonly string[]
  /** What the merchant reported of it, in any order. */
  statuses: readonly { type: string; happenedAt: number; receivedAt: number }[]
}

/** The event whose page shows the figures. */
export interface CurrentEvent {
  merchantAt: number
  at: number
  instruments: readonly string[]
}

type CountedEvent = ActivityEvent & { status: string | null }

/**
 * Returns the figures of the earlier events of a user, counted back from the merchant's time of an event, which is not
 * among them. Attempts of one order count once, as the latest of them.
 */
export function activityFigures(current: CurrentEvent, events: readonly ActivityEvent[]): ActivityFigures['rows'] {
  const happened = events.filter(({ merchantAt }) => merchantAt <= current.merchantAt)
  // What a rule could have counted: events that were there, with the statuses that had arrived.
  const before = latestAttempts(
    happened.filter(({ at }) => at <= current.at),
    current.at,
  )
  const now = latestAttempts(happened, Infinity)
  return activityMeasures.map(measure => ({
    measure,
    before: windowValues(measure, current, before),
    now: windowValues(measure, current, now),
  }))
}

/** Returns the latest attempt of every order, with its latest status of those that had arrived until a time. */
function latestAttempts(events: readonly ActivityEvent[], until: number): CountedEvent[] {
  const attempts = new Map<string, ActivityEvent>()
  for (const event of events) {
    const order = event.originalOrderId ?? event.externalId
    const other = attempts.get(order)
    if (other === undefined || event.merchantAt > other.merchantAt) attempts.set(order, event)
  }
  return [...attempts.values()].map(event => ({ ...event, status: latestStatus(event, until) }))
}

function latestStatus({ statuses }: ActivityEvent, until: number): string | null {
  const arrived = statuses
    .filter(({ receivedAt }) => receivedAt <= until)
    .toSorted((a, b) => b.happenedAt - a.happenedAt || b.receivedAt - a.receivedAt)
  return arrived[0]?.type ?? null
}

function windowValues(measure: ActivityMeasure, current: CurrentEvent, events: readonly CountedEvent[]) {
  const value = (window: ActivityWindow): number =>
    valueOf(
      measure,
      current,
      events.filter(({ merchantAt }) => current.merchantAt - merchantAt <= lengths[window]),
    )
  const [hour, day, week, all] = activityWindows.map(value)
  return { hour: hour ?? 0, day: day ?? 0, week: week ?? 0, all: all ?? 0 }
}

function valueOf(measure: ActivityMeasure, current: CurrentEvent, events: readonly CountedEvent[]): number {
  const sum = (list: readonly CountedEvent[]) => list.reduce((total, { amountUsd }) => total + (amountUsd ?? 0), 0)
  const having = (status: string) => events.filter(event => event.status === status)
  const withInstrument = () =>
    events.filter(({ instruments }) => instruments.some(instrument => current.instruments.includes(instrument)))
  switch (measure) {
    case 'count':
      return events.length
    case 'sum':
      return sum(events)
    case 'successfulCount':
      return having('Approved').length
    case 'successfulSum':
      return sum(having('Approved'))
    case 'failedCount':
      return having('Failed').length
    case 'failedSum':
      return sum(having('Failed'))
    case 'rejectedCount':
      return having('Rejected').length
    case 'rejectedSum':
      return sum(having('Rejected'))
    case 'instrumentCount':
      return withInstrument().length
    case 'instrumentSum':
      return sum(withInstrument())
    case 'instruments':
      return new Set(events.flatMap(({ instruments }) => instruments)).size
    case 'ipCountries':
      return new Set(events.flatMap(({ ipCountry }) => ipCountry ?? [])).size
  }
}
