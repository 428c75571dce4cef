import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportQuality } from '../../../contract/cases/report/report-tabs.ts'
import type { Decision } from './decision.ts'
import { ratio } from './statistics.ts'

/** A second person’s look at a decision, or its correction. */
export interface SecondLook {
  caseId: string
  queueId: string | null
  /** Milliseconds. */
  at: number
  kind: 'agreed' | 'disagreed' | 'corrected'
  /** Null: nobody decided first, for example a time-out. */
  firstId: string | null
  firstName: string | null
  secondId: string | null
  secondName: string | null
  /** Null in histories that do not have it. */
  firstAction: Decision['caseAction'] | null
  secondAction: Decision['caseAction'] | null
  firstDecision: string | null
  secondDecision: string | null
}

/** Whether the second look changed the decision. */
export const isOverturned = ({ kind, firstDecision, secondDecision }: SecondLook): boolean =>
  kind === 'disagreed' || (kind === 'corrected' && firstDecision !== secondDecision)

const isPair = ({ kind }: SecondLook): boolean => kind !== 'corrected'

/** Returns how often second persons disagreed, and whether the agreement is better than by chance. */
export function agreementOf(looks: readonly SecondLook[]): ReportQuality['secondLooks'] {
  const pairs = looks.filter(isPair)
  const disagreements = pairs.filter(({ kind }) => kind === 'disagreed').length
  return {
    pairs: pairs.length,
    disagreements,
    disagreementRate: ratio(disagreements, pairs.length),
    kappa: kappaOf(pairs),
  }
}

/** Returns Cohen’s kappa over the actions of both persons; null for too few pairs, and where chance explains all. */
function kappaOf(pairs: readonly SecondLook[]): number | null {
  const choices = pairs.flatMap(({ firstAction, secondAction }) =>
    firstAction === null || secondAction === null ? [] : [{ firstAction, secondAction }],
  )
  const count = choices.length
  if (count < reportLimits.kappaPairs) return null
  const observed = choices.filter(({ firstAction, secondAction }) => firstAction === secondAction).length / count
  let expected = 0
  for (const action of ['Approve', 'Reject', 'None'] as const) {
    const first = choices.filter(each => each.firstAction === action).length
    const second = choices.filter(each => each.secondAction === action).length
    expected += (first / count) * (second / count)
  }
  return expected === 1 ? null : (observed - expected) / (1 - expected)
}

/** Returns the share of decisions that a second look changed. */
export function overturnOf(looks: readonly SecondLook[]): ReportQuality['overturn'] {
  const changed = looks.filter(isOverturned)
  const corrections = changed.filter(({ kind }) => kind === 'corrected').length
  return {
    looked: looks.length,
    disagreements: changed.length - corrections,
    corrections,
    rate: ratio(changed.length, looks.length),
  }
}
