import type { Case, ConflictReason, StartRefusal } from '@assay/risk-service/contract'
import { conflictErrorOf, validationErrorOf } from '../../../../platform/api/api-error.ts'

/** Why a review cannot be started or a change of a case was refused. */
export type RefusalKind =
  | StartRefusal
  | 'lockLost'
  | 'badState'
  | 'extensionLimit'
  | 'undoExpired'
  | 'correctionOff'
  | 'challengeOff'
  | 'challengeNoAction'
  | 'decisionUnknown'
  | 'reasonUnknown'
  | 'checklistIncomplete'

export interface Refusal {
  kind: RefusalKind
  /** Who was faster; null: the time-out of the queue, or the service. */
  by: string | null
  at: string | null
  /** When a hold, a reservation or a lock ends. */
  until: string | null
  decision: string | null
  reason: string | null
  /** The limit that was reached. */
  limit: number | null
}

const empty = { by: null, at: null, until: null, decision: null, reason: null, limit: null }

const kindByReason: Partial<Record<ConflictReason, RefusalKind>> = {
  'case.alreadyDecided': 'decided',
  'case.badState': 'badState',
  'case.conflictOfInterest': 'conflictOfInterest',
  'case.escalated': 'escalated',
  'case.extensionLimit': 'extensionLimit',
  'case.held': 'held',
  'case.lockedByOther': 'lockedByOther',
  'case.undoExpired': 'undoExpired',
  'challenge.noAction': 'challengeNoAction',
  'challenge.off': 'challengeOff',
  'correction.off': 'correctionOff',
  'lock.lost': 'lockLost',
  'locks.limit': 'locksLimit',
  'queue.restricted': 'restricted',
}
const kindByIssue = {
  'decision.unknown': 'decisionUnknown',
  'reason.unknown': 'reasonUnknown',
  'checklist.incomplete': 'checklistIncomplete',
} as const

/** A refusal with what the case itself says about it. */
export function describeRefusal(kind: RefusalKind, { lock, hold, outcome, assignee, assignedUntil }: Case): Refusal {
  if (kind === 'decided')
    return {
      ...empty,
      kind,
      by: outcome?.by?.name ?? null,
      at: outcome?.at ?? null,
      decision: outcome?.decision ?? null,
      reason: outcome?.reason ?? null,
    }
  if (kind === 'lockedByOther')
    return { ...empty, kind, by: lock?.owner.name ?? null, at: lock?.lockedAt ?? null, until: lock?.expiresAt ?? null }
  if (kind === 'lockLost') return { ...empty, kind, at: lock?.expiresAt ?? null }
  if (kind === 'held') return { ...empty, kind, by: hold?.owner.name ?? null, until: hold?.wakeAt ?? null }
  if (kind === 'assigned') return { ...empty, kind, by: assignee?.name ?? null, until: assignedUntil }
  return { ...empty, kind }
}

/** Why the caller cannot start a review of a case; null when nothing prevents it. */
export const startRefusalOf = (row: Case): Refusal | null =>
  row.own.startRefusal === null ? null : describeRefusal(row.own.startRefusal, row)

const isCaseIssue = (code: string): code is keyof typeof kindByIssue => code in kindByIssue

/**
 * What the service refused, with its words about who and when; null for every other failure.
 * @param row the case as the page shows it: what the answer leaves out is read there
 */
export function refusalOf(error: unknown, row: Case): Refusal | null {
  const kindOfIssue = validationErrorOf(error)
    ?.issues.map(({ code }) => (code !== undefined && isCaseIssue(code) ? kindByIssue[code] : undefined))
    .find(each => each !== undefined)
  if (kindOfIssue !== undefined) return describeRefusal(kindOfIssue, row)
  const conflict = conflictErrorOf(error)
  const kind = conflict?.reason ? kindByReason[conflict.reason] : undefined
  if (!conflict || kind === undefined) return null
  const shown = describeRefusal(kind, row)
  const stated = conflict.case
  return {
    ...shown,
    by: stated ? stated.by : shown.by,
    at: (kind === 'lockLost' ? (stated?.until ?? stated?.at) : stated?.at) ?? shown.at,
    until: stated?.until ?? shown.until,
    decision: stated?.decision ?? shown.decision,
    reason: stated?.reason ?? shown.reason,
    limit: conflict.limit ?? null,
  }
}
