import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { LogConditions } from './log-filter.ts'

/** Bounds between the ways of finding entries. */
const bounds = {
  /** Ranges of an index that are opened without looking whether there is a shorter source. */
  fewRanges: 64,
  /** Ranges that are opened rather than reading all entries of some actors or facets. */
  manyRanges: 200_000,
  /** Newest entries that are looked through before ranges are opened; fewer where the entries themselves are read. */
  newest: { indexed: 50_000, read: 10_000 },
  /** Entries of some actors that are looked through rather than opening ranges. */
  fewOfActors: 50_000,
}

/** A statement that returns `id` and `at` of entries, each at most once; up to a number of each range, in any order. */
export type LogSource = (limit: number) => RawBuilder<unknown>

/**
 * How the entries of a search are found: a complete source, one that finds the newest ones where there are many, and the
 * complete one without the conditions that only the entry itself has, which needs the index alone.
 */
export interface LogWays {
  complete: LogSource
  dense: LogSource | null
  unchecked: LogSource | null
}

/** The facets and the actors of a search; null: any of the tenant. */
interface Numbers {
  facets: number[] | null
  actors: number[] | null
}

interface FoundNumbers {
  facets: number[] | null
  all_facets: number[]
  actors: number[] | null
}

async function findNumbers(
  db: Db,
  { tenantId, facet, actor }: LogConditions,
  signal: AbortSignal | undefined,
): Promise<FoundNumbers> {
  const { rows } = await sql<FoundNumbers>`
    select f.facets, f.all_facets, ${actor === null ? sql`null::int[]` : sql`(select coalesce(array_agg(number), '{}') from audit_actor where tenant_id = ${tenantId}::uuid and ${actor})`} as actors
    from (select case when bool_and((${facet}) is true) then null else coalesce(array_agg(id) filter (where ${facet}), '{}') end as facets,
      coalesce(array_agg(id), '{}') as all_facets from audit_facet where tenant_id = ${tenantId}::uuid) f`.execute(
    db,
    cancellable(signal),
  )
  return rows[0] ?? { facets: [], all_facets: [], actors: [] }
}

const isOf = (column: string, numbers: number[] | null): RawBuilder<boolean> =>
  numbers === null ? sql`true` : sql`${sql.ref(column)} = any(${numbers}::int[])`

/**
 * Chooses how the filed entries of a search are found. Whatever its filters, this reads a bounded part of an index in
 * nearly every case: filters on what has few values are numbers of facets and actors, whose entries are ranges of an
 * index by time; the rest are values of a resource, whose entries are such ranges, too.
 * @param place a further condition on `at` and `id`
 */
export async function chooseWays(
  db: Db,
  conditions: LogConditions,
  place: RawBuilder<boolean>,
  signal: AbortSignal | undefined,
  { fewRanges, manyRanges, newest, fewOfActors }: typeof bounds = bounds,
): Promise<LogWays | null> {
  const { tenantId, from, to, subjects, rest } = conditions
  const { facets, all_facets: allFacets, actors } = await findNumbers(db, conditions, signal)
  if (allFacets.length === 0 || facets?.length === 0 || actors?.length === 0) return null
  const time = sql<boolean>`facet_id is not null and at >= ${from}::timestamptz and at < ${to}::timestamptz and ${place}`
  const numbers = (one: Numbers): RawBuilder<boolean> =>
    sql`${isOf('facet_id', one.facets)} and ${isOf('actor_number', one.actors)}`
  const checked = rest ?? sql<boolean>`true`
  const alone = { dense: null, unchecked: null }
  const last = (limit: number) => sql`order by at desc, id desc limit ${limit}`

  if (subjects?.column === 'id')
    return {
      ...alone,
      complete: () => sql`select id, at from audit_log
        where id = any(${[...subjects.values]}::uuid[]) and tenant_id = ${tenantId}::uuid and ${time} and ${numbers({ facets, actors })} and ${checked}`,
    }
  if (subjects !== null) {
    const column = sql.ref(subjects.column)
    return {
      ...alone,
      complete: limit => sql`select l.id, l.at from unnest(${[...subjects.values]}::text[]) v cross join lateral (
        select id, at from audit_log where tenant_id = ${tenantId}::uuid and ${column} = v and ${time} and ${numbers({ facets, actors })} and ${checked} ${last(limit)}) l`,
    }
  }
  if (facets === null && actors === null)
    return {
      ...alone,
      complete: limit =>
        sql`select id, at from audit_log where tenant_id = ${tenantId}::uuid and ${time} and ${checked} ${last(limit)}`,
    }

  const dense: LogSource = limit => sql`select id, at from (
      select id, at, facet_id, actor_number${rest === null ? sql`` : sql`, resource_id, resource_name`} from audit_log
      where tenant_id = ${tenantId}::uuid and ${time} ${last(rest === null ? newest.indexed : newest.read)}) newest
    where ${numbers({ facets, actors })} and ${checked} ${last(limit)}`
  const ofFacets = facets ?? allFacets
  /** A source, and the same without its check. */
  const both = (source: (limit: number, check: RawBuilder<boolean>) => RawBuilder<unknown>) => ({
    complete: (limit: number) => source(limit, checked),
    unchecked: rest === null ? null : (limit: number) => source(limit, sql`true`),
  })
  const byFacet = both(
    (limit, check) => sql`select l.id, l.at from unnest(${ofFacets}::int[]) f cross join lateral (
      select id, at from audit_log where facet_id = f and ${time} and ${isOf('actor_number', actors)} and ${check} ${last(limit)}) l`,
  )
  if (actors === null) return { ...byFacet, dense: ofFacets.length <= fewRanges ? null : dense }

  const byBoth = both(
    (
      limit,
      check,
    ) => sql`select l.id, l.at from unnest(${actors}::int[]) a cross join unnest(${ofFacets}::int[]) f cross join lateral (
      select id, at from audit_log where actor_number = a and facet_id = f and ${time} and ${check} ${last(limit)}) l`,
  )
  const ranges = actors.length * ofFacets.length
  if (ranges <= fewRanges) return { ...byBoth, dense: null }
  if (ranges <= manyRanges) return { ...byBoth, dense }
  const few = await sql<{ few: boolean }>`select count(*) <= ${fewOfActors} as few from (
    select from audit_log where actor_number = any(${actors}::int[]) and ${time} limit ${fewOfActors + 1}) l`.execute(
    db,
    cancellable(signal),
  )
  if (!few.rows[0]?.few) return { ...byFacet, dense }
  return {
    ...both(
      (_limit, check) =>
        sql`select id, at from audit_log where actor_number = any(${actors}::int[]) and ${isOf('facet_id', facets)} and ${time} and ${check}`,
    ),
    dense: null,
  }
}
