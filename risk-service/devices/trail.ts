import type { IpVisit } from '../engine/devices.ts'
import { type Coordinates, distanceKm } from '../engine/enrichment/index.ts'
import type { Attributes } from './signals.ts'

/**
 * What is remembered of the sessions with a cookie: how many there were, and where the latest came from, newest first.
 */
export interface Trail {
  sessions: number
  history: readonly IpVisit[]
}

const longest = 5
const milesPerKm = 0.621371
/** Two sessions at the same moment are told apart by no clock finer than this. */
const leastMs = 1000

/** The trail with a session more. `since`: what is older is forgotten. */
export function trailAfter(before: Trail | null, { ip, at }: { ip: string | null; at: Date }, since: Date): Trail {
  const earlier = (before?.history ?? []).filter(({ timestamp }) => new Date(timestamp) > since)
  return {
    sessions: (before?.sessions ?? 0) + 1,
    history: [...(ip === null ? [] : [{ ip, timestamp: at.toISOString() }]), ...earlier].slice(0, longest),
  }
}

/** The attributes of a session as they are stored: texts, and the history as the list that it is. */
export const storedAttributes = (attributes: Attributes, { history }: Trail): Record<string, unknown> => ({
  ...attributes,
  ...(history.length === 0 ? {} : { ipAddressHistory: history }),
})

/** Both again. A session that was stored without a trail is the first of one. */
export function readStored({
  attributes: stored,
  ip,
  at,
}: {
  attributes: Record<string, unknown>
  ip: string | null
  at: Date
}): { attributes: Attributes; trail: Trail } {
  const { ipAddressHistory: history, ...attributes } = stored
  const sessions = Number(attributes.sessionCount ?? 1)
  return {
    attributes: attributes as Attributes,
    trail: Array.isArray(history)
      ? { sessions, history: history as IpVisit[] }
      : { ...trailAfter(null, { ip, at }, new Date(0)), sessions },
  }
}

/** Greatest speed between sessions one after the other, in miles per hour; 0 where less than two places are known. */
export function speedOfTravel(history: readonly IpVisit[], placeOf: (ip: string) => Coordinates | undefined): number {
  let fastest = 0
  for (const [index, { ip, timestamp }] of history.entries()) {
    const before = history[index + 1]
    const [here, there] = [placeOf(ip), before && placeOf(before.ip)]
    if (before === undefined || here === undefined || there === undefined) continue
    const hours = Math.max(leastMs, Date.parse(timestamp) - Date.parse(before.timestamp)) / 3_600_000
    fastest = Math.max(fastest, (distanceKm(there, here) * milesPerKm) / hours)
  }
  return fastest
}
