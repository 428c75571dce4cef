import { fraudSignals, nonFraudSignals } from '../../../../contract/reports/report-definitions.ts'
import { dayNumberOf } from '../../../case-report/figures/periods.ts'
import type { DerivedFlags } from './derived-flags.ts'
import { type DatedSignal, prevailingSignals, type SignalTypes } from './fraud-status.ts'
import { instantOf, type ReportRecord } from './report-record.ts'

/** Above the number of any day: a code is the number of its type times this, and the day. */
export const signalTypeFactor = 100_000
/** Numbers below are those of fraud, from it on those of non-fraud. */
export const firstNonFraudType = fraudSignals.length

const typeOf = ({ isFraud, source }: Pick<DatedSignal, 'isFraud' | 'source'>): number =>
  isFraud
    ? fraudSignals.findIndex(name => name === source)
    : firstNonFraudType + nonFraudSignals.findIndex(name => name === source)

/** Writes each signal of a transaction with the day of its receipt as a number; the prevailing one is the first. */
export const encodeSignals = (record: ReportRecord, flags: DerivedFlags): number[] =>
  prevailingSignals(record, flags).map(
    signal =>
      typeOf(signal) * signalTypeFactor +
      // Clients fill dates with the first or last day of their calendar; neither may change the type.
      Math.min(signalTypeFactor - 1, Math.max(0, dayNumberOf(instantOf(signal.received ?? record.time)))),
  )

/** Returns the numbers of the types of signals that count. */
export const signalTypeNumbers = ({ fraudTypes, nonFraudTypes }: SignalTypes): number[] => [
  ...fraudTypes.map(source => typeOf({ isFraud: true, source })),
  ...nonFraudTypes.map(source => typeOf({ isFraud: false, source })),
]
