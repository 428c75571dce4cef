import type { DecisionName } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'

export type CaseDecision = Case['decisions'][number]

/** The look of a decision; none for one that changes nothing. */
export const decisionLook = ({ caseAction }: Pick<CaseDecision, 'caseAction'>): DecisionName | undefined =>
  caseAction === 'Approve' ? 'approve' : caseAction === 'Reject' ? 'reject' : undefined

/** Keys of further decisions: no other shortcut of the page uses them. */
const furtherKeys = ['d', 'f', 'q', 'r', 's', 'j', 'k']

/**
 * Key of each decision, in their order: `a` is the first that approves, `z` the first that rejects. A decision beyond
 * the last key has none.
 */
export function decisionKeys(decisions: readonly CaseDecision[]): (string | undefined)[] {
  const approve = decisions.findIndex(({ caseAction }) => caseAction === 'Approve')
  const reject = decisions.findIndex(({ caseAction }) => caseAction === 'Reject')
  let used = 0
  return decisions.map((_, index) => (index === approve ? 'a' : index === reject ? 'z' : furtherKeys[used++]))
}

/** A decision with its reason already chosen. */
export interface QuickDecision {
  /** The digit that opens it. */
  key: string
  decision: CaseDecision
  reason: string
  /** Its reason is the first of its decision. */
  first: boolean
}

const digits = 9

/**
 * Decisions with their first reasons, for the keys 1 to 9: first the first reason of every decision, then the second of
 * every decision, and so on.
 */
export function quickDecisionsOf(decisions: readonly CaseDecision[]): QuickDecision[] {
  const rounds = Math.max(0, ...decisions.map(({ reasons }) => reasons.length))
  return Array.from({ length: rounds }, (_, round) =>
    decisions.flatMap(decision => {
      const reason = decision.reasons[round]
      return reason === undefined ? [] : [{ decision, reason, first: round === 0 }]
    }),
  )
    .flat()
    .slice(0, digits)
    .map((each, index) => ({ ...each, key: String(index + 1) }))
}
