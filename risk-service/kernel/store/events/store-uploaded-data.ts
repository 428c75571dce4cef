import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { type ArrayKind, type ArrayValue, binaryArray } from '../connection/binary/binary-arrays.ts'
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
  /** All items as new ones, encoded in advance: nearly always none of them is stored. */
  encoded?: EncodedRows
}

interface DataRow {
  /** Records that are in it. */
  records: number
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

/** Encodes a batch before the transaction that stores it. */
export const encodeUploadedData = (batch: DataBatch): DataBatch => ({
  ...batch,
  encoded: encodeRows(batch.items.flatMap(item => rowOf(batch, item, undefined) ?? [])),
})

/**
 * Stores uploaded data events of one type in the transaction. One that was uploaded before is replaced: the latest upload
 * counts. One of the risk API is only changed by records that are later than it; one without a time is not. Counts are
 * those of records.
 */
export async function storeUploadedData(trx: Db, batch: DataBatch): Promise<StoredKeys> {
  const { environmentId, correlationId, receivedAt, items } = batch
  const existing = await readStored(trx, batch)
  const stored = new Map(existing.map(row => [row.event_key, row]))
  const changed =
    existing.length === 0
      ? []
      : items.flatMap(item => {
          const row = stored.get(item.key)
          return row === undefined ? [] : (rowOf(batch, item, row) ?? [])
        })
  const encoded =
    (existing.length === 0 ? batch.encoded : undefined) ??
    encodeRows(items.flatMap(item => (stored.has(item.key) ? [] : (rowOf(batch, item, undefined) ?? []))))
  const inserted = await insertFresh(trx, batch, encoded)
  if (changed.length > 0)
    await sql`update data_event d set subject_type = x.subject_type, subject_id = x.subject_id, entity_id = x.entity_id,
        happened_at = x.happened_at, received_at = ${receivedAt}::timestamptz, body = x.body,
        correlation_id = case when d.correlation_id like 'upload:%' then ${correlationId} else d.correlation_id end
      from json_to_recordset(${JSON.stringify(changed)}::json) as x(at timestamptz, data_id uuid, entity_id text,
        subject_type text, subject_id text, happened_at timestamptz, body json)
      where d.environment_id = ${environmentId}::uuid and d.at = x.at and d.data_id = x.data_id`.execute(trx)
  const written = [...inserted, ...changed]
  const late = inserted === encoded.rows ? none : await storeLate(trx, batch, encoded.rows, inserted)
  return {
    keys: [...written.map(row => row.event_key), ...late.keys],
    stored: written.reduce((sum, { records }) => sum + records, 0) + late.stored,
    replaced: changed.length + late.replaced,
    repeated: changed.filter(row => stored.get(row.event_key)?.is_repeated).length + late.repeated,
  }
}

/** Returns what an item makes of the record that is stored under its key; null where it does not change it. */
function rowOf(
  { receivedAt, addsToUploads = false, merge }: DataBatch,
  item: UploadedData,
  row: StoredData | undefined,
): DataRow | null {
  const records = row === undefined || row.is_uploaded ? item.records : recordsAfter(row.happened_at, item.records)
  if (records.length === 0) return null
  const before = row === undefined || (row.is_uploaded && !addsToUploads) ? [] : [row.body]
  return {
    records: records.length,
    event_key: item.key,
    at: row?.at ?? '',
    data_id: row?.data_id ?? item.dataId,
    entity_id: item.entityId,
    subject_type: item.subjectType,
    subject_id: item.subjectId,
    happened_at: latestTime(records) ?? receivedAt,
    body: [...before, ...records.map(({ body }) => body)].reduce(merge),
  }
}

const none: StoredKeys = { keys: [], stored: 0, replaced: 0, repeated: 0 }

/** Stores the records of keys that the risk API stored since they were read: now they are found. */
function storeLate(
  trx: Db,
  { encoded: _encoded, ...batch }: DataBatch,
  fresh: readonly DataRow[],
  inserted: readonly DataRow[],
): Promise<StoredKeys> {
  const keys = new Set(fresh.map(row => row.event_key))
  for (const row of inserted) keys.delete(row.event_key)
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

interface EncodedRows {
  rows: readonly DataRow[]
  keys: Buffer
  ids: Buffer
  /** Columns of the records but for their keys and ids. */
  columns: Buffer[]
}

function encodeRows(rows: readonly DataRow[]): EncodedRows {
  const column = (kind: ArrayKind, read: (row: DataRow) => ArrayValue) => binaryArray(kind, rows.map(read))
  return {
    rows,
    keys: column('text', row => row.event_key),
    ids: column('uuid', row => row.data_id),
    columns: [
      column('text', row => row.entity_id),
      column('text', row => row.subject_type),
      column('text', row => row.subject_id),
      column('time', row => row.happened_at),
      column('json', row => JSON.stringify(row.body)),
    ],
  }
}

/** Inserts records of new keys. Returns them without those of keys that the risk API stored since they were read. */
async function insertFresh(trx: Db, batch: DataBatch, encoded: EncodedRows): Promise<readonly DataRow[]> {
  const { environmentId, eventType, correlationId, receivedAt } = batch
  const { rows, keys, ids } = encoded
  if (rows.length === 0) return rows
  const { numAffectedRows } = await sql`
    insert into data_event_key (environment_id, event_type, at, event_key, data_id)
    select ${environmentId}::uuid, ${eventType}, ${receivedAt}::timestamptz, x.*
    from (select unnest(${keys}::text[]), unnest(${ids}::uuid[])) as x(event_key, data_id) order by x.event_key
    on conflict do nothing`.execute(trx)
  if (Number(numAffectedRows) < rows.length) {
    const own = await ownRows(trx, batch, encoded)
    return own.length === 0 ? own : insertRecords(own)
  }
  return insertRecords(rows, encoded)

  async function insertRecords(inserted: readonly DataRow[], of = encodeRows(inserted)): Promise<readonly DataRow[]> {
    const [entityIds, subjectTypes, subjectIds, times, bodies] = of.columns
    await sql`
      insert into data_event (environment_id, at, event_type, received_at, correlation_id, event_key, data_id, entity_id,
        subject_type, subject_id, happened_at, body)
      select ${environmentId}::uuid, ${receivedAt}::timestamptz, ${eventType}, ${receivedAt}::timestamptz, ${correlationId},
        unnest(${of.keys}::text[]), unnest(${of.ids}::uuid[]), unnest(${entityIds}::text[]), unnest(${subjectTypes}::text[]),
        unnest(${subjectIds}::text[]), unnest(${times}::timestamptz[]), unnest(${bodies}::json[])`.execute(trx)
    return inserted
  }
}

/** Returns the rows whose keys are stored with their ids. */
async function ownRows(trx: Db, { environmentId, eventType }: DataBatch, encoded: EncodedRows): Promise<DataRow[]> {
  const { rows } = await sql<{ data_id: string }>`
    select data_id from data_event_key k
    join (select unnest(${encoded.keys}::text[]), unnest(${encoded.ids}::uuid[])) as x(event_key, data_id)
      using (event_key, data_id)
    where k.environment_id = ${environmentId}::uuid and k.event_type = ${eventType}`.execute(trx)
  const ids = new Set(rows.map(row => row.data_id))
  return encoded.rows.filter(row => ids.has(row.data_id))
}

const recordsAfter = (time: Date, records: readonly UploadedRecord[]): UploadedRecord[] =>
  records.filter(({ happenedAt }) => happenedAt !== null && happenedAt > time)

function latestTime(records: readonly UploadedRecord[]): Date | null {
  const times = records.flatMap(({ happenedAt }) => happenedAt?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times))
}
