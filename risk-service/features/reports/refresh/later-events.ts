import { statusNameOf } from '../../../engine/data-events/status-names.ts'
import type { ReportRecord } from '../model/records/report-record.ts'
import type { LaterKind } from './reported-type.ts'

/** An event about a transaction as it is stored, in the order of its time. */
export interface LaterEvent {
  kind: LaterKind
  time: string
  received: string
  type: string | null
  status: string | null
  reason: string | null
}
/** A label in effect. */
export interface LaterLabel {
  /** Null: it has no verdict, such as one that says only that a charge is disputed. */
  is_fraud: boolean | null
  state: string | null
  time: string
  received: string
  /** All of it; null where no report shows its fields. */
  body: unknown
}

/** The fields of a record that come from later events. */
export type LaterFields = Pick<ReportRecord, 'final' | 'finalTime' | 'bank' | 'chargebacks' | 'refunds' | 'labels'> & {
  /** The status in the latest event or label. */
  observed: string | null
}

/**
 * Sorts later events into the fields of a record.
 * @param events in the order of their time
 * @param inEffect labels, of which those without a verdict say nothing of these fields
 */
export function laterFieldsOf(events: readonly LaterEvent[], inEffect: readonly LaterLabel[]): LaterFields {
  const labels = inEffect.flatMap(label => (label.is_fraud === null ? [] : [{ ...label, is_fraud: label.is_fraud }]))
  const named = events.map(each => ({
    ...each,
    type: statusNameOf(each.type),
    status: statusNameOf(each.status),
    reason: statusNameOf(each.reason),
  }))
  const of = (kind: LaterKind) => named.filter(each => each.kind === kind)
  const final = of('status').at(-1)
  let latest: { time: string; status: string | null } | null = null
  const statuses = [...named, ...labels.map(({ time, state }) => ({ time, status: statusNameOf(state) }))]
  for (const { time, status } of statuses)
    if (status !== null && status !== '' && (latest === null || time >= latest.time)) latest = { time, status }
  return {
    final: final?.status ?? null,
    finalTime: final?.time ?? null,
    bank: of('bank').map(({ type, status, time }) => ({ type, status, time })),
    chargebacks: of('chargeback').map(({ status, time, received }) => ({ status, time, received })),
    refunds: of('refund').map(({ status, reason, time, received }) => ({ status, reason, time, received })),
    labels: labels.map(({ is_fraud, time, received }) => ({ isFraud: is_fraud, time, received })),
    observed: latest?.status ?? null,
  }
}
