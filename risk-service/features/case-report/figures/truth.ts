import type { OutcomeGroup } from '../../../contract/cases/report/report-definitions.ts'
import type { Accuracy, Truth } from '../../../contract/cases/report/report-figures.ts'
import type { Decision } from './decision.ts'
import { dayMs } from './periods.ts'
import { ratio } from './statistics.ts'

/**
 * What is in force about the event of a case: its labels without those of the case’s own decision, and a chargeback for
 * fraud. Times in milliseconds.
 */
export type Evidence = { caseId: string; at: number; receivedAt: number } & (
  | { kind: 'label'; isFraud: boolean }
  | { kind: 'chargeback' }
)

/** `good` by evidence; `silent`: nothing bad arrived within the maturity time; `unknown`: too young. */
type Verdict = 'fraud' | 'good' | 'silent' | 'unknown'

/** Returns the verdict of the label in force, the one with the latest time; null without a label. */
function labelVerdict(evidence: readonly Evidence[]): boolean | null {
  let latest: Extract<Evidence, { kind: 'label' }> | null = null
  for (const each of evidence)
    if (
      each.kind === 'label' &&
      (latest === null || each.at > latest.at || (each.at === latest.at && each.receivedAt > latest.receivedAt))
    )
      latest = each
  return latest?.isFraud ?? null
}

/** Returns what is known of a decided event. @param maturityMs time after which silence counts as good */
export function verdictOf(
  evidence: readonly Evidence[],
  decidedAt: number,
  { now, maturityMs }: { now: number; maturityMs: number },
): Verdict {
  const isFraud = labelVerdict(evidence)
  if (isFraud === true || evidence.some(({ kind }) => kind === 'chargeback')) return 'fraud'
  if (isFraud === false) return 'good'
  return now - decidedAt >= maturityMs ? 'silent' : 'unknown'
}

/** A decision, or some fields of it, with what is known of its event. */
export type JudgedDecision<Field extends keyof Decision = keyof Decision> = Pick<Decision, Field> & { verdict: Verdict }
/** What says how right a decision was. */
type JudgedAction = JudgedDecision<'caseAction'>

/** Adds to decisions what is known of their events. @param maturityDays days after which silence counts as good */
export function judge<Row extends Pick<Decision, 'caseId' | 'decidedAt'>>(
  decisions: readonly Row[],
  evidence: readonly Evidence[],
  { now, maturityDays }: { now: number; maturityDays: number },
): (Row & { verdict: Verdict })[] {
  const byCase = Map.groupBy(evidence, ({ caseId }) => caseId)
  const maturity = { now, maturityMs: maturityDays * dayMs }
  return decisions.map(each => ({
    ...each,
    verdict: verdictOf(byCase.get(each.caseId) ?? [], each.decidedAt, maturity),
  }))
}

/** Counts approved events: silence of mature ones is good. */
const approvedTruth = (rows: readonly JudgedAction[]): Truth =>
  truthOf(rows, verdict => (verdict === 'silent' ? 'good' : verdict))

/** Counts rejected events: silence is no evidence, because nothing can happen to what was rejected. */
const rejectedTruth = (rows: readonly JudgedAction[]): Truth =>
  truthOf(rows, verdict => (verdict === 'silent' ? 'unknown' : verdict))

function truthOf(rows: readonly JudgedAction[], read: (verdict: Verdict) => 'fraud' | 'good' | 'unknown'): Truth {
  const truth = { decided: rows.length, fraud: 0, good: 0, unknown: 0 }
  for (const { verdict } of rows) truth[read(verdict)] += 1
  return truth
}

/** Returns how right decisions were. Those without an action are left out. */
export function accuracyOf(decisions: readonly JudgedAction[]): Accuracy {
  const approved = approvedTruth(decisions.filter(({ caseAction }) => caseAction === 'Approve'))
  const rejected = rejectedTruth(decisions.filter(({ caseAction }) => caseAction === 'Reject'))
  const mature = approved.fraud + approved.good
  const evident = rejected.fraud + rejected.good
  return {
    approved,
    rejected,
    missedFraudRate: ratio(approved.fraud, mature),
    approveAccuracy: ratio(approved.good, mature),
    falseRejectRate: ratio(rejected.good, evident),
    accuracy: ratio(approved.good + rejected.fraud, mature + evident),
  }
}

/** Whether the event of a decision turned out to be the opposite of it. */
export const isWrong = ({ caseAction, verdict }: JudgedAction): boolean =>
  (caseAction === 'Approve' && verdict === 'fraud') || (caseAction === 'Reject' && verdict === 'good')

/** Returns the group of a decision; null for one without an action. */
export function groupOf({ caseAction, via }: Pick<Decision, 'caseAction' | 'via'>): OutcomeGroup | null {
  if (caseAction === 'None') return null
  if (via === 'Timeout') return caseAction === 'Approve' ? 'timedOutApproved' : 'timedOutRejected'
  return caseAction === 'Approve' ? 'approved' : 'rejected'
}
