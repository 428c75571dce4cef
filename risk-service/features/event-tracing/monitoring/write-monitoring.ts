import { sql } from 'kysely'
import type { MonitoringKind } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { monitoringNames } from '../messages/monitoring-messages.ts'
import { envelopeOf } from '../messages/traced-message.ts'

/** An event of monitoring before it is written. */
export interface MonitoringEvent {
  environmentId: string
  kind: MonitoringKind
  at: Date
  /** The assessment, or the type of an event; null: it concerns none alone. */
  eventType: string | null
  /** Members besides the envelope. */
  members: object
}
/** What an environment gets of monitoring. */
export interface TracedPlace {
  tenantId: string
  kinds: ReadonlySet<MonitoringKind>
}

/** Returns the environments in which a subscription contains one of these kinds. */
export async function loadTracedPlaces(
  db: Db,
  kinds: readonly MonitoringKind[],
): Promise<ReadonlyMap<string, TracedPlace>> {
  const { rows } = await sql<{ environment_id: string; tenant_id: string; kinds: MonitoringKind[] }>`
    select t.environment_id, e.tenant_id, t.kinds from traced_environment t join environment e on e.id = t.environment_id
    where t.kinds && ${[...kinds]}::text[]`.execute(db)
  return new Map(rows.map(row => [row.environment_id, { tenantId: row.tenant_id, kinds: new Set(row.kinds) } as const]))
}

/** Writes events of monitoring with their rows of the outbox, where a subscription still contains their kind. */
export async function writeMonitoring(
  { db, newId }: Pick<Ports, 'db' | 'newId'>,
  events: readonly MonitoringEvent[],
  places: ReadonlyMap<string, TracedPlace>,
): Promise<void> {
  const rows = events.flatMap(({ environmentId, kind, at, eventType, members }) => {
    const place = places.get(environmentId)
    if (place?.kinds.has(kind) !== true) return []
    const envelope = envelopeOf({ name: monitoringNames[kind], tenantId: place.tenantId, environmentId, at })
    return {
      id: newId(),
      environment_id: environmentId,
      kind,
      event_type: eventType,
      at: at.toISOString(),
      body: JSON.stringify({ ...envelope, ...members }),
    }
  })
  if (rows.length === 0) return
  await sql`
    with x as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (id uuid, environment_id uuid, kind text, event_type text, at timestamptz, body text)
      ) with ordinality as x(id, environment_id, kind, event_type, at, body, n)
    ), written as (
      insert into monitoring_event (id, environment_id, kind, event_type, at, body)
      select x.id, x.environment_id, x.kind, x.event_type, x.at, x.body from x
      join traced_environment t on t.environment_id = x.environment_id and x.kind = any(t.kinds)
      returning id
    )
    insert into event_outbox (environment_id, kind, at, ref)
    select x.environment_id, x.kind, x.at, x.id::text from x join written w on w.id = x.id order by x.n`.execute(db)
}
