import type { ReportView } from '../../../../contract/reports/report-definitions.ts'
import { type DerivedFlags, deriveFlags } from './derived-flags.ts'
import { classifyRecord, type FraudStatus, type SignalTypes } from './fraud-status.ts'
import type { ReportRecord } from './report-record.ts'

/** A record with all that figures need of it. */
export interface AssessedRecord {
  record: ReportRecord
  flags: DerivedFlags
  fraud: FraudStatus
  /** 1, or the amount in US dollars. */
  weight: number
}

export interface ReportOptions extends SignalTypes {
  view: ReportView
}

const weightOf = ({ amountUsd }: ReportRecord, view: ReportView): number => (view === 'count' ? 1 : (amountUsd ?? 0))

/** Derives flags, fraud status and weight of each record. */
export const assessRecords = (records: readonly ReportRecord[], options: ReportOptions): AssessedRecord[] =>
  records.map(record => {
    const flags = deriveFlags(record)
    return { record, flags, fraud: classifyRecord(record, flags, options), weight: weightOf(record, options.view) }
  })
