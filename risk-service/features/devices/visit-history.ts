import type { IpVisit } from '../../engine/enrich/device-sessions.ts'
import { type Coordinates, distanceKm } from '../../engine/enrich/index.ts'
import type { Attributes } from './device-signals.ts'

/**
 * What is remembered of the sessions with a cookie: how many there were, and where the latest came from, newest first.
 */
export interface VisitHistory {
  sessions: number
  history: readonly IpVisit[]
}

const maxVisits = 5
const milesPerKm = 0.621371
/** Two sessions at the same moment are told apart by no clock finer than this. */
const minIntervalMs = 1000

/** The trail with a session more. `since`: what is older is forgotten. */
export function appendVisit(
  before: VisitHistory | null,
  { ip, at }: { ip: string | null; at: Date },
  since: Date,
): VisitHistory {
  const earlier = (before?.history ?? []).filter(({ timestamp }) => new Date(timestamp) > since)
  return {
    sessions: (before?.sessions ?? 0) + 1,
    history: [...(ip === null ? [] : [{ ip, timestamp: at.toISOString() }]), ...earlier].slice(0, maxVisits),
  }
}

/** The attributes of a session as they are stored: texts, and the history as the list that it is. */
export const storedAttributes = (attributes: Attributes, { history }: VisitHistory): Record<string, unknown> => ({
  ...attributes,
  ...(history.length === 0 ? {} : { ipAddressHistory: history }),
})

/**
 * Separates attributes and visit history that are stored together. A session that was stored without a history begins a
 * new one.
 */
export function parseStoredAttributes({
  attributes: stored,
  ip,
  at,
}: {
  attributes: Record<string, unknown>
  ip: string | null
  at: Date
}): { attributes: Attributes; trail: VisitHistory } {
  const { ipAddressHistory: history, ...attributes } = stored
  const sessions = Number(attributes.sessionCount ?? 1)
  return {
    attributes: attributes as Attributes,
    trail: Array.isArray(history)
      ? { sessions, history: history as IpVisit[] }
      : { ...appendVisit(null, { ip, at }, new Date(0)), sessions },
  }
}

/** Greatest speed between sessions one after the other, in miles per hour; 0 where less than two places are known. */
export function speedOfTravel(history: readonly IpVisit[], placeOf: (ip: string) => Coordinates | undefined): number {
  let fastest = 0
  for (const [index, { ip, timestamp }] of history.entries()) {
    const before = history[index + 1]
    const [currentPlace, previousPlace] = [placeOf(ip), before && placeOf(before.ip)]
    if (before === undefined || currentPlace === undefined || previousPlace === undefined) continue
    const hours = Math.max(minIntervalMs, Date.parse(timestamp) - Date.parse(before.timestamp)) / 3_600_000
    fastest = Math.max(fastest, (distanceKm(previousPlace, currentPlace) * milesPerKm) / hours)
  }
  return fastest
}
