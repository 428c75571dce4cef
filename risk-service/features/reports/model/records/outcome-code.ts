import {
  type FraudFlag,
  fraudFlags,
  latestStatuses,
  type TransactionStatus,
  transactionStatuses,
} from '../../../../contract/reports/report-definitions.ts'
import { dayNumberOf } from '../../../case-report/figures/periods.ts'
import type { AssessedRecord } from './assessed-record.ts'
import { type DerivedFlags, transactionStatusOf } from './derived-flags.ts'
import { type FraudStatus, fraudFlagOf } from './fraud-status.ts'
import { instantOf } from './report-record.ts'

const decisions = [null, 'Approve', 'Review', 'Challenge', 'Reject'] as const
const fraudStatuses = ['unknown', 'nonfraud', 'fraud'] as const satisfies FraudStatus['status'][]
/** What the bank said: it was not asked, did not approve, or approved. */
const bankStates = ['none', 'sent', 'approved'] as const
/** Stands for statuses that merchants made up. */
export const otherStatus = 'Other' satisfies (typeof latestStatuses)[number]
/** Statuses of events and labels by their numbers; null: there is none. */
const observedStatuses = [null, ...latestStatuses] as const

const flagStates = [null, ...fraudFlags] as const

/** What volumes and distributions need of a transaction. */
export interface Outcome {
  decision: (typeof decisions)[number]
  fraud: FraudStatus['status']
  flags: Pick<DerivedFlags, 'sentToBank' | 'bankApproved' | 'bankDeclined' | 'fraudChargeback' | 'settled'>
  status: TransactionStatus
  /** The status in the latest event or label. */
  observed: (typeof observedStatuses)[number]
  /** What the latest later event that speaks of fraud says; null: none does. */
  fraudFlag: (typeof flagStates)[number]
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

const flagStateOf = (record: AssessedRecord['record']): FraudFlag | null => {
  const flag = fraudFlagOf(record)
  return flag === null ? null : flag ? 'Fraud' : 'NonFraud'
}

/**
 * Writes the outcome of a transaction as one number, by which the database groups quickly. The numbers are stored until
 * the next refresh.
 */
export function encodeOutcome(assessed: AssessedRecord, observed: string | null): number {
  const { record, flags, fraud } = assessed
  const settleDay = settleDayOf(assessed)
  const digits: Digit[] = [
    // First, where older numbers have nothing: sums of months that are no longer read keep them.
    digitOf<string | null>(flagStates, flagStateOf(record), 0),
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
  const fraudFlag = next(flagStates)
  const bankApproved = bank === 'approved'
  const settled = bankApproved || fraudChargeback
  const flags = { sentToBank: bank !== 'none', bankApproved, bankDeclined, fraudChargeback, settled }
  return { decision, fraud, flags, status, observed, fraudFlag, settledLater }
}

const noYes = [false, true] as const
/** What the digits of a number stand for, from the last one on. */
const digits = {
  decision: decisions,
  fraud: fraudStatuses,
  bank: bankStates,
  chargeback: noYes,
  status: transactionStatuses,
  observed: observedStatuses,
  settledLater: noYes,
  bankDeclined: noYes,
  fraudFlag: flagStates,
} as const
type DigitName = keyof typeof digits

/** A digit of an outcome: its number ÷ `unit` modulo `length`. */
interface DigitPlace {
  unit: number
  length: number
}
function placeOf(name: DigitName): DigitPlace {
  let unit = 1
  for (const [each, { length }] of Object.entries(digits)) {
    if (each === name) return { unit, length }
    unit *= length
  }
  throw new Error(`No digit is named ${name}.`)
}

/** The digit of the fraud status, and its values. */
export const fraudDigit = {
  ...placeOf('fraud'),
  unknown: fraudStatuses.indexOf('unknown'),
  nonFraud: fraudStatuses.indexOf('nonfraud'),
  fraud: fraudStatuses.indexOf('fraud'),
} as const

/** Accepted parts of an outcome; empty: any. */
export interface OutcomeFilter {
  ruleDecisions: readonly string[]
  transactionStatuses: readonly string[]
  latestStatuses: readonly string[]
  fraudFlags: readonly string[]
}
const filteredDigits = {
  ruleDecisions: 'decision',
  transactionStatuses: 'status',
  latestStatuses: 'observed',
  fraudFlags: 'fraudFlag',
} as const satisfies Record<keyof OutcomeFilter, DigitName>

/** Returns the digits that a filter accepts, each with its place; none: every outcome passes. */
export const acceptedDigits = (filter: OutcomeFilter): (DigitPlace & { accepted: number[] })[] =>
  (Object.keys(filteredDigits) as (keyof OutcomeFilter)[])
    .filter(name => filter[name].length > 0)
    .map(name => {
      const values: readonly (string | null)[] = digits[filteredDigits[name]]
      return {
        ...placeOf(filteredDigits[name]),
        accepted: filter[name].map(value => values.indexOf(value)).filter(digit => digit >= 0),
      }
    })
