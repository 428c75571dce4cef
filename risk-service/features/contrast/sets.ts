import { countUpTo, type ScannedEvent, scanEvents, scanIds } from '../search/scan/scan-events.ts'
import type { SearchReader } from '../search/search.ts'
import type { EventQueries, SetQuery } from './set-queries.ts'

/** A set that is read: all of its events, or a share that is drawn evenly, the same of each of its queries. */
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
  const few: number[] = []
  for (const query of set.queries) few.push(await countUpTo(reader.db, query, limit + 1, signal))
  if (sumOf(few) <= limit) return planOf(set, sumOf(few), 1)
  const counts: number[] = []
  for (const [index, query] of set.queries.entries()) {
    const count = few[index] ?? 0
    counts.push(count <= limit ? count : await countUpTo(reader.db, query, null, signal))
  }
  return planOf(set, sumOf(counts), limit / sumOf(counts))
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
const planOf = (set: EventQueries, found: number, share: number): PlannedSet => ({
  ...set,
  found,
  parts: set.queries.map(query => ({ query, share })),
})

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
