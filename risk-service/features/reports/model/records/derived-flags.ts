import type { TransactionStatus } from '../../../../contract/reports/report-definitions.ts'
import { instantOf, type ReportRecord } from './report-record.ts'

export interface DerivedFlags {
  sentToBank: boolean
  bankApproved: boolean
  bankDeclined: boolean
  /** When the bank was last asked for an authorisation or a charge. */
  bankTime: string | null
  fraudChargeback: boolean
  /** When the chargeback in force was received. */
  chargebackReceived: string | null
  settled: boolean
  settleTime: string
}

/** Returns events in the order of time; those of one instant keep theirs. */
export const inTimeOrder = <Event extends { time: string }>(events: readonly Event[]): Event[] =>
  events.length < 2 ? [...events] : events.toSorted((left, right) => instantOf(left.time) - instantOf(right.time))

const switchesOn = new Set<string | null>(['Inquiry', 'Accepted', 'ResubmittedRequest'])

/** Whether a chargeback speaks of fraud: a dispute does only as the first event, else it changes nothing. */
export const isFraudSignal = (status: string | null, isFirst: boolean): boolean =>
  switchesOn.has(status) || (status === 'Disputed' && isFirst)

/** Derives what the bank and the chargebacks say of a transaction. */
export function deriveFlags({ time, bank, chargebacks }: ReportRecord): DerivedFlags {
  // Cancelled authorisations and reversed charges are no answers of the bank about the customer.
  const answers = inTimeOrder(bank.filter(({ type }) => type === 'Auth' || type === 'Charge'))
  const latest = answers.at(-1) ?? null
  let fraudChargeback = false
  let chargebackReceived: string | null = null
  for (const [index, chargeback] of inTimeOrder(chargebacks).entries()) {
    if (chargeback.status === 'Reversed') {
      fraudChargeback = false
      chargebackReceived = null
    } else if (!fraudChargeback && isFraudSignal(chargeback.status, index === 0)) {
      fraudChargeback = true
      chargebackReceived = chargeback.received ?? chargeback.time
    }
  }
  const bankApproved = latest?.status === 'Approved'
  return {
    sentToBank: latest !== null,
    bankApproved,
    bankDeclined: latest?.status === 'Declined',
    bankTime: latest?.time ?? null,
    fraudChargeback,
    chargebackReceived,
    settled: bankApproved || fraudChargeback,
    settleTime: answers.findLast(({ status }) => status === 'Approved')?.time ?? time,
  }
}

/** Returns the status of a transaction: the first of the list that applies. */
export function transactionStatusOf({ final, refunds }: ReportRecord, flags: DerivedFlags): TransactionStatus {
  if (flags.fraudChargeback) return 'Chargeback'
  if (refunds.some(({ status }) => status === 'Approved')) return 'Refund'
  if (flags.bankDeclined) return 'Bank declined'
  if (final === 'Rejected') return final
  if (final === 'Failed' || final === 'Canceled') return 'Failed or Canceled'
  if (flags.bankApproved) return 'Bank approved'
  return final === 'Approved' || final === 'Pending' ? final : 'Unknown'
}
