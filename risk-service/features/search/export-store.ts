import { sql } from 'kysely'
import { isObject, objectOf } from '../../engine/lib/json.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { labelTypes } from '../../kernel/store/events/event-records.ts'
import type { Db } from '../../ports/database.ts'
import type { ExportedEvent } from './export-columns.ts'
import { latestKinds } from './fields/latest-fields.ts'
import type { PageRow } from './store.ts'

interface Documents {
  event_id: string
  environment_name: string
  request: unknown
  answer: string | null
  label: unknown
  latest: Record<string, unknown> | null
}

/** Adds the documents of events to their rows, in the same order; none where only columns of the row are exported. */
export async function loadDocuments(
  db: Db,
  eventType: string,
  page: readonly PageRow[],
  withDocuments: boolean,
  signal: AbortSignal,
): Promise<ExportedEvent[]> {
  if (!withDocuments || page.length === 0)
    return page.map(row => ({ row, environmentName: '', request: {}, answer: null, latest: {} }))
  const kinds = latestKinds(eventType)
  const keys = JSON.stringify(
    page.map(row => ({
      environment_id: row.environment_id,
      at: row.at_text,
      event_id: row.event_id,
      external_id: row.external_id,
    })),
  )
  // Related events of a type are sent as one kind each; the newest of every kind is read in one look-up.
  const { rows } = await sql<Documents>`
    select e.event_id, n.friendly_name as environment_name, b.request, replace(k.answer, E'\\x01', '') as answer,
      (select l.body from event_label l where l.environment_id = e.environment_id and l.object_type = any(${labelTypes(eventType)}::text[])
        and l.object_id = e.external_id order by l.label_at desc, l.received_at desc limit 1) as label,
      (select jsonb_object_agg(d.event_type, d.body) from (
        select distinct on (l.event_type) l.event_type, l.body from data_event l where l.environment_id = e.environment_id
        and l.subject_type = ${eventType} and l.subject_id = e.external_id and l.event_type = any(${kinds.flatMap(({ events }) => events)}::text[])
        order by l.event_type, l.happened_at desc, l.received_at desc) as d) as latest
    from jsonb_to_recordset(${keys}::jsonb) as e(environment_id uuid, at timestamptz, event_id uuid, external_id text)
    left join environment n on n.id = e.environment_id
    left join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    left join event_key k on k.environment_id = e.environment_id and k.event_type = ${eventType} and k.external_id = e.external_id`.execute(
    db,
    cancellable(signal),
  )
  const byId = new Map(rows.map(row => [row.event_id, row]))
  return page.map(row => {
    const found = byId.get(String(row.event_id))
    const bodies = objectOf(found?.latest)
    return {
      row,
      environmentName: found?.environment_name ?? '',
      request: objectOf(found?.request),
      answer: readAnswer(found?.answer ?? ''),
      latest: {
        latestLabel: found?.label,
        ...Object.fromEntries(
          kinds.map(({ prefix, events }) => [prefix, events.map(event => bodies[event]).find(isObject)]),
        ),
      },
    }
  })
}

/** The answer as JSON; null for an event that was never answered. */
function readAnswer(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
