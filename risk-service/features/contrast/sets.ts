import { countUpTo, type ScannedEvent, scanEvents, scanIds } from '../search/scan/scan-events.ts'
import type { SearchReader } from '../search/search.ts'
import type { EventQueries, SetQuery } from './set-queries.ts'

/** A set that is read: all of its events, or a share that is drawn evenly. */
export interface PlannedSet extends EventQueries {
  found: number
  parts: { query: SetQuery; share: number }[]
}

/** Counts the events of a set, and draws about `limit` of more. */
export async function planSet(
  reader: SearchReader,
  set: EventQueries,
  limit: number,
  signal: AbortSignal,
): Promise<PlannedSet> {
  const planned: PlannedSet = { ...set, found: 0, parts: [] }
  for (const query of set.queries) {
    const few = await countUpTo(reader.db, query, limit + 1, signal)
    const found = few <= limit ? few : await countUpTo(reader.db, query, null, signal)
    planned.found += found
    planned.parts.push({ query, share: found <= limit ? 1 : limit / found })
  }
  return planned
}

/** Reads the events of a set, some thousand at a time. */
export async function readSet(
  reader: SearchReader,
  { parts }: PlannedSet,
  timeZone: string,
  signal: AbortSignal,
  visit: (events: readonly ScannedEvent[]) => Promise<void>,
): Promise<void> {
  for (const part of parts) await scanEvents(reader.db, { ...part, timeZone }, signal, visit)
}

/**
 * Returns the events of A that are also read with B, where A is drawn less often than B: what is drawn at a share is
 * also drawn at any higher one, so that no more than these are missing among those that were read of A.
 */
export async function undrawnIds(
  reader: SearchReader,
  a: PlannedSet,
  b: PlannedSet,
  signal: AbortSignal,
): Promise<string[]> {
  const share = Math.max(0, ...b.parts.map(part => part.share))
  const ids: string[] = []
  for (const part of a.parts)
    if (part.share < share)
      for (const id of await scanIds(reader.db, { query: part.query, share }, signal)) ids.push(id)
  return ids
}
