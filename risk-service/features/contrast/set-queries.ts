import type { z } from 'zod'
import type { contrastInputSchema } from '../../contract/contrast/contrast.ts'
import type { ContrastSetInput } from '../../contract/contrast/contrast-sets.ts'
import { weeksBefore } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { storableText } from '../search/conditions/values.ts'
import { queryOf, type SearchReader } from '../search/search.ts'

export type ContrastCall = z.output<typeof contrastInputSchema>
export type SetQuery = ReturnType<typeof queryOf>
export type SetName = 'a' | 'b'
/** A set of one kind. */
export type SetOf<Kind extends ContrastSetInput['kind']> = Extract<ContrastSetInput, { kind: Kind }>

/** A set of events as queries that have no event in common. */
export interface EventQueries {
  queries: SetQuery[]
  /** Events that were chosen one by one; null where they were not. */
  chosen: number | null
  /** Nodes without any event; 0 for sets of other kinds. */
  emptyNodes: number
  /** False: of nodes with many events, the set has only the newest. */
  complete: boolean
}

/** What is said of a set that was not chosen one by one and lacks nothing. */
export const whole = { chosen: null, emptyNodes: 0, complete: true } as const

/** Names the set in the path of an error. */
function withPath<T>(path: readonly (string | number)[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw atPath(path, error)
  }
}

/** Returns an error whose path, if it has one, begins with the name of the set. */
export function atPath(path: readonly (string | number)[], error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error
  return new ValidationError([...path], error.message, {
    issues: error.issues.map(issue => ({ ...issue, path: [...path, ...issue.path] })),
  })
}

/**
 * Returns the query of a search.
 * @throws ValidationError for conditions or days that cannot be searched
 */
export const searchQuery = (
  reader: SearchReader,
  { environmentId, eventType }: ContrastCall,
  name: SetName,
  filter: SetOf<'search'>['filter'],
): SetQuery => withPath([name], () => queryOf(reader, { environmentId, eventType, filter }))

/** Returns the query of events by what an index finds, without any other condition. */
export const plainQuery = (
  { eventType }: Pick<ContrastCall, 'eventType'>,
  scope: readonly string[],
  found: Partial<SetQuery['filter']>,
): SetQuery => ({
  scope,
  eventType,
  from: null,
  to: null,
  shown: [],
  filter: { entity: null, externalIds: null, anyOf: null, rest: [], parts: false, ...found },
})

/** Returns the queries of events that were chosen one by one. @throws ValidationError for an id that none can have */
export function chosenQueries(
  reader: SearchReader,
  call: ContrastCall,
  name: SetName,
  { events }: SetOf<'events'>,
): EventQueries {
  const byEnvironment = new Map<string, string[]>()
  for (const [index, event] of events.entries()) {
    // Of an environment that the caller does not see there is no such event.
    if (!reader.scope.includes(event.environmentId)) continue
    // As the index of the key table folds them: letters of ASCII alone.
    const id = storableText(event.id, [name, 'events', index, 'id'])
      .trim()
      .replace(/[A-Z]/g, letter => letter.toLowerCase())
    byEnvironment.set(event.environmentId, [...(byEnvironment.get(event.environmentId) ?? []), id])
  }
  const queries = [...byEnvironment].map(([scope, externalIds]) => plainQuery(call, [scope], { externalIds }))
  return { ...whole, queries, chosen: events.length }
}

/**
 * Returns the queries of a range of time, or of the same range in the weeks before it: one for each.
 * @throws ValidationError for conditions that cannot be searched
 */
export function timedQueries(
  reader: SearchReader,
  call: ContrastCall,
  name: SetName,
  { from, to, weeksBefore: weeks, filter }: SetOf<'time'>,
): EventQueries {
  const { timeZone } = call
  const query = searchQuery(reader, call, name, { ...filter, period: 'all', timeZone })
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const shifts = weeks === 0 ? [0] : Array.from({ length: weeks }, (_, index) => index + 1)
  const queries = shifts.map((shift): SetQuery => {
    const at = new Date(weeksBefore(start, shift, timeZone))
    // Where the clocks go forward, a week is an hour shorter: a range of a week ends where the next one begins.
    const next = shift === 0 ? end : weeksBefore(start, shift - 1, timeZone)
    const until = new Date(Math.min(at.getTime() + end - start, next))
    return { ...query, from: query.from !== null && query.from > at ? query.from : at, to: until }
  })
  return { ...whole, queries }
}
