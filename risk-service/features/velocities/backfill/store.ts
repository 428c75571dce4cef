import { type Selectable, sql } from 'kysely'
import type { VelocityBackfill } from '../../../contract/velocities/velocities.ts'
import {
  bucketsOf,
  type HourBuckets,
  purchaseDataEventTypes,
  type StoredCounts,
  type StoredDataEvent,
  type StoredEvent,
  serialiseBuckets,
} from '../../../engine/velocities/index.ts'
import { isUploaded } from '../../../kernel/store/events/upload-query.ts'
import type { Db } from '../../../ports/database.ts'
import type { VelocityBackfillTable } from '../../../ports/tables/velocities.ts'

export type BackfillRow = Selectable<VelocityBackfillTable>

export const toBackfill = ({ state, events, total, started_at, finished_at }: BackfillRow): VelocityBackfill => ({
  state,
  events,
  total: Math.max(total, events),
  startedAt: new Date(started_at).toISOString(),
  finishedAt: finished_at === null ? null : new Date(finished_at).toISOString(),
})

/** Returns the environment and those below it, whose events count, too. */
export async function loadScope(db: Db, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from environment where id = ${environmentId}
      union all select e.id from environment e join below b on e.parent_id = b.id
    ) select id from below order by id`.execute(db)
  return rows.map(row => row.id)
}

export interface HistoryEvent extends StoredEvent {
  event_id: string
  at_text: string
  received_at: Date
}

/** Reads the next events of a place in order of time, without uploaded ones: they count in no velocity. */
export async function readHistory(
  db: Db,
  environmentId: string,
  after: { at: string; id: string },
  limit: number,
): Promise<HistoryEvent[]> {
  const { rows } = await sql<HistoryEvent>`
    select e.environment_id, e.event_id, e.at, e.at::text as at_text, e.event_type, e.decision, e.reason, e.rule, e.clause, e.risk_score, b.received_at, b.request, b.enrichment
    from (
      select * from event where environment_id = ${environmentId} and (at, event_id) > (${after.at}::timestamptz, ${after.id}::uuid)
        and not ${isUploaded.event('event')} order by at, event_id limit ${limit}
    ) e
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    order by e.at, e.event_id`.execute(db)
  return rows
}

export interface HistoryData extends StoredDataEvent {
  event_id: string
  at_text: string
  received_at: Date
}

interface DataRow extends Omit<HistoryData, 'purchase'> {
  purchase_at: Date | null
  decision: StoredEvent['decision']
  reason: string
  rule: string | null
  clause: string | null
  risk_score: number
  request: StoredEvent['request'] | null
  enrichment: StoredEvent['enrichment']
}

/**
 * Reads the next data events of these names, in lower case, with the purchases that they refer to, without uploaded
 * ones. Their time of receipt is that of the first request, whatever changed them since.
 */
export async function readDataHistory(
  db: Db,
  environmentId: string,
  names: readonly string[],
  after: { at: string; id: string },
  limit: number,
): Promise<HistoryData[]> {
  const { rows } = await sql<DataRow>`
    select d.environment_id, d.data_id as event_id, d.event_type, d.at, d.at::text as at_text, d.at as received_at, d.body,
      e.at as purchase_at, e.decision, e.reason, e.rule, e.clause, e.risk_score, b.request, b.enrichment
    from (
      select * from data_event where environment_id = ${environmentId} and (at, data_id) > (${after.at}::timestamptz, ${after.id}::uuid)
        and lower(event_type) = any(${[...names]}::text[]) and not ${isUploaded.data('data_event')} order by at, data_id limit ${limit}
    ) d
    left join event_key k on k.environment_id = d.environment_id and k.event_type = 'purchase' and k.external_id = d.subject_id and d.event_type = any(${[...purchaseDataEventTypes]}::text[])
    left join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    left join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    order by d.at, d.data_id`.execute(db)
  return rows.map(({ purchase_at, decision, reason, rule, clause, risk_score, request, enrichment, ...data }) => ({
    ...data,
    purchase:
      purchase_at === null || request === null
        ? null
        : {
            environment_id: data.environment_id,
            event_type: 'purchase',
            at: purchase_at,
            decision,
            reason,
            rule,
            clause,
            risk_score,
            request,
            enrichment,
          },
  }))
}

export async function countDataHistory(
  db: Db,
  places: readonly string[],
  names: readonly string[],
  from: Date,
): Promise<number> {
  const { events } = await db
    .selectFrom('data_event')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('environment_id', 'in', [...places])
    .where('at', '>=', from)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['event_type']), 'in', [...names]))
    .where(({ not }) => not(isUploaded.data('data_event')))
    .executeTakeFirstOrThrow()
  return Number(events)
}

/** Returns the approximate number of events, by the hourly roll-up. */
export async function countHistory(db: Db, places: readonly string[], from: Date): Promise<number> {
  const { events } = await db
    .selectFrom('event_hour')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('events'), sql<number>`0`).as('events'))
    .where('environment_id', 'in', [...places])
    .where('hour', '>=', from)
    .where(({ not }) => not(isUploaded.event('event_hour')))
    .executeTakeFirstOrThrow()
  return Number(events)
}

/** Rows of one statement: portions of the counts, each with every key and hour once. */
const rowsPerStatement = 2_000

export async function stageBuckets(
  db: Db,
  { environment_id, set_id }: Pick<BackfillRow, 'environment_id' | 'set_id'>,
  chunk: number,
  places: readonly HourBuckets[],
): Promise<void> {
  for (let from = 0; from < places.length; from += rowsPerStatement) {
    const part = places.slice(from, from + rowsPerStatement)
    await sql`
      insert into velocity_backfill_hour (environment_id, set_id, chunk, key, hour, counts)
      select ${environment_id}::uuid, ${set_id}::uuid, ${chunk}::int, x.key, x.hour::int, x.counts
      from unnest(${part.map(place => place.key)}::text[], ${part.map(place => place.hour)}::float8[], ${part.map(place => serialiseBuckets(place.buckets))}::json[]) as x(key, hour, counts)`.execute(
      db,
    )
  }
}

export async function* readStagedBuckets(
  db: Db,
  { environment_id, set_id }: Pick<BackfillRow, 'environment_id' | 'set_id'>,
): AsyncGenerator<HourBuckets[]> {
  const chunks = await db
    .selectFrom('velocity_backfill_hour')
    .select('chunk')
    .distinct()
    .where('environment_id', '=', environment_id)
    .where('set_id', '=', set_id)
    .orderBy('chunk')
    .execute()
  for (const { chunk } of chunks) {
    let after = { key: '', hour: -1 }
    for (;;) {
      const { rows } = await sql<{ key: string; hour: number; counts: StoredCounts }>`
        select key, hour, counts from velocity_backfill_hour where environment_id = ${environment_id} and set_id = ${set_id} and chunk = ${chunk}
          and (key, hour) > (${after.key}, ${after.hour}::int) order by key, hour limit ${rowsPerStatement}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) break
      yield rows.map(({ key, hour, counts }) => ({
        environmentId: environment_id,
        key,
        hour,
        buckets: bucketsOf(counts),
      }))
      after = last
    }
  }
}

/** Deletes the counts so far, and the pending work. */
export async function clearStagedBuckets(
  db: Db,
  { environment_id, set_id }: Pick<BackfillRow, 'environment_id' | 'set_id'>,
): Promise<void> {
  await db
    .deleteFrom('velocity_backfill_hour')
    .where('environment_id', '=', environment_id)
    .where('set_id', '=', set_id)
    .execute()
  await db
    .deleteFrom('velocity_series')
    .where('set_id', '=', set_id)
    .where('environment_id', '=', environment_id)
    .where('state', '=', 'filling')
    .execute()
}
