import type { IpVisit } from '../../engine/enrich/device-sessions.ts'
import { type Coordinates, distanceKm } from '../../engine/enrich/index.ts'
import type { Attributes } from './device-signals.ts'

/** The visit history of a cookie: the number of its sessions, and the origins of the latest, newest first. */
export interface VisitHistory {
  sessions: number
  history: readonly IpVisit[]
}

const maxVisits = 5
const milesPerKm = 0.621371
/** Shortest interval between two sessions: a finer clock does not distinguish them. */
const minIntervalMs = 1000

/** Returns the history with an additional session. `since`: older visits are dropped. */
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

/** Returns the attributes of a session as they are stored: texts, and the history as a list. */
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

/** Returns the greatest speed between consecutive sessions, in miles per hour; 0 with fewer than two known places. */
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
