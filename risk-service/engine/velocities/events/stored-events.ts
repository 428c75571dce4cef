import type { Decision } from '../../../contract/index.ts'
import type { AssessmentRegistry } from '../../assessment-types/assessment-registry.ts'
import type { CountryOf } from '../../enrich/enrich-purchase.ts'
import type { FactProviders } from '../../enrich/index.ts'
import type { Json } from '../../lib/json.ts'
import { rebuildRuleInput } from '../../replay/replay.ts'
import { createVelocityEvent, velocityEventNames } from './velocity-event.ts'

/** A decided event as it is stored. */
export interface StoredEvent {
  environment_id: string
  event_type: string
  at: Date
  decision: Decision
  reason: string
  rule: string | null
  clause: string | null
  risk_score: number
  request: Json
  enrichment: Json
}

/**
 * Creates a function that rebuilds an event for velocities, with the names under which they count it; null when its
 * assessment no longer exists. Values that were available only at the time are missing: the bot score, and data of
 * fingerprinted sessions beyond the stored attributes.
 */
export function createEventRebuilder({
  assessments,
  countryOf,
  providers,
}: {
  assessments: Pick<AssessmentRegistry, 'typeOf'>
  countryOf: CountryOf
  providers: FactProviders
}): (stored: StoredEvent) => { types: string[]; event: Json } | null {
  return ({
    environment_id: environmentId,
    event_type: eventType,
    at,
    decision,
    reason,
    rule,
    clause,
    risk_score: riskScore,
    request,
    enrichment,
  }) => {
    const kind = assessments.typeOf(environmentId, eventType)
    if (kind === null) return null
    const ruleInput = rebuildRuleInput(kind, { request, enrichment, at }, countryOf, providers)()
    const reasonCodes = typeof enrichment.riskReasonCodes === 'string' ? enrichment.riskReasonCodes : ''
    return {
      types: velocityEventNames(eventType, kind.generation),
      event: createVelocityEvent(ruleInput, { decision, reason, rule, clause, riskScore, reasonCodes }),
    }
  }
}
