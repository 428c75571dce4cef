import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { caseLimits } from './case-definitions.ts'
import { caseInput, decisionChoice } from './case-inputs.ts'

/** Results of a bulk decision, per case. */
export const bulkResults = [
  'applied',
  'sentForApproval',
  'case.alreadyDecided',
  'case.lockedByOther',
  'case.escalated',
  'case.isOrigin',
  'case.forbidden',
  'case.notFound',
  'case.conflict',
] as const

/** Results of taking back decisions, per case. */
export const undoResults = ['undone', 'case.undoExpired', 'case.conflict', 'case.forbidden', 'case.notFound'] as const

/** The procedures of cases that decide several of them. */
export const bulkProcedures = {
  decideMany: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/casemanagement/bulk-decisions`,
      summary: 'Decide several cases at once; each is decided on its own',
    })
    .input(
      environmentInput.extend({
        cases: z.array(caseInput).min(1),
        ...decisionChoice,
        /** The case from whose linked cases these were chosen; it cannot be one of them. */
        origin: caseInput.nullable().default(null),
        includeUnderReview: z.boolean().default(false),
      }),
    )
    .output(
      z.array(
        z.object({
          environmentId: uuid,
          eventType: assessmentKeySchema,
          id: z.string(),
          result: z.enum(bulkResults),
          /** Who was faster; null: nobody, or the service. */
          by: z.string().nullable(),
          /** When the other decided, or began the review; null where nobody was faster. */
          at: z.iso.datetime().nullable(),
          /** Until when the decision can be taken back; null when it cannot. */
          undoUntil: z.iso.datetime().nullable(),
        }),
      ),
    ),
  undoMany: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/casemanagement/bulk-decisions/undo`,
      summary: 'Take back the caller’s own decision of several cases before any effect leaves; each on its own',
    })
    .input(environmentInput.extend({ cases: z.array(caseInput).min(1).max(caseLimits.casesPerBulkDecision) }))
    .output(
      z.array(
        z.object({
          environmentId: uuid,
          eventType: assessmentKeySchema,
          id: z.string(),
          result: z.enum(undoResults),
        }),
      ),
    ),
}
