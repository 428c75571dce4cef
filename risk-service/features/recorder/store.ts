import { sql } from 'kysely'
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
      select b.event_id, b.at from event_body b
      where hashtext(b.correlation_id) = hashtext(${id}::text) and b.correlation_id = ${id}
        and b.environment_id = any(${[...environmentIds]}::uuid[])
      order by b.at desc limit ${limit}
    )
    select ${keyColumns} from called c join event_key k on k.event_id = c.event_id order by c.at desc`.execute(db)
  return rows.map(toMatch('correlationId'))
}

/** Finds the events that calls with this correlation id reported on: statuses, chargebacks, observations. */
export async function findByReport(db: Db, environmentIds: readonly string[], id: string): Promise<EventMatch[]> {
  const { rows } = await sql<KeyRow>`
    with reported as materialized (
      select d.environment_id, d.subject_type, d.subject_id, d.at from data_event d
      where hashtext(d.correlation_id) = hashtext(${id}::text) and d.correlation_id = ${id}
        and d.environment_id = any(${[...environmentIds]}::uuid[])
      order by d.at desc limit ${limit}
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
  }>`
    select id, environment_id, at, api_name, status, message from api_error
    where hashtext(correlation_id) = hashtext(${id}::text) and correlation_id = ${id}
      and environment_id = any(${[...environmentIds]}::uuid[])
    order by at desc limit ${limit}`.execute(db)
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
