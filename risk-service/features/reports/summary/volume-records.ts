import type { ReportView } from '../../../contract/reports/report-definitions.ts'
import { dayName } from '../../case-report/figures/periods.ts'
import type { AssessedRecord } from '../model/records/assessed-record.ts'
import { decodeOutcome, type Outcome } from '../model/records/outcome-code.ts'
import type { DayVolume, OutcomeVolume } from './summary-reads.ts'

/** Transactions of a day with one outcome as a record of their weight: figures count it as they count one of each. */
export type VolumeRecord = AssessedRecord & Pick<Outcome, 'status' | 'observed' | 'fraudFlag' | 'settledLater'>

const weightOf = ({ events, cents }: DayVolume, view: ReportView): number => (view === 'count' ? events : cents / 100)

function recordOf(day: number, outcome: Outcome, weight: number): VolumeRecord {
  const time = dayName(day)
  return {
    record: {
      id: '',
      time,
      amountUsd: null,
      score: null,
      bot: null,
      decision: outcome.decision,
      rule: null,
      clause: null,
      observe: [],
      final: null,
      finalTime: null,
      bank: [],
      chargebacks: [],
      refunds: [],
      labels: [],
      attrs: {},
    },
    flags: { ...outcome.flags, bankTime: null, chargebackReceived: time, settleTime: time },
    fraud: { status: outcome.fraud, source: null, received: null },
    weight,
    status: outcome.status,
    observed: outcome.observed,
    fraudFlag: outcome.fraudFlag,
    settledLater: outcome.settledLater,
  }
}

/** Returns records of volumes by transaction date. */
export const outcomeRecords = (rows: readonly OutcomeVolume[], view: ReportView): VolumeRecord[] =>
  rows.map(row => recordOf(row.day, decodeOutcome(row.outcome), weightOf(row, view)))

/** Returns records of volumes by the day on which they became known as fraud or non-fraud. */
export const signalRecords = (rows: readonly OutcomeVolume[], view: ReportView): VolumeRecord[] =>
  outcomeRecords(rows, view).map(each => ({ ...each, fraud: { ...each.fraud, received: each.record.time } }))

const noOutcome = decodeOutcome(0)

/**
 * Returns records of volumes by the day on which a chargeback was received, or a transaction settled.
 * @param own by transaction date
 */
export function receiveRecords(
  {
    own,
    chargebacks,
    settled,
  }: { own: readonly VolumeRecord[]; chargebacks: readonly DayVolume[]; settled: readonly DayVolume[] },
  view: ReportView,
): AssessedRecord[] {
  const records = (rows: readonly DayVolume[], flags: Partial<Outcome['flags']>): AssessedRecord[] =>
    rows.map(row => recordOf(row.day, { ...noOutcome, flags: { ...noOutcome.flags, ...flags } }, weightOf(row, view)))
  return [
    ...own
      .filter(({ settledLater }) => !settledLater)
      // Their chargebacks are among those by the day of receipt.
      .map(each => ({ ...each, flags: { ...each.flags, fraudChargeback: false } })),
    ...records(chargebacks, { fraudChargeback: true }),
    ...records(settled, { settled: true }),
  ]
}
