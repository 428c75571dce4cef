import { type DerivedFlags, inTimeOrder, isFraudSignal } from './derived-flags.ts'
import { instantOf, type ReportRecord } from './report-record.ts'

export const fraudSignals = ['Label', 'Chargeback', 'Refund', 'MerchantRejected'] as const
type FraudSignal = (typeof fraudSignals)[number]
export const nonFraudSignals = ['Label', 'ChargebackReversed', 'BankApproved', 'MerchantApproved'] as const
type NonFraudSignal = (typeof nonFraudSignals)[number]

/** The signals that count. */
export interface SignalTypes {
  fraudTypes: readonly FraudSignal[]
  nonFraudTypes: readonly NonFraudSignal[]
}
export const defaultSignalTypes: SignalTypes = {
  fraudTypes: ['Label', 'Chargeback', 'Refund'],
  nonFraudTypes: ['Label', 'ChargebackReversed', 'BankApproved'],
}

export interface FraudStatus {
  status: 'fraud' | 'nonfraud' | 'unknown'
  source: FraudSignal | NonFraudSignal | null
  /** When the signal was received. */
  received: string | null
}

interface Signal {
  isFraud: boolean
  source: FraudSignal | NonFraudSignal
  time: string
  received: string | null
}

/** Collects what was said of a transaction explicitly, in signals of the types that count. */
function explicitSignals(record: ReportRecord, types: SignalTypes): Signal[] {
  const signals: Signal[] = record.labels.map(label => ({ ...label, source: 'Label' }))
  for (const [index, { status, time, received }] of inTimeOrder(record.chargebacks).entries()) {
    if (isFraudSignal(status, index === 0)) signals.push({ isFraud: true, source: 'Chargeback', time, received })
    if (status === 'Reversed') signals.push({ isFraud: false, source: 'ChargebackReversed', time, received })
  }
  for (const { status, reason, time, received } of record.refunds)
    if (status === 'Approved' && reason === 'FraudRefund')
      signals.push({ isFraud: true, source: 'Refund', time, received })
  return signals.filter(({ isFraud, source }) =>
    (isFraud ? types.fraudTypes : types.nonFraudTypes).some(each => each === source),
  )
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

/**
 * Classifies a transaction. The latest explicit signal decides; without any, what merchant and bank did with it.
 * Unknown: nothing was said, so that it is in no numerator and no denominator of fraud.
 */
export function classifyRecord(record: ReportRecord, flags: DerivedFlags, types: SignalTypes): FraudStatus {
  const [first, ...others] = explicitSignals(record, types)
  if (first !== undefined) {
    let decisive = first
    for (const signal of others) if (prevails(signal, decisive)) decisive = signal
    const { isFraud, source, time, received } = decisive
    return { status: isFraud ? 'fraud' : 'nonfraud', source, received: received ?? time }
  }
  const { final, time } = record
  const decided = record.finalTime ?? time
  if (types.fraudTypes.includes('MerchantRejected') && final === 'Rejected' && !flags.sentToBank)
    return { status: 'fraud', source: 'MerchantRejected', received: decided }
  if (types.nonFraudTypes.includes('BankApproved') && flags.bankApproved)
    return { status: 'nonfraud', source: 'BankApproved', received: flags.bankTime }
  if (types.nonFraudTypes.includes('MerchantApproved') && final === 'Approved')
    return { status: 'nonfraud', source: 'MerchantApproved', received: decided }
  return { status: 'unknown', source: null, received: null }
}
