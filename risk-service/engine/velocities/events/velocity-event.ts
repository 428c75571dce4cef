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

/** Creates the event that velocities read: the input of its rules, the scores, and the decision. */
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

/** Returns the names under which velocities count an assessment; `CustomAssessment` is any of the older custom ones. */
export const velocityEventNames = (eventType: string, generation: 'builtIn' | 'wizard' | 'legacyCustom'): string[] =>
  generation === 'legacyCustom' ? [eventType, 'CustomAssessment'] : [eventType]
