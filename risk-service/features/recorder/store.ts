import { type RawBuilder, sql } from 'kysely'
import { type RecorderMatch, recorderLimits } from '../../contract/events/recorder.ts'
import { isUuid } from '../../kernel/store/new-id.ts'
import type { Db } from '../../ports/database.ts'

type EventMatch = Extract<RecorderMatch, { kind: 'event' }>
type Refusal = Extract<RecorderMatch, { kind: 'refusal' }>

interface KeyRow {
  environment_id: string
  event_type: string
  external_id: string
  event_id: string
  at: Date
}

const keyColumns = sql`k.environment_id, k.event_type, k.external_id, k.event_id, k.at`
const { matches: limit } = recorderLimits

/**
 * Returns the query for the latest rows with a correlation id. The index of each environment is read from its end:
 * callers choose these ids, so that others may have sent the same one with every call.
 */
export const latestOfCorrelation = (
  table: 'event_body' | 'data_event' | 'api_error',
  columns: readonly string[],
  environmentIds: readonly string[],
  id: string,
): RawBuilder<unknown> => sql`
  select l.* from unnest(${[...environmentIds]}::uuid[]) as s (id) cross join lateral (
    select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
    where environment_id = s.id and hashtext(correlation_id) = hashtext(${id}::text) and correlation_id = ${id}
    order by at desc limit ${limit}
  ) l order by l.at desc limit ${limit}`

const toMatch =
  (by: EventMatch['by']) =>
  (row: KeyRow): EventMatch => ({
    kind: 'event',
    by,
    environmentId: row.environment_id,
    eventType: row.event_type,
    externalId: row.external_id,
    eventId: row.event_id,
    at: row.at.toISOString(),
  })

/** Finds events by the service's id, which is that of their case, too. */
export async function findByEventId(db: Db, environmentIds: readonly string[], id: string): Promise<EventMatch[]> {
  if (!isUuid(id)) return []
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from event_key k
    where k.event_id = ${id}::uuid and k.environment_id = any(${[...environmentIds]}::uuid[]) limit ${limit}`.execute(
    db,
  )
  return rows.map(toMatch('eventId'))
}

/** Finds events by the merchant's id, each environment and assessment by its key. */
export async function findByExternalId(
  db: Db,
  environmentIds: readonly string[],
  eventTypes: readonly string[],
  id: string,
): Promise<EventMatch[]> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from event_key k
    where k.environment_id = any(${[...environmentIds]}::uuid[]) and k.event_type = any(${[...eventTypes]}::text[])
      and k.external_id = ${id}
    order by k.at desc limit ${limit}`.execute(db)
  return rows.map(toMatch('externalId'))
}

/** Finds events by the correlation id of the call that was decided, the latest first. */
export async function findByCorrelationId(
  db: Db,
  environmentIds: readonly string[],
  id: string,
): Promise<EventMatch[]> {
  const { rows } = await sql<KeyRow>`
    with called as materialized (
      ${latestOfCorrelation('event_body', ['event_id', 'at'], environmentIds, id)}
    )
    select ${keyColumns} from called c join event_key k on k.event_id = c.event_id order by c.at desc`.execute(db)
  return rows.map(toMatch('correlationId'))
}

/** Finds the events that calls with this correlation id reported on: statuses, chargebacks, observations. */
export async function findByReport(db: Db, environmentIds: readonly string[], id: string): Promise<EventMatch[]> {
  const { rows } = await sql<KeyRow>`
    with reported as materialized (
      ${latestOfCorrelation('data_event', ['environment_id', 'subject_type', 'subject_id', 'at'], environmentIds, id)}
    )
    select distinct ${keyColumns} from reported r
    join event_key k on k.environment_id = r.environment_id and k.event_type = r.subject_type and k.external_id = r.subject_id
    order by k.at desc`.execute(db)
  return rows.map(toMatch('reportCorrelationId'))
}

/** Finds calls with this correlation id that were answered with an error. */
export async function findRefusals(db: Db, environmentIds: readonly string[], id: string): Promise<Refusal[]> {
  const { rows } = await sql<{
    id: string
    environment_id: string
    at: Date
    api_name: string
    status: number
    message: string
  }>`${latestOfCorrelation('api_error', ['id', 'environment_id', 'at', 'api_name', 'status', 'message'], environmentIds, id)}`.execute(
    db,
  )
  return rows.map(row => ({
    kind: 'refusal',
    by: 'correlationId',
    id: row.id,
    environmentId: row.environment_id,
    at: row.at.toISOString(),
    apiName: row.api_name,
    status: row.status,
    faults: row.message.split('\n'),
    correlationId: id,
  }))
}
