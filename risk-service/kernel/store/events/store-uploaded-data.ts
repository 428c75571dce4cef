import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { type ArrayKind, type ArrayValue, binaryArray } from '../connection/binary-arrays.ts'
import type { StoredKeys } from './store-uploaded-events.ts'

/** An uploaded status, bank event, chargeback, refund or account update. */
interface UploadedData {
  dataId: string
  key: string
  entityId: string
  subjectType: string
  subjectId: string
  /** What was uploaded of it, in the order of the file; several add to one another. */
  records: readonly UploadedRecord[]
}

interface UploadedRecord {
  /** Null where it does not have a time. */
  happenedAt: Date | null
  body: Record<string, unknown>
}

export interface DataBatch {
  environmentId: string
  eventType: string
  /** That of the run. */
  correlationId: string
  receivedAt: Date
  /** Each key once. */
  items: readonly UploadedData[]
  /** A later record of a key adds to an uploaded one, too, instead of replacing it. */
  addsToUploads?: boolean
  /** Merges an uploaded body into the one that is stored, or was uploaded before it. */
  merge: (stored: Record<string, unknown>, uploaded: Record<string, unknown>) => Record<string, unknown>
}

interface DataRow {
  event_key: string
  /** With all of its digits; of a new key that of the batch. */
  at: string
  data_id: string
  entity_id: string
  subject_type: string
  subject_id: string
  happened_at: Date
  body: Record<string, unknown>
}

interface StoredData {
  event_key: string
  at: string
  data_id: string
  happened_at: Date
  is_uploaded: boolean
  is_repeated: boolean
  body: Record<string, unknown>
}

/**
 * Stores uploaded data events of one type in the transaction. One that was uploaded before is replaced: the latest upload
 * counts. One of the risk API is only changed by records that are later than it; one without a time is not. Counts are
 * those of records.
 */
export async function storeUploadedData(trx: Db, batch: DataBatch): Promise<StoredKeys> {
  const { environmentId, correlationId, receivedAt, items, addsToUploads = false, merge } = batch
  const existing = await readStored(trx, batch)
  const stored = new Map(existing.map(row => [row.event_key, row]))
  const fresh: DataRow[] = []
  const changed: DataRow[] = []
  const taken = new Map<string, { key: string; records: number }>()
  let repeated = 0
  for (const item of items) {
    const row = stored.get(item.key)
    const records = row === undefined || row.is_uploaded ? item.records : recordsAfter(row.happened_at, item.records)
    if (records.length === 0) continue
    const before = row === undefined || (row.is_uploaded && !addsToUploads) ? [] : [row.body]
    const values = {
      event_key: item.key,
      at: row?.at ?? '',
      data_id: row?.data_id ?? item.dataId,
      entity_id: item.entityId,
      subject_type: item.subjectType,
      subject_id: item.subjectId,
      happened_at: latestTime(records) ?? receivedAt,
      body: [...before, ...records.map(({ body }) => body)].reduce(merge),
    }
    ;(row === undefined ? fresh : changed).push(values)
    taken.set(values.data_id, { key: item.key, records: records.length })
    if (row?.is_repeated) repeated++
  }
  const inserted = await insertFresh(trx, batch, fresh)
  if (changed.length > 0)
    await sql`update data_event d set subject_type = x.subject_type, subject_id = x.subject_id, entity_id = x.entity_id,
        happened_at = x.happened_at, received_at = ${receivedAt}::timestamptz, body = x.body,
        correlation_id = case when d.correlation_id like 'upload:%' then ${correlationId} else d.correlation_id end
      from json_to_recordset(${JSON.stringify(changed)}::json) as x(at timestamptz, data_id uuid, entity_id text,
        subject_type text, subject_id text, happened_at timestamptz, body json)
      where d.environment_id = ${environmentId}::uuid and d.at = x.at and d.data_id = x.data_id`.execute(trx)
  const written = [...inserted, ...changed.map(({ data_id }) => data_id)].flatMap(id => taken.get(id) ?? [])
  const late = inserted.length === fresh.length ? none : await storeLate(trx, batch, fresh, inserted)
  return {
    keys: [...written.map(({ key }) => key), ...late.keys],
    stored: written.reduce((sum, { records }) => sum + records, 0) + late.stored,
    replaced: changed.length + late.replaced,
    repeated: repeated + late.repeated,
  }
}

const none: StoredKeys = { keys: [], stored: 0, replaced: 0, repeated: 0 }

/** Stores the records of keys that the risk API stored since they were read: now they are found. */
function storeLate(
  trx: Db,
  batch: DataBatch,
  fresh: readonly DataRow[],
  inserted: readonly string[],
): Promise<StoredKeys> {
  const ids = new Set(inserted)
  const keys = new Set(fresh.filter(({ data_id }) => !ids.has(data_id)).map(({ event_key }) => event_key))
  return storeUploadedData(trx, { ...batch, items: batch.items.filter(({ key }) => keys.has(key)) })
}

/** Returns the records of the keys of a batch that are stored, and locks them. */
async function readStored(
  trx: Db,
  { environmentId, eventType, correlationId, items }: DataBatch,
): Promise<StoredData[]> {
  const keys = binaryArray(
    'text',
    items.map(({ key }) => key),
  )
  const { rows: found } = await sql`
    select from data_event_key
    where environment_id = ${environmentId}::uuid and event_type = ${eventType} and event_key = any(${keys}::text[])`.execute(
    trx,
  )
  // Mostly there is none, and to plan a join with all months takes longer than to look for two thousand keys.
  if (found.length === 0) return []
  // Locks the records, too: the risk API changes them without their keys.
  const { rows } = await sql<StoredData>`
    select k.event_key, k.at::text as at, k.data_id, d.happened_at, d.body,
      coalesce(d.correlation_id like 'upload:%', false) as is_uploaded,
      coalesce(d.correlation_id = ${correlationId}, false) as is_repeated
    from data_event_key k
    join data_event d on d.environment_id = k.environment_id and d.at = k.at and d.data_id = k.data_id
    where k.environment_id = ${environmentId}::uuid and k.event_type = ${eventType} and k.event_key = any(${keys}::text[])
    order by k.event_key for update of k, d`.execute(trx)
  return rows
}

/** Inserts records of new keys. Returns their ids without those of keys that the risk API stored since they were read. */
async function insertFresh(
  trx: Db,
  { environmentId, eventType, correlationId, receivedAt }: DataBatch,
  fresh: readonly DataRow[],
): Promise<string[]> {
  if (fresh.length === 0) return []
  const column = (kind: ArrayKind, read: (row: DataRow) => ArrayValue) => binaryArray(kind, fresh.map(read))
  const { rows } = await sql<{ data_id: string }>`
    with x as materialized (
      select * from unnest(${column('text', row => row.event_key)}::text[], ${column('uuid', row => row.data_id)}::uuid[],
        ${column('text', row => row.entity_id)}::text[], ${column('text', row => row.subject_type)}::text[],
        ${column('text', row => row.subject_id)}::text[], ${column('time', row => row.happened_at)}::timestamptz[],
        ${column('json', row => JSON.stringify(row.body))}::json[])
        as x(event_key, data_id, entity_id, subject_type, subject_id, happened_at, body)
    ), k as (
      insert into data_event_key (environment_id, event_type, event_key, at, data_id)
      select ${environmentId}::uuid, ${eventType}, event_key, ${receivedAt}::timestamptz, data_id from x order by event_key
      on conflict do nothing returning data_id
    )
    insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id,
      happened_at, received_at, correlation_id, body)
    select ${environmentId}::uuid, ${receivedAt}::timestamptz, x.data_id, ${eventType}, x.event_key, x.entity_id,
      x.subject_type, x.subject_id, x.happened_at, ${receivedAt}::timestamptz, ${correlationId}, x.body
    from x join k on k.data_id = x.data_id returning data_id`.execute(trx)
  return rows.map(row => row.data_id)
}

const recordsAfter = (time: Date, records: readonly UploadedRecord[]): UploadedRecord[] =>
  records.filter(({ happenedAt }) => happenedAt !== null && happenedAt > time)

function latestTime(records: readonly UploadedRecord[]): Date | null {
  const times = records.flatMap(({ happenedAt }) => happenedAt?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times))
}
