import {
  latestStatuses,
  type TransactionStatus,
  transactionStatuses,
} from '../../../../contract/reports/report-definitions.ts'
import { dayNumberOf } from '../../../case-report/figures/periods.ts'
import type { AssessedRecord } from './assessed-record.ts'
import { type DerivedFlags, transactionStatusOf } from './derived-flags.ts'
import type { FraudStatus } from './fraud-status.ts'
import { instantOf } from './report-record.ts'

const decisions = [null, 'Approve', 'Review', 'Challenge', 'Reject'] as const
const fraudStatuses = ['unknown', 'nonfraud', 'fraud'] as const satisfies FraudStatus['status'][]
/** What the bank said: it was not asked, did not approve, or approved. */
const bankStates = ['none', 'sent', 'approved'] as const
/** Stands for statuses that merchants made up. */
export const otherStatus = 'Other' satisfies (typeof latestStatuses)[number]
/** Statuses of events and labels by their numbers; null: there is none. */
const observedStatuses = [null, ...latestStatuses] as const

/** What volumes and distributions need of a transaction. */
export interface Outcome {
  decision: (typeof decisions)[number]
  fraud: FraudStatus['status']
  flags: Pick<DerivedFlags, 'sentToBank' | 'bankApproved' | 'bankDeclined' | 'fraudChargeback' | 'settled'>
  status: TransactionStatus
  /** The status in the latest event or label. */
  observed: (typeof observedStatuses)[number]
  /** Whether it settled on another day than its own. */
  settledLater: boolean
}

/** The length of a list of values, and the place of one of them in it. */
type Digit = readonly [length: number, place: number]

const digitOf = <Value>(values: readonly Value[], value: Value, otherwise: number): Digit => {
  const place = values.indexOf(value)
  return [values.length, place < 0 ? otherwise : place]
}

/** Returns the day on which a transaction settled, as a number; null where it did not. */
export const settleDayOf = ({ flags }: AssessedRecord): number | null =>
  flags.settled ? dayNumberOf(instantOf(flags.settleTime)) : null

/**
 * Writes the outcome of a transaction as one number, by which the database groups quickly. The numbers are stored until
 * the next refresh.
 */
export function encodeOutcome(assessed: AssessedRecord, observed: string | null): number {
  const { record, flags, fraud } = assessed
  const settleDay = settleDayOf(assessed)
  const digits: Digit[] = [
    // First, where older numbers have nothing: sums of months that are no longer read keep them.
    [2, flags.bankDeclined ? 1 : 0],
    [2, settleDay === null || settleDay === dayNumberOf(instantOf(record.time)) ? 0 : 1],
    digitOf<string | null>(observedStatuses, observed, observedStatuses.length - 1),
    digitOf(transactionStatuses, transactionStatusOf(record, flags), 0),
    [2, flags.fraudChargeback ? 1 : 0],
    digitOf(bankStates, flags.bankApproved ? 'approved' : flags.sentToBank ? 'sent' : 'none', 0),
    digitOf(fraudStatuses, fraud.status, 0),
    // Other decisions count as none.
    digitOf<string | null>(decisions, record.decision, 0),
  ]
  return digits.reduce((code, [length, place]) => code * length + place, 0)
}

/** Reads the outcome of a number. */
export function decodeOutcome(code: number): Outcome {
  let rest = code
  const next = <Value>(values: readonly Value[]): Value => {
    const value = values[rest % values.length] as Value
    rest = Math.floor(rest / values.length)
    return value
  }
  const decision = next(decisions)
  const fraud = next(fraudStatuses)
  const bank = next(bankStates)
  const fraudChargeback = next([false, true])
  const status = next(transactionStatuses)
  const observed = next(observedStatuses)
  const settledLater = next([false, true])
  const bankDeclined = next([false, true])
  const bankApproved = bank === 'approved'
  const settled = bankApproved || fraudChargeback
  const flags = { sentToBank: bank !== 'none', bankApproved, bankDeclined, fraudChargeback, settled }
  return { decision, fraud, flags, status, observed, settledLater }
}
