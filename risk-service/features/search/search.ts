import type { z } from 'zod'
import type { SearchOutput, searchCountInputSchema, searchInputSchema, searchPeriods } from '../../contract/index.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import { filterSql } from './conditions.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { countEvents, type Query, selectPage } from './store.ts'

const hour = 3_600_000
const lengths: Record<(typeof searchPeriods)[number], number | null> = {
  '1h': hour,
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  all: null,
}

/** The context of a search: the store, its environments, the current time, and the caller's abort signal. */
export interface SearchReader {
  db: Db
  scope: readonly string[]
  now: Date
  signal: AbortSignal | undefined
}

function queryOf(reader: SearchReader, input: z.output<typeof searchCountInputSchema>): Query {
  const length = lengths[input.filter.period]
  return {
    scope: reader.scope,
    eventType: input.eventType,
    filter: filterSql(input.filter.conditions),
    from: length === null ? null : new Date(reader.now.getTime() - length),
  }
}

/** Finds a page of events, with the cursor of the next page. @throws ValidationError */
export async function searchEvents(
  reader: SearchReader,
  input: z.output<typeof searchInputSchema>,
): Promise<SearchOutput> {
  const started = performance.now()
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, input.sort)
  const rows = await selectPage(reader.db, queryOf(reader, input), input.sort, after, input.limit + 1, reader.signal)
  const page = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? page.at(-1) : undefined
  return {
    rows: page.map(toEventRow),
    nextCursor: last
      ? encodeCursor(input.sort, { value: last.sort_text, at: last.at_text, eventId: String(last.event_id) })
      : null,
    queryMs: elapsed(started),
  }
}

/** Returns the exact number of matching events. @throws ValidationError */
export async function countMatching(
  reader: SearchReader,
  input: z.output<typeof searchCountInputSchema>,
): Promise<{ count: number; queryMs: number }> {
  const started = performance.now()
  const count = await countEvents(reader.db, queryOf(reader, input), reader.signal)
  return { count, queryMs: elapsed(started) }
}

const elapsed = (started: number): number => Math.round((performance.now() - started) * 10) / 10
