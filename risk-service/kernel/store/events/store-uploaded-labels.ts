import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { LabelState, LabelWrite } from '../../../ports/index.ts'
import { lockLabelled, relabel } from './label-sql.ts'
import type { StoredRecords } from './store-uploaded-events.ts'
import { queryOn, uploadMark } from './upload-query.ts'

interface StoredLabel {
  label_key: string
  is_fraud: boolean | null
  label_at: Date
  upload_run: string | null
  body: Record<string, unknown>
}

/** A label of an upload, with the state that it has where none is stored. */
export interface UploadedLabel {
  write: LabelWrite
  state: LabelState
}

/**
 * Stores uploaded labels in the transaction, each key once, and labels the events that they name. One that was uploaded
 * before is replaced; one of the risk API is changed as if the risk API had received this one, unless it is as late.
 */
export async function storeUploadedLabels(
  trx: Db,
  environmentId: string,
  runId: string,
  labels: readonly UploadedLabel[],
): Promise<StoredRecords> {
  const { rows: existing } = await sql<StoredLabel>`
    select label_key, is_fraud, label_at, body, body ->> ${uploadMark} as upload_run from event_label
    where environment_id = ${environmentId}::uuid and label_key = any(${labels.map(({ write }) => write.key)}::text[])
    order by label_key for update`.execute(trx)
  const stored = new Map(existing.map(row => [row.label_key, row]))
  const written = labels.flatMap(({ write, state }) => {
    const row = stored.get(write.key)
    const isOwn = row === undefined || row.upload_run !== null
    if (!isOwn && row.label_at >= new Date(state.at)) return []
    const merged = isOwn
      ? { ...state, body: { ...state.body, [uploadMark]: runId } }
      : write.merge({ body: row.body, isFraud: row.is_fraud, at: row.label_at.toISOString() })
    return [
      {
        environment_id: environmentId,
        label_key: write.key,
        object_type: write.objectType,
        object_id: write.objectId,
        event_types: write.eventTypes,
        is_fraud: merged.isFraud,
        label_at: merged.at,
        body: merged.body,
      },
    ]
  })
  if (written.length === 0) return { stored: 0, replaced: 0, repeated: 0 }
  const { rows } = await sql<{ label_key: string }>`
    insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
    select environment_id, label_key, object_type, object_id, is_fraud, label_at, body
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as x(environment_id uuid, label_key text, object_type text,
      object_id text, is_fraud boolean, label_at timestamptz, body jsonb)
    order by label_key
    on conflict (environment_id, label_key) do update
    set is_fraud = excluded.is_fraud, label_at = excluded.label_at, body = excluded.body, received_at = now()
    -- One that the risk API stored since the labels were read stays.
    where event_label.label_key = any(${[...stored.keys()]}::text[])
    returning label_key`.execute(trx)
  const keys = new Set(rows.map(row => row.label_key))
  const changed = written.filter(({ label_key }) => keys.has(label_key))
  const values = [JSON.stringify(changed)]
  await queryOn(trx)({ name: 'lock-labelled', text: lockLabelled, values })
  // A statement of its own, so that it sees the labels just written, and those of others that the lock waited for.
  await queryOn(trx)({ name: 'relabel', text: relabel, values })
  const replaced = changed.flatMap(({ label_key }) => stored.get(label_key) ?? [])
  return {
    stored: changed.length,
    replaced: replaced.length,
    repeated: replaced.filter(row => row.upload_run === runId).length,
  }
}
