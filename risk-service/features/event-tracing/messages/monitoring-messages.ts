import { sql } from 'kysely'
import type { MonitoringKind } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { rowsParameter, type TracedMessage, type TracedRow } from './traced-message.ts'

/** Names of monitoring events. */
export const monitoringNames: Readonly<Record<MonitoringKind, string>> = {
  latency: 'FraudProtection.Monitoring.RequestLatencyMsDistribution',
  externalCall: 'FraudProtection.Monitoring.ExternalCalls',
  externalCallError: 'FraudProtection.Errors.ExternalCalls',
}

/** Returns events of monitoring, which are stored as they are sent. */
export async function monitoringMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: stored } = await sql<{ seq: number; id: string; kind: MonitoringKind; at: Date; body: string }>`
    select r.seq, m.id, m.kind, m.at, m.body from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, ref uuid)
    join monitoring_event m on m.id = r.ref and m.environment_id = r.environment_id`.execute(db)
  return stored.map(({ seq, id, kind, at, body }) => [
    seq,
    [{ kind, name: monitoringNames[kind], eventId: id, at, json: body }],
  ])
}
