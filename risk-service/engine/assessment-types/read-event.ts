import { validateBody } from '../ingest/validate-body.ts'
import type { Json } from '../lib/json.ts'
import type { AssessmentRegistry } from './assessment-registry.ts'

export interface EventReader {
  /**
   * Returns an event as a decision would read it, without fields that are never stored, and what is wrong with it; null
   * for an unknown assessment.
   */
  readEvent: (
    environmentId: string,
    eventType: string,
    body: Json,
  ) => { event: Json; externalId: string | null; messages: readonly string[] } | null
}

export const createEventReader = (assessments: Pick<AssessmentRegistry, 'typeOf'>): EventReader => ({
  readEvent(environmentId, eventType, body) {
    const type = assessments.typeOf(environmentId, eventType)
    if (type === null) return null
    const { value: event, issues } = type.normalise(body)
    return { event, externalId: type.idOf(event) ?? null, messages: validateBody(type, event, issues).messages }
  },
})
