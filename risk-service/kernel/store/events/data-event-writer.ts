import type { DataWrite, WrittenData } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'
import { writeOutbox } from './outbox-sql.ts'

type Query = <R extends object>(query: { name: string; text: string; values: unknown[] }) => Promise<{ rows: R[] }>

const readData = `
select k.environment_id, k.event_type, k.event_key, k.at::text as at, k.data_id, d.body
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, event_key text)
join data_event_key k using (environment_id, event_type, event_key)
join data_event d on d.environment_id = k.environment_id and d.at = k.at and d.data_id = k.data_id`

/**
 * Inserts new data events with their velocity contributions, and updates changed ones, in one statement, which is a
 * transaction by itself.
 */
const writeData = `
with x as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, event_key text, at timestamptz, data_id uuid, entity_id text,
    subject_type text, subject_id text, happened_at timestamptz, received_at timestamptz, correlation_id text, body json, fresh boolean, velocities text)
), k as (
  insert into data_event_key (environment_id, event_type, event_key, at, data_id)
  select environment_id, event_type, event_key, at, data_id from x where fresh order by 1, 2, 3
), i as (
  insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id, happened_at, received_at, correlation_id, body)
  select environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id, happened_at, received_at, correlation_id, body from x where fresh
), v as (
  insert into velocity_log (environment_id, event_id, at, contributions) select environment_id, data_id, at, velocities::json from x where fresh and velocities is not null
), o as (
  ${writeOutbox('data', { from: 'x', at: 'x.at', ref: 'x.data_id' })}
), u as (
  update data_event d set subject_type = x.subject_type, subject_id = x.subject_id, happened_at = x.happened_at, received_at = x.received_at,
  correlation_id = x.correlation_id, body = x.body
  from x where not x.fresh and d.environment_id = x.environment_id and d.at = x.at and d.data_id = x.data_id
)
select pg_current_xact_id()::text as transaction`

interface StoredData {
  environment_id: string
  event_type: string
  event_key: string
  at: string
  data_id: string
  body: Record<string, unknown>
}
/** SQLSTATEs of a key that is there already, and of writers that waited for each other. */
const passing: ReadonlySet<string> = new Set(['23505', '40P01'])

const keyOf = (environmentId: string, eventType: string, key: string): string =>
  `${environmentId}\n${eventType}\n${key}`

/**
 * Upserts a batch of data events; several of one key are merged in the order of arrival, and the first of them is the
 * new one.
 */
export async function writeDataEvents(query: Query, batch: readonly DataWrite[]): Promise<WrittenData[]> {
  try {
    return await mergeAndWrite(query, batch)
  } catch (error) {
    // An upload stored one of the keys after they were read: now it is found, and merged. Or it locked the same records
    // in another order.
    if (passing.has(codeOf(error))) return await mergeAndWrite(query, batch)
    throw error
  }
}

async function mergeAndWrite(query: Query, batch: readonly DataWrite[]): Promise<WrittenData[]> {
  const keys = JSON.stringify(
    batch.map(({ environmentId, eventType, key }) => ({
      environment_id: environmentId,
      event_type: eventType,
      event_key: key,
    })),
  )
  const { rows } = await query<StoredData>({ name: 'read-data', text: readData, values: [keys] })
  const stored = new Map(rows.map(row => [keyOf(row.environment_id, row.event_type, row.event_key), row]))
  const writes = new Map<string, Record<string, unknown> & { body: Record<string, unknown> }>()
  const written: { fresh: boolean }[] = []
  for (const data of batch) {
    const key = keyOf(data.environmentId, data.eventType, data.key)
    const before = stored.get(key)
    const earlier = writes.get(key)
    const fresh = before === undefined && earlier === undefined
    written.push({ fresh })
    writes.set(key, {
      environment_id: data.environmentId,
      event_type: data.eventType,
      event_key: data.key,
      at: before?.at ?? earlier?.at ?? data.receivedAt.toISOString(),
      data_id: before?.data_id ?? earlier?.data_id ?? data.dataId,
      entity_id: data.entityId,
      subject_type: data.subjectType,
      subject_id: data.subjectId,
      happened_at: data.happenedAt.toISOString(),
      received_at: data.receivedAt.toISOString(),
      correlation_id: data.correlationId,
      body: data.merge(earlier?.body ?? before?.body ?? null),
      fresh: before === undefined,
      velocities: fresh ? (data.velocities ?? null) : (earlier?.velocities ?? null),
    })
  }
  const {
    rows: [done],
  } = await query<{ transaction: string }>({
    name: 'write-data',
    text: writeData,
    values: [JSON.stringify([...writes.values()])],
  })
  return written.map(each => ({ ...each, transaction: Number(done?.transaction) }))
}
