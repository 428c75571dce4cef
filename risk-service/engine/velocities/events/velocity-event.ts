import type { Decision } from '../../../contract/index.ts'
import type { Json } from '../../lib/json.ts'

export interface DecisionOutcome {
  decision: Decision
  reason: string
  rule: string | null
  clause: string | null
  riskScore: number
  botScore?: number | undefined
  reasonCodes: string
}

/** An event as velocities see it: what its rules saw, the scores, and what came of it. */
export function createVelocityEvent(
  ruleInput: Json,
  { decision, reason, rule, clause, riskScore, botScore, reasonCodes }: DecisionOutcome,
): Json {
  return {
    ...ruleInput,
    riskScore,
    reasonCodes,
    ...(botScore === undefined ? {} : { botScore }),
    ruleEvaluation: { decision, reason, rule, clauseName: clause },
  }
}

/** Names under which velocities count an assessment; `CustomAssessment` is any of the older custom ones. */
export const velocityEventNames = (eventType: string, generation: 'builtIn' | 'wizard' | 'legacyCustom'): string[] =>
  generation === 'legacyCustom' ? [eventType, 'CustomAssessment'] : [eventType]
