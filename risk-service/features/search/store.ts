import { type RawBuilder, sql } from 'kysely'
import { searchColumnTypes } from '../../contract/index.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow, sqlColumns } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import { allValues } from './conditions/field-values.ts'
import type { Position, Sort } from './cursor.ts'
import type { CatalogueField } from './fields/field-types.ts'
import type { FilterSql, IndexedValues } from './filter-sql.ts'

export interface Query {
  /** Environments of the search. */
  scope: readonly string[]
  eventType: string
  /** Inclusive lower limit of the transaction date; null for all. */
  from: Date | null
  /** Exclusive upper limit; null for all. */
  to: Date | null
  filter: FilterSql
  /** Fields whose values are read with every row. */
  shown: readonly CatalogueField[]
}
/** A row of a page. `field_values`: all values of the fields that were asked for, by their ids. */
export type PageRow = StoredRow & {
  sort_text: string | null
  at_text: string
  field_values: Readonly<Record<string, readonly (string | number | boolean)[]>>
}

/**
 * Selects a page: the rows after `after` in sort order, empty values last, ties by time and id descending. Each
 * environment is read through its own indexes, and only the keys of the page are sorted; the rows are fetched by key at
 * the end.
 */
export async function selectPage(
  db: Db,
  query: Query,
  sort: Sort,
  after: Position | null,
  limit: number,
  signal?: AbortSignal,
): Promise<PageRow[]> {
  const { parts, entity, externalIds, anyOf } = query.filter
  if (!parts || sort.column !== 'at' || entity || externalIds || anyOf)
    return selectRows(db, query, sort, after, limit, 'any', signal)
  // A part of a text may occur in every event or in none. In order of time only a few thousand are searched; when they
  // do not fill the page, matches are rare, and the remaining ones are found first and sorted then.
  const near = await selectRows(db, query, sort, after, limit, 'near', signal)
  if (near.length === limit) return near
  const edge = await findRangeEdge(db, query, sort, after, signal)
  return edge === null
    ? near
    : [...near, ...(await selectRows(db, query, sort, edge, limit - near.length, 'far', signal))]
}

/** Range of the rows: chosen by the database, among the next few thousand only, or without regard to their order. */
type SearchRange = 'any' | 'near' | 'far'
const maxNearRows = 4000

async function selectRows(
  db: Db,
  query: Query,
  sort: Sort,
  after: Position | null,
  limit: number,
  reach: SearchRange,
  signal?: AbortSignal,
): Promise<PageRow[]> {
  const keys =
    reach === 'near'
      ? [nearKeys(query, sort, after, limit)]
      : query.scope.map(environmentId => sql`(${keysOf(environmentId, query, sort, after, limit, reach)})`)
  const { rows } = await sql<PageRow>`
    with page as (${keys.length === 1 ? keys[0] : sql`select * from (${sql.join(keys, sql` union all `)}) as k order by ${order(sort, 'k', 'sort_key')} limit ${limit}`})
    select ${rowColumns('e')}, page.sort_key::text as sort_text, page.at::text as at_text, ${shownValues(query)} as field_values
    from page join event e on e.environment_id = page.environment_id and e.at = page.at and e.event_id = page.event_id
    order by ${order(sort, 'page', 'sort_key')}`.execute(db, cancellable(signal))
  return rows
}

const shownValues = ({ shown, eventType }: Query): RawBuilder<unknown> =>
  // One object each: a function takes no more than 100 arguments.
  sql`(${sql.join(
    [
      sql`'{}'::jsonb`,
      ...shown.map(field => sql`jsonb_build_object(${field.id}::text, ${allValues(field, eventType)})`),
    ],
    sql` || `,
  )})`

/** Returns the last of the rows that `near` searched, over all environments; null when no more follow. */
async function findRangeEdge(
  db: Db,
  query: Query,
  sort: Sort,
  after: Position | null,
  signal?: AbortSignal,
): Promise<Position | null> {
  const {
    rows: [row],
  } = await sql<{ at: string; event_id: string }>`
    select x.at::text as at, x.event_id from (${nextRows(query, sort, after, sql`e.at, e.event_id`)}) as x
    order by ${order(sort, 'x', null)} offset ${maxNearRows - 1} limit 1`.execute(db, cancellable(signal))
  return row ? { value: null, at: row.at, eventId: row.event_id } : null
}

/** Selects the next few thousand rows of each environment in order of time, whether they match or not. */
function nextRows(query: Query, sort: Sort, after: Position | null, what: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = { ...query, filter: { ...query.filter, rest: [] } }
  const parts = query.scope.map(
    environmentId => sql`(select ${what} from ${source(environmentId, all, after === null ? undefined : keyset(sort, after, 'e'))}
    order by ${order(sort, 'e', null)} limit ${maxNearRows})`,
  )
  return sql.join(parts, sql` union all `)
}

/** Selects the matches among the next few thousand rows of all environments together. */
function nearKeys(query: Query, sort: Sort, after: Position | null, limit: number): RawBuilder<unknown> {
  return sql`select e.environment_id, e.at, e.event_id, e.at as sort_key
    from (select u.* from (${nextRows(query, sort, after, sql`e.*`)}) as u order by ${order(sort, 'u', null)} limit ${maxNearRows}) as e
    where ${sql.join(query.filter.rest, sql` and `)} order by ${order(sort, 'e', null)} limit ${limit}`
}

/** Returns the exact number of matching events. */
export async function countEvents(db: Db, query: Query, signal?: AbortSignal): Promise<number> {
  const parts = query.scope.map(environmentId => sql`select count(*) as n from ${source(environmentId, query)}`)
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(n), 0)::bigint as count from (${sql.join(parts, sql` union all `)}) as c`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.count ?? 0
}

function keysOf(
  environmentId: string,
  query: Query,
  sort: Sort,
  after: Position | null,
  limit: number,
  reach: 'any' | 'far',
): RawBuilder<unknown> {
  const byEntity = query.filter.entity !== null
  const alias = byEntity && sort.column === 'at' ? 'x' : 'e'
  const key = sort.column === 'at' ? sql.ref(`${alias}.at`) : sortKey(sort)
  const beyond = after === null ? undefined : keyset(sort, after, alias)
  // No index is in the order of an expression: the matches are found first, in the way that the database chooses.
  if (reach === 'far') {
    const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
    return sql`select e.environment_id, e.at, e.event_id, e.at as sort_key from ${source(environmentId, query, beyond)}
      order by e.at + interval '0' ${direction}, e.event_id ${direction} limit ${limit}`
  }
  return sql`select e.environment_id, e.at, e.event_id, ${key} as sort_key
    from ${source(environmentId, query, beyond)}
    order by ${order(sort, alias, null)} limit ${limit}`
}

/**
 * Selects the matching rows of one environment: through the entity or the key table where that narrows the search, else
 * from the events directly.
 * @param extra a further condition on the events `e`
 */
export function source(environmentId: string, query: Query, extra?: RawBuilder<boolean>): RawBuilder<unknown> {
  const { entity, externalIds, anyOf, rest } = query.filter
  const conditions: RawBuilder<unknown>[] = [
    sql`e.environment_id = ${environmentId}::uuid`,
    sql`e.event_type = ${query.eventType}`,
  ]
  if (query.from) conditions.push(sql`e.at >= ${query.from}::timestamptz`)
  if (query.to) conditions.push(sql`e.at < ${query.to}::timestamptz`)
  if (anyOf) conditions.push(sql`e.environment_id = i.environment_id`)
  if (entity) {
    conditions.push(
      sql`x.environment_id = ${environmentId}::uuid`,
      sql`x.entity_type = ${entity.type}`,
      sql`x.entity_value = ${entity.value}`,
    )
    if (query.from) conditions.push(sql`x.at >= ${query.from}::timestamptz`)
  }
  if (externalIds) {
    conditions.push(
      sql`k.environment_id = ${environmentId}::uuid`,
      sql`lower(btrim(k.external_id) collate "C") = any(${externalIds}::text[])`,
    )
  }
  conditions.push(...rest)
  if (extra) conditions.push(extra)
  const tables = entity
    ? sql`event_entity x join event e on e.at = x.at and e.event_id = x.event_id`
    : externalIds
      ? sql`event_key k join event e on e.at = k.at and e.event_id = k.event_id`
      : anyOf
        ? sql`(${sql.join(
            anyOf.map(values => indexedKeys(environmentId, query, values)),
            sql` union `,
          )}) as i join event e on e.at = i.at and e.event_id = i.event_id`
        : sql`event e`
  return sql`${tables} where ${sql.join(conditions, sql` and `)}`
}

/** Selects the keys of the events of one environment that an index finds by these values. */
function indexedKeys(environmentId: string, query: Query, values: IndexedValues): RawBuilder<unknown> {
  if ('externalIds' in values)
    return sql`select k.environment_id, k.at, k.event_id from event_key k where k.environment_id = ${environmentId}::uuid
      and lower(btrim(k.external_id) collate "C") = any(${values.externalIds}::text[])`
  if ('eventIds' in values)
    return sql`select k.environment_id, k.at, k.event_id from event_key k
      where k.environment_id = ${environmentId}::uuid and k.event_id = any(${values.eventIds}::uuid[])`
  const conditions = [
    sql`x.environment_id = ${environmentId}::uuid`,
    sql`x.entity_type = ${values.entities.type}`,
    sql`x.entity_value = any(${values.entities.values}::text[])`,
  ]
  if (query.from) conditions.push(sql`x.at >= ${query.from}::timestamptz`)
  if (query.to) conditions.push(sql`x.at < ${query.to}::timestamptz`)
  return sql`select x.environment_id, x.at, x.event_id from event_entity x where ${sql.join(conditions, sql` and `)}`
}

/** Text is ordered by code point: the same on every server, and without the cost of a locale. */
function sortKey(sort: Sort, alias = 'e'): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${sqlColumns[sort.column]}`)
  return isText(sort) ? sql`${column} collate "C"` : column
}

const isText = (sort: Sort): boolean =>
  searchColumnTypes[sort.column] === 'text' || searchColumnTypes[sort.column] === 'choice'

function order(sort: Sort, alias: string, key: string | null): RawBuilder<unknown> {
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
  const time = sql.ref(`${alias}.at`)
  const id = sql.ref(`${alias}.event_id`)
  if (sort.column === 'at') return sql`${time} ${direction}, ${id} ${direction}`
  return sql`${key === null ? sortKey(sort, alias) : sql.ref(`${alias}.${key}`)} ${direction} nulls last, ${time} desc, ${id} desc`
}

function keyset(sort: Sort, after: Position, alias: string): RawBuilder<boolean> {
  const tie = sql`(${sql.ref(`${alias}.at`)}, ${sql.ref(`${alias}.event_id`)})`
  const mark = sql`(${after.at}::timestamptz, ${after.eventId}::uuid)`
  if (sort.column === 'at') return sort.direction === 'asc' ? sql`${tie} > ${mark}` : sql`${tie} < ${mark}`
  const key = sortKey(sort)
  if (after.value === null) return sql`(${sql.ref(`e.${sqlColumns[sort.column]}`)} is null and ${tie} < ${mark})`
  const kind = searchColumnTypes[sort.column]
  const value =
    kind === 'number'
      ? sql`${after.value}::bigint`
      : kind === 'time'
        ? sql`${after.value}::timestamptz`
        : sql`${after.value}::text`
  const beyond = sort.direction === 'asc' ? sql`${key} > ${value}` : sql`${key} < ${value}`
  return sql`(${beyond} or (${key} = ${value} and ${tie} < ${mark}) or ${sql.ref(`e.${sqlColumns[sort.column]}`)} is null)`
}
