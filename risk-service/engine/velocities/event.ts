import type { Decision } from '../../contract/index.ts'
import type { Json } from '../json.ts'

export interface Decided {
  decision: Decision
  reason: string
  rule: string | null
  clause: string | null
  riskScore: number
  botScore?: number | undefined
  reasonCodes: string
}

/** An event as velocities see it: what its rules saw, the scores, and what came of it. */
export function velocityEvent(
  seen: Json,
  { decision, reason, rule, clause, riskScore, botScore, reasonCodes }: Decided,
): Json {
  return {
    ...seen,
    riskScore,
    reasonCodes,
    ...(botScore === undefined ? {} : { botScore }),
    ruleEvaluation: { decision, reason, rule, clauseName: clause },
  }
}

/** Names under which velocities count an assessment; `CustomAssessment` is any of the older custom ones. */
export const namesOf = (eventType: string, generation: 'builtIn' | 'wizard' | 'legacyCustom'): string[] =>
  generation === 'legacyCustom' ? [eventType, 'CustomAssessment'] : [eventType]
