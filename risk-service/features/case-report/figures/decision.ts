import type { usefulnessValues } from '../../../contract/cases/case-definitions.ts'
import type { Outcome } from '../../cases/model/case-record.ts'

/** A final decision with its case, as its history has it. Times in milliseconds. */
export interface Decision {
  caseId: string
  environmentId: string
  eventType: string
  externalId: string
  queueId: string
  /** Transaction date of the event. */
  eventAt: number
  enteredAt: number | null
  firstLockedAt: number | null
  decidedAt: number
  decision: string
  caseAction: Outcome['caseAction']
  reason: string
  via: Outcome['via']
  /** The person who chose; null: a time-out, the merchant’s status or the sample. */
  reviewerId: string | null
  reviewerName: string | null
  usefulness: (typeof usefulnessValues)[number] | null
  /** US cents. */
  amountUsd: number | null
  score: number
  rule: string | null
  clause: string | null
  slaResolutionAt: number | null
}

export const isByPerson = ({ via }: Pick<Decision, 'via'>): boolean =>
  via === 'Single' || via === 'Bulk' || via === 'Approval'
