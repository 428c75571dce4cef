import {
  defaultFraudSignals,
  defaultNonFraudSignals,
  type FraudSignal,
  fraudSignals,
  type NonFraudSignal,
  nonFraudSignals,
} from '../../../../contract/reports/report-definitions.ts'
import { type DerivedFlags, inTimeOrder, isFraudSignal } from './derived-flags.ts'
import { instantOf, type ReportRecord } from './report-record.ts'

/** The signals that count. */
export interface SignalTypes {
  fraudTypes: readonly FraudSignal[]
  nonFraudTypes: readonly NonFraudSignal[]
}
export const defaultSignalTypes: SignalTypes = {
  fraudTypes: defaultFraudSignals,
  nonFraudTypes: defaultNonFraudSignals,
}

export interface FraudStatus {
  status: 'fraud' | 'nonfraud' | 'unknown'
  source: FraudSignal | NonFraudSignal | null
  /** When the signal was received. */
  received: string | null
}

/** A signal without the time that ranks it. */
export type DatedSignal = Pick<FraudStatus, 'received'> & { isFraud: boolean; source: FraudSignal | NonFraudSignal }
/** A signal with its own date. */
interface Signal extends DatedSignal {
  time: string
}

const allSignals: SignalTypes = { fraudTypes: fraudSignals, nonFraudTypes: nonFraudSignals }
const isEnabled = ({ isFraud, source }: DatedSignal, { fraudTypes, nonFraudTypes }: SignalTypes): boolean =>
  (isFraud ? fraudTypes : nonFraudTypes).some(each => each === source)

/** What was said of a transaction explicitly. */
export type StatedFields = Pick<ReportRecord, 'labels' | 'chargebacks' | 'refunds'>

/** Collects what was said of a transaction explicitly, in signals of the types that count. */
function explicitSignals(record: StatedFields, types: SignalTypes): Signal[] {
  const signals: Signal[] = record.labels.map(label => ({ ...label, source: 'Label' }))
  for (const [index, { status, time, received }] of inTimeOrder(record.chargebacks).entries()) {
    if (isFraudSignal(status, index === 0)) signals.push({ isFraud: true, source: 'Chargeback', time, received })
    if (status === 'Reversed') signals.push({ isFraud: false, source: 'ChargebackReversed', time, received })
  }
  for (const { status, reason, time, received } of record.refunds)
    if (status === 'Approved' && reason === 'FraudRefund')
      signals.push({ isFraud: true, source: 'Refund', time, received })
  return signals.filter(signal => isEnabled(signal, types))
}

/** Returns what merchant and bank did with a transaction, in the order in which it counts where nothing was said. */
function implicitSignals({ final, finalTime, time }: ReportRecord, flags: DerivedFlags): DatedSignal[] {
  const decided = finalTime ?? time
  const signals: DatedSignal[] = []
  if (final === 'Rejected' && !flags.sentToBank)
    signals.push({ isFraud: true, source: 'MerchantRejected', received: decided })
  if (flags.bankApproved) signals.push({ isFraud: false, source: 'BankApproved', received: flags.bankTime })
  if (final === 'Approved') signals.push({ isFraud: false, source: 'MerchantApproved', received: decided })
  return signals
}

/** Whether a signal prevails: the later one, at the same instant the one of fraud. */
function prevails(signal: Signal, over: Signal): boolean {
  const later = instantOf(signal.time) - instantOf(over.time)
  return later > 0 || (later === 0 && signal.isFraud && !over.isFraud)
}

/**
 * Returns when the fraud of a transaction became known: when the first signal of fraud came since it was last said to be
 * none. A chargeback that a label confirms later was known at once. A label counts from its own date, because one that is
 * imported or sent again is received anew. Null: it is no fraud.
 */
export function fraudKnownAt(
  record: ReportRecord,
  { status, received }: FraudStatus,
  types: SignalTypes,
): string | null {
  if (status !== 'fraud') return null
  const signals = explicitSignals(record, types)
  const cleared = Math.max(...signals.filter(({ isFraud }) => !isFraud).map(({ time }) => instantOf(time)), -Infinity)
  const times = signals
    // At one instant fraud prevails.
    .filter(({ isFraud, time }) => isFraud && instantOf(time) >= cleared)
    .map(({ source, time, received: arrival }) => (source === 'Label' ? time : (arrival ?? time)))
  return times.reduce((first, time) => (instantOf(time) < instantOf(first) ? time : first), times[0] ?? received ?? '')
}

/** Returns the signal that decides of those that were given explicitly; null: there is none. */
function decisiveSignal(signals: readonly Signal[]): Signal | null {
  const [first, ...others] = signals
  if (first === undefined) return null
  let decisive = first
  for (const signal of others) if (prevails(signal, decisive)) decisive = signal
  return decisive
}

/**
 * Returns the first signal of each type in the order in which they prevail, of all types: whatever types count, the first
 * of them decides.
 */
export function prevailingSignals(record: ReportRecord, flags: DerivedFlags): DatedSignal[] {
  const explicit = explicitSignals(record, allSignals)
    .toSorted(
      (left, right) => instantOf(right.time) - instantOf(left.time) || Number(right.isFraud) - Number(left.isFraud),
    )
    .map(({ isFraud, source, time, received }): DatedSignal => ({ isFraud, source, received: received ?? time }))
  const all = [...explicit, ...implicitSignals(record, flags)]
  return all.filter(
    ({ isFraud, source }, index) =>
      all.findIndex(other => other.isFraud === isFraud && other.source === source) === index,
  )
}

/** Whether the latest later event that speaks of fraud, of any type, says that a transaction is fraud; null: none does. */
export const fraudFlagOf = (record: ReportRecord): boolean | null =>
  decisiveSignal(explicitSignals(record, allSignals))?.isFraud ?? null

/** Returns the latest signal of label, chargeback or refund; null: nobody said whether it is fraud. */
export const latestSignalOf = (record: StatedFields): Signal | null =>
  decisiveSignal(explicitSignals(record, allSignals))

/**
 * Classifies a transaction. The latest explicit signal decides; without any, what merchant and bank did with it.
 * Unknown: nothing was said, so that it is in no numerator and no denominator of fraud.
 */
export function classifyRecord(record: ReportRecord, flags: DerivedFlags, types: SignalTypes): FraudStatus {
  const explicit = decisiveSignal(explicitSignals(record, types))
  const signal =
    explicit === null
      ? implicitSignals(record, flags).find(each => isEnabled(each, types))
      : { ...explicit, received: explicit.received ?? explicit.time }
  if (signal === undefined) return { status: 'unknown', source: null, received: null }
  return { status: signal.isFraud ? 'fraud' : 'nonfraud', source: signal.source, received: signal.received }
}
