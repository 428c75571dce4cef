import type { z } from 'zod'
import {
  addDays,
  dayIn,
  monthsBefore,
  type SearchColumn,
  type SearchFilter,
  type SearchOutput,
  type searchCountInputSchema,
  type searchInputSchema,
  searchLimits,
  searchPeriodMs,
  startOfDay,
} from '../../contract/index.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Masking } from '../../kernel/personal-data/masking.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import type { Path } from './conditions/values.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { CatalogueField, FieldCatalogue } from './fields/field-types.ts'
import { filterSql, unknownField } from './filter-sql.ts'
import { isMaskedField } from './masked-fields.ts'
import { countEvents, type PageRow, type Query, selectPage } from './store.ts'

/** The context of a search: the store, its environments, the current time, and the caller's abort signal. */
export interface SearchReader {
  db: Db
  scope: readonly string[]
  catalogue: FieldCatalogue
  now: Date
  /** Events that were processed before are not found; null: no limit. */
  from: Date | null
  signal: AbortSignal | undefined
  /** Time limit of a query. */
  seconds: number
  /** What the caller sees of personal data. */
  masking: Masking
}

/**
 * Returns the query of a filter: its conditions, and the limits of its period.
 * @throws ValidationError for conditions or days that cannot be searched
 */
export function queryOf(reader: SearchReader, input: z.output<typeof searchCountInputSchema>): Query {
  const { eventType, filter } = input
  return {
    scope: reader.scope,
    eventType,
    filter: filterSql(filter, {
      eventType,
      catalogue: reader.catalogue,
      now: reader.now,
      hidden: reader.masking.kinds,
    }),
    shown: [],
    ...afterStart(reader, windowOf(filter, reader.now)),
  }
}

/** The transaction date is when the service processed an event: no search reaches before its own beginning. */
function afterStart<W extends Pick<Query, 'from'>>({ from }: Pick<SearchReader, 'from'>, limits: W): W {
  return from !== null && (limits.from === null || limits.from < from) ? { ...limits, from } : limits
}

/** Returns the limits of the transaction date. @throws ValidationError for a day before the earliest one. */
function windowOf({ period, dates, timeZone }: SearchFilter, now: Date): Pick<Query, 'from' | 'to'> {
  if (dates === undefined) {
    const length = searchPeriodMs[period]
    return { from: length === null ? null : new Date(now.getTime() - length), to: null }
  }
  const earliest = monthsBefore(dayIn(now.getTime(), timeZone), searchLimits.months)
  if (dates.from < earliest)
    throw new ValidationError(['filter', 'dates', 'from'], `Events are searched from ${earliest} on.`, {
      code: 'search.tooEarly',
    })
  return {
    from: new Date(startOfDay(dates.from, timeZone)),
    to: new Date(startOfDay(addDays(dates.to, 1), timeZone)),
  }
}

/**
 * Runs a query of the search with its time limit.
 * @throws ConflictError `search.timeout` when the limit is over
 */
export async function limited<T>(
  signal: AbortSignal | undefined,
  seconds: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(seconds * 1000)
  try {
    return await run(signal ? AbortSignal.any([signal, deadline]) : deadline)
  } catch (error) {
    if (!deadline.aborted || signal?.aborted) throw error
    throw new ConflictError(`The search was cancelled after ${seconds} seconds. Narrow its dates or filters.`, {
      reason: 'search.timeout',
      limit: seconds,
    })
  }
}

/**
 * Refuses an order by a masked value: it shows more than is displayed, and the mark of the next page contains it.
 * @throws ValidationError `search.masked`, which names the column
 */
export function assertSortable({ catalogue, masking }: SearchReader, column: SearchColumn): void {
  const field = catalogue.find(column)
  if (field !== null && isMaskedField(field, masking.kinds))
    throw new ValidationError(['sort', 'column'], `Values of ${column} are masked for you: sort by another column.`, {
      code: 'search.masked',
    })
}

/**
 * Returns the fields of columns, whose values are read with every row.
 * @param pathOf the place of an id in the input
 * @throws ValidationError `search.field`, which names the place of an unknown one
 */
export function shownFields(
  { catalogue }: SearchReader,
  ids: readonly string[],
  pathOf: (index: number) => Path,
): CatalogueField[] {
  return ids.map((id, index) => {
    const field = catalogue.find(id)
    if (field === null) throw unknownField(id, pathOf(index))
    // Masking goes by the name of the catalogue, not by the caller's spelling.
    return field
  })
}

/** Finds a page of events, with the cursor of the next page. @throws ValidationError, ConflictError */
export async function searchEvents(
  reader: SearchReader,
  input: z.output<typeof searchInputSchema>,
): Promise<SearchOutput> {
  const started = performance.now()
  assertSortable(reader, input.sort.column)
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, input.sort)
  const query = { ...queryOf(reader, input), shown: shownFields(reader, input.fields, index => ['fields', index]) }
  const rows = await limited(reader.signal, reader.seconds, signal =>
    selectPage(reader.db, query, input.sort, after, input.limit + 1, signal),
  )
  const page = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? page.at(-1) : undefined
  return {
    rows: page.map(row => ({
      ...toEventRow(row),
      ...(input.fields.length > 0 ? { values: textsOf(row.field_values) } : {}),
    })),
    nextCursor: last
      ? encodeCursor(input.sort, { value: last.sort_text, at: last.at_text, eventId: String(last.event_id) })
      : null,
    queryMs: elapsed(started),
  }
}

const textsOf = (values: PageRow['field_values']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).map(([id, each]) => [id, each.map(String)]))

/** Returns the exact number of matching events. @throws ValidationError, ConflictError */
export async function countMatching(
  reader: SearchReader,
  input: z.output<typeof searchCountInputSchema>,
): Promise<{ count: number; queryMs: number }> {
  const started = performance.now()
  const query = queryOf(reader, input)
  const count = await limited(reader.signal, reader.seconds, signal => countEvents(reader.db, query, signal))
  return { count, queryMs: elapsed(started) }
}

/**
 * Returns the number of matching events since a moment, whatever the period of the filter.
 * @throws ValidationError for conditions that cannot be searched, ConflictError `search.timeout`
 */
export function countSince(
  reader: SearchReader,
  input: Pick<z.output<typeof searchCountInputSchema>, 'environmentId' | 'eventType' | 'filter'>,
  since: Date,
): Promise<number> {
  const { dates: _dates, ...filter } = input.filter
  const query = {
    ...queryOf(reader, { ...input, filter: { ...filter, period: 'all' } }),
    ...afterStart(reader, { from: since }),
  }
  return limited(reader.signal, reader.seconds, signal => countEvents(reader.db, query, signal))
}

const elapsed = (started: number): number => Math.round((performance.now() - started) * 10) / 10
