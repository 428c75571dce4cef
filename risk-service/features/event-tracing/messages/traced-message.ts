import type { EventKind, MonitoringKind } from '../../../contract/index.ts'

/** What happened, as a row of the outbox refers to it. */
export interface TracedRow {
  seq: number
  environment_id: string
  kind: 'decision' | 'data' | 'label' | 'case' | 'audit' | MonitoringKind
  at: Date
  ref: string
  created_at: Date
}

/** An event in its published shape. */
export interface TracedMessage {
  kind: EventKind
  name: string
  /** Id of the event for its receivers. */
  eventId: string
  /** When it happened, as its metadata says. */
  at: Date
  /** The event as JSON: of a decision it is put together without being parsed. */
  json: string
}

/** Messages by the number of their row; a row whose event was deleted meanwhile has none. */
export type MessagesBySeq = Map<number, TracedMessage[]>

interface Envelope {
  name: string
  tenantId: string
  environmentId: string
  at: Date
}

/** Returns the members that every event has. */
export const envelopeOf = ({ name, tenantId, environmentId, at }: Envelope) => ({
  name,
  version: '1.0',
  metadata: { tenantId, environmentId, timestamp: at.toISOString() },
})

/** Returns rows as the parameter of a statement that joins them. */
export const rowsParameter = (rows: readonly TracedRow[]): string =>
  JSON.stringify(rows.map(({ seq, environment_id, at, ref }) => ({ seq, environment_id, at: at.toISOString(), ref })))
