import type { Case, CaseRow, Person } from '@assay/risk-service/contract'

/** `review`: the caller holds the lock; `view`: somebody else or nobody does; `decided`: the case is final. */
export type CaseMode = 'review' | 'view' | 'decided'

/** True for a case that can change no more, except by a correction. */
const isFinalCase = ({ state }: Pick<CaseRow, 'state'>): boolean =>
  state === 'Decided' || state === 'NotRouted' || state === 'Removed'

/**
 * What a case lets the caller do now.
 * @param lockEnded the lock has run out by the clock of the service: it counts as absent from then on
 */
export function caseModeOf(row: Pick<Case, 'state' | 'lock' | 'own'>, lockEnded: boolean): CaseMode {
  if (isFinalCase(row)) return 'decided'
  return row.own.leaseToken !== null && row.lock !== null && !lockEnded ? 'review' : 'view'
}

/** How the review of the caller ended without the caller's doing. */
export type LockLoss =
  | { kind: 'expired'; at: string }
  /** `by` null: the service, such as after a change of rights. */
  | { kind: 'released'; by: Person | null }

/**
 * Why a review ended that no action of this page has ended; null when it goes on, or when a decision ended it, which
 * the page shows by itself.
 * @param before the case as it was under review by the caller
 */
export function lockLossOf(before: Case, after: Case, lockEnded: boolean): LockLoss | null {
  if (caseModeOf(after, lockEnded) !== 'view' || before.lock === null) return null
  // What the service still shows, or showed last, was overtaken by the clock.
  if (lockEnded) return { kind: 'expired', at: before.lock.expiresAt }
  return { kind: 'released', by: null }
}
