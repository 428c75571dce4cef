import type { z } from 'zod'
import type { ContrastSetInput, contrastInputSchema } from '../../contract/contrast/contrast.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { storableText } from '../search/conditions/values.ts'
import { countUpTo, type ScannedEvent, scanEvents, scanIds } from '../search/scan/scan-events.ts'
import { queryOf, type SearchReader } from '../search/search.ts'

type Input = z.output<typeof contrastInputSchema>
type Query = ReturnType<typeof queryOf>

/** A set of events as queries, one for each environment of chosen events. */
export interface EventQueries {
  queries: Query[]
  /** Events that were chosen one by one; null for those of a search. */
  chosen: number | null
}

/**
 * Returns the queries of a set.
 * @param name its member in the input, for errors
 * @throws ValidationError for conditions or days that cannot be searched
 */
export function queriesOf(
  reader: SearchReader,
  { environmentId, eventType, ...sets }: Input,
  name: 'a' | 'b',
): EventQueries {
  const set: ContrastSetInput = sets[name]
  if (set.kind === 'search')
    return {
      queries: [withPath([name], () => queryOf(reader, { environmentId, eventType, filter: set.filter }))],
      chosen: null,
    }
  const byEnvironment = new Map<string, string[]>()
  for (const [index, event] of set.events.entries()) {
    // Of an environment that the caller does not see there is no such event.
    if (!reader.scope.includes(event.environmentId)) continue
    // As the index of the key table folds them: letters of ASCII alone.
    const id = storableText(event.id, [name, 'events', index, 'id'])
      .trim()
      .replace(/[A-Z]/g, letter => letter.toLowerCase())
    byEnvironment.set(event.environmentId, [...(byEnvironment.get(event.environmentId) ?? []), id])
  }
  const queries = [...byEnvironment].map(
    ([scope, externalIds]): Query => ({
      scope: [scope],
      eventType,
      from: null,
      to: null,
      shown: [],
      filter: { entity: null, externalIds, anyOf: null, rest: [], parts: false },
    }),
  )
  return { queries, chosen: set.events.length }
}

/** Names the set in the path of an error. */
function withPath<T>(path: (string | number)[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(path, error.message, {
      issues: error.issues.map(issue => ({ ...issue, path: [...path, ...issue.path] })),
    })
  }
}

/** A set that is read: all of its events, or a share that is drawn evenly. */
export interface PlannedSet extends EventQueries {
  found: number
  parts: { query: Query; share: number }[]
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
