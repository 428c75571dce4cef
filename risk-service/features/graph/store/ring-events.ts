import { type RawBuilder, sql } from 'kysely'
import { strongEntityTypes } from '../../../contract/index.ts'
import type { RingEntity, RingEvent } from '../../../engine/graph/rings/types.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { newestKeys } from './event-keys.ts'
import type { GraphScope } from './graph-scope.ts'

/** A transaction of a ring; `n`: positions of the nodes that it was found for. */
export type StoredRingEvent = RingEvent & { n: number }

interface Row {
  n: number
  event_id: string
  ms: number
  sign_in: boolean
  entities: { type: string; value: string }[]
  bad: boolean
  amount_usd: number
}

/** Types of events by which somebody signs in to an account. */
const signInTypes = ['accountlogin', 'signin']

const strong: ReadonlySet<string> = new Set(strongEntityTypes)

/** Condition on an event `e`, or hours of them: rejected by rules or labelled fraud. */
const isBadAtOnce = sql<boolean>`(e.decision = 'Reject' or e.label is not distinct from 'Fraud')`
/** Condition on an event `e`: rejected by rules or a person, labelled fraud or charged back. */
const isBad = sql<boolean>`(${isBadAtOnce}
  or exists (select 1 from review_case c where c.id = e.event_id and c.state = 'Decided' and c.outcome ->> 'caseAction' = 'Reject')
  or exists (select 1 from data_event d where d.environment_id = e.environment_id and d.subject_type = e.event_type
    and d.subject_id = e.external_id and d.event_type = 'chargeback'))`

/** Reads the events behind keys; `keys` selects `n, environment_id, at, event_id`. */
async function readRingEvents(
  db: Db,
  keys: RawBuilder<unknown>,
  signal: AbortSignal | undefined,
): Promise<StoredRingEvent[]> {
  const { rows } = await sql<Row>`
    select k.n, e.event_id, (extract(epoch from e.at) * 1000)::float8 as ms, e.event_type = any(${signInTypes}::text[]) as sign_in,
      coalesce(b.enrichment -> 'entities', '[]') as entities,
      ${isBad} as bad, coalesce(e.amount_usd, 0)::bigint as amount_usd
    from (${keys}) as k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id`.execute(
    db,
    cancellable(signal),
  )
  return rows.map(row => ({
    n: row.n,
    eventId: row.event_id,
    at: Math.floor(row.ms),
    user: row.entities.find(({ type }) => type === 'user')?.value ?? null,
    entities: row.entities.filter(({ type }) => strong.has(type)) as RingEntity[],
    signIn: row.sign_in,
    bad: row.bad,
    amountUsd: Number(row.amount_usd),
  }))
}

/** Returns the newest events of nodes, not more than so many of all. */
export async function loadRingEvents(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  { perNode, limit }: { perNode: number; limit: number },
  signal?: AbortSignal,
): Promise<StoredRingEvent[]> {
  const keys = newestKeys(scope, refs, perNode)
  return keys === null ? [] : readRingEvents(db, sql`select * from (${keys}) as newest limit ${limit}`, signal)
}

/** Returns events by their ids, as far as they are in the environments. */
export function loadRingEventsById(
  db: Db,
  { environmentIds }: Pick<GraphScope, 'environmentIds'>,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<StoredRingEvent[]> {
  const keys = sql`select 0 as n, environment_id, at, event_id from event_key
    where event_id = any(${ids}::uuid[]) and environment_id = any(${environmentIds}::uuid[])`
  return readRingEvents(db, keys, signal)
}

/** Returns the newest events of a range. */
export function loadNewestRingEvents(
  db: Db,
  { environmentIds, from, to, excludedTypes, conditions }: GraphScope,
  limit: number,
  signal?: AbortSignal,
): Promise<StoredRingEvent[]> {
  const all: RawBuilder<unknown>[] = [
    sql`e.environment_id = s.environment_id`,
    sql`e.at >= ${from}::timestamptz`,
    sql`e.event_type <> all(${excludedTypes}::text[])`,
    ...conditions,
  ]
  if (to !== null) all.push(sql`e.at < ${to}::timestamptz`)
  const keys = sql`select 0 as n, k.* from unnest(${environmentIds}::uuid[]) as s(environment_id)
    cross join lateral (select e.environment_id, e.at, e.event_id from event e where ${sql.join(all, sql` and `)}
      order by e.at desc, e.event_id desc limit ${limit}) as k order by k.at desc, k.event_id desc limit ${limit}`
  return readRingEvents(db, keys, signal)
}

/** Returns the positions of the entities that more than one user has, looking at some of their newest events. */
export async function findShared(db: Db, scope: GraphScope, refs: readonly GraphRef[]): Promise<number[]> {
  const keys = newestKeys(scope, refs, lookedAt)
  if (keys === null) return []
  const { rows } = await sql<{ n: number }>`
    with found as materialized (select n, environment_id, at, event_id, count(*) over (partition by n) as events from (${keys}) as k)
    select f.n from found f join event e on e.environment_id = f.environment_id and e.at = f.at and e.event_id = f.event_id
    where f.events > 1 group by f.n having count(distinct lower(btrim(e.user_id))) > 1`.execute(db)
  return rows.map(({ n }) => n)
}
const lookedAt = 30

/**
 * Returns the share of bad events among those of the environments and the range: from the hourly roll-up, with those that
 * only persons rejected or that were only charged back. Bad sign-ins do not count, for they are no transactions of a ring:
 * one attack would make everybody else look good.
 */
export async function loadBadRate(
  db: Db,
  { environmentIds, from, to, excludedTypes }: Omit<GraphScope, 'conditions'>,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ events: number; bad: number }>`
    with later as (
      select c.environment_id, c.event_type, c.external_id from review_case c
      where c.environment_id = any(${environmentIds}::uuid[]) and c.state = 'Decided' and c.decided_at >= ${from}::timestamptz
        and c.outcome ->> 'caseAction' = 'Reject'
      union
      select d.environment_id, d.subject_type, d.subject_id from data_event d
      where d.environment_id = any(${environmentIds}::uuid[]) and d.at >= ${from}::timestamptz and d.event_type = 'chargeback'
    ), counted as (
      select 1 as n from later l
      join event_key k on k.environment_id = l.environment_id and k.event_type = l.event_type and k.external_id = l.external_id
      join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
      where e.at >= ${from}::timestamptz and (${to}::timestamptz is null or e.at < ${to}::timestamptz)
        and e.event_type <> all(${[...excludedTypes, ...signInTypes]}::text[]) and not ${isBadAtOnce}
    )
    select coalesce(sum(e.events), 0)::float8 as events,
      (coalesce(sum(e.events) filter (where ${isBadAtOnce}), 0) + (select count(*) from counted))::float8 as bad
    from event_hour e where e.environment_id = any(${environmentIds}::uuid[]) and e.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')
      and (${to}::timestamptz is null or e.hour < ${to}::timestamptz) and e.event_type <> all(${excludedTypes}::text[])
      and not (e.event_type = any(${signInTypes}::text[]) and ${isBadAtOnce})`.execute(db, cancellable(signal))
  const { events = 0, bad = 0 } = rows[0] ?? {}
  // An event may be in the store some moments before its hour counts it.
  return events === 0 ? 0 : Math.min(1, bad / events)
}

/** Returns the sent text of nodes in their order, as the newest event has it; the compared value where none has one. */
export async function loadDisplays(
  db: Db,
  environmentIds: readonly string[],
  refs: readonly GraphRef[],
  signal?: AbortSignal,
): Promise<string[]> {
  if (refs.length === 0) return []
  const { rows } = await sql<{ n: number; display: string }>`
    select q.n::int as n, d.display
    from unnest(${refs.map(({ type }) => type)}::text[], ${refs.map(({ value }) => value)}::text[]) with ordinality as q(type, value, n)
    cross join lateral (select x.display from event_entity x where x.environment_id = any(${environmentIds}::uuid[])
      and x.entity_type = q.type and x.entity_value = q.value order by x.at desc limit 1) as d`.execute(
    db,
    cancellable(signal),
  )
  const displays = new Map(rows.map(({ n, display }) => [n - 1, display]))
  return refs.map(({ value }, index) => displays.get(index) ?? value)
}
