import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { bulkProcedures } from './bulk-decisions.ts'
import { caseConfigurationSchema, storedCaseConfigurationSchema } from './case-decisions.ts'
import { caseLimits } from './case-definitions.ts'
import { caseEventSchema, caseRowSchema, caseSchema } from './case-entities.ts'
import { bundleInput, caseInput, decisionChoice, leaseInput, note } from './case-inputs.ts'
import { savingEstimateSchema } from './case-saving.ts'
import { summaryProcedures } from './case-summary.ts'
import { personSchema } from './queue-entities.ts'
import { tagSchema } from './quick-decisions.ts'
import { similarCaseSchema } from './similar-cases.ts'
import { mentionProcedures } from './work/case-mentions.ts'

const casePath = `${environmentRoute}/casemanagement/cases/{eventType}/{id}`

export const casesContract = {
  get: procedure
    .route({ method: 'GET', path: casePath, summary: 'One case with what the caller may do' })
    .input(caseInput)
    .output(caseSchema),
  find: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/events/{eventType}/{id}/case`,
      summary: 'The case of an event; null for an event without one',
    })
    .input(caseInput)
    .output(z.object({ case: caseSchema.nullable() })),
  history: procedure
    .route({ method: 'GET', path: `${casePath}/history`, summary: 'What happened to a case, the latest first' })
    .input(caseInput)
    .output(z.array(caseEventSchema)),
  saving: procedure
    .route({
      method: 'GET',
      path: `${casePath}/saving`,
      summary: 'How the expected saving of a case was estimated; null in a queue that is not ordered by it',
    })
    .input(caseInput)
    .output(z.object({ estimate: savingEstimateSchema.nullable() })),
  similar: procedure
    .route({ method: 'GET', path: `${casePath}/similar`, summary: 'The decided cases that are closest to a case' })
    .input(caseInput)
    .output(z.array(similarCaseSchema)),
  unfinished: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/unfinished`,
      summary: 'The caller’s work: locked cases, assigned ones, own holds, and approvals that wait for the caller',
    })
    .input(environmentInput)
    .output(
      z.object({
        locked: z.array(caseRowSchema),
        assigned: z.array(caseRowSchema),
        onHold: z.array(caseRowSchema),
        approvals: z.array(caseRowSchema),
      }),
    ),
  reviewers: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/reviewers`,
      summary: 'Users who may review cases of the environment, by name',
    })
    .input(environmentInput)
    .output(z.array(personSchema.extend({ username: z.string(), manager: z.boolean() }))),
  lock: procedure
    .route({ method: 'POST', path: `${casePath}/lock`, summary: 'Start the review of a case' })
    .input(caseInput)
    .output(caseSchema),
  extend: procedure
    .route({ method: 'POST', path: `${casePath}/lock/extend`, summary: 'Go on with a review for another 30 minutes' })
    .input(leaseInput)
    .output(caseSchema),
  takeBundle: procedure
    .route({
      method: 'POST',
      path: `${casePath}/bundle`,
      summary: 'Review waiting cases with the same customer, instrument or device together with a case',
      description: `At most ${caseLimits.bundle} are taken; they count as one review. Cases that others take at the same moment are left out, and named ones without such a link that the caller could not choose: those of a restricted queue, and of a queue in which the caller reviews another case.`,
    })
    .input(bundleInput)
    .output(caseSchema),
  releaseBundle: procedure
    .route({
      method: 'POST',
      path: `${casePath}/bundle/release`,
      summary: 'Return a case and those that are reviewed together with it to their queues undecided',
    })
    .input(leaseInput.extend({ note }))
    .output(z.object({ released: z.number().int() })),
  reportActivity: procedure
    .route({
      method: 'POST',
      path: `${casePath}/lock/activity`,
      summary: 'Report every 20 seconds that the owner of a lock works on the case; it does not extend the lock',
    })
    .input(leaseInput)
    .output(z.object({ expiresAt: z.iso.datetime() })),
  decide: procedure
    .route({ method: 'POST', path: `${casePath}/decision`, summary: 'Decide a case' })
    .input(leaseInput.extend(decisionChoice))
    .output(caseSchema),
  undo: procedure
    .route({
      method: 'POST',
      path: `${casePath}/undo`,
      summary: 'Take back the caller’s own decision before any effect leaves; the caller goes on with the review',
    })
    .input(caseInput)
    .output(caseSchema),
  correct: procedure
    .route({
      method: 'POST',
      path: `${casePath}/correction`,
      summary: 'Replace a decision within 24 hours, where the tenant allows corrections',
    })
    .input(caseInput.extend(decisionChoice))
    .output(caseSchema),
  sendBack: procedure
    .route({ method: 'POST', path: `${casePath}/sendback`, summary: 'Return a case to its queue undecided' })
    .input(leaseInput.extend({ note }))
    .output(caseSchema),
  escalate: procedure
    .route({ method: 'POST', path: `${casePath}/escalate`, summary: 'Pass a case to supervisors and managers' })
    .input(leaseInput.extend({ reason: z.string().trim().min(1).max(caseLimits.note) }))
    .output(caseSchema),
  hold: procedure
    .route({ method: 'POST', path: `${casePath}/hold`, summary: 'Park a case until a time' })
    .input(leaseInput.extend({ until: z.iso.datetime(), reason: z.string().trim().min(1).max(caseLimits.note) }))
    .output(caseSchema),
  challenge: procedure
    .route({
      method: 'POST',
      path: `${casePath}/challenge`,
      summary: 'Ask the customer for a challenge; the case is on hold until the answer comes',
      description:
        'Runs the action that is configured for challenges. A later status with the reason of a passed, failed or abandoned challenge ends the hold.',
    })
    .input(
      leaseInput.extend({
        note,
        /** Time for the answer; then the case is in its queue again without one. */
        hours: z.number().int().min(1).max(caseLimits.longestChallengeHours).default(caseLimits.challengeHours),
      }),
    )
    .output(caseSchema),
  resume: procedure
    .route({ method: 'POST', path: `${casePath}/resume`, summary: 'End a hold early' })
    .input(caseInput)
    .output(caseSchema),
  transfer: procedure
    .route({ method: 'POST', path: `${casePath}/transfer`, summary: 'Move a case to another queue' })
    .input(
      caseInput.extend({
        /** Needed unless the caller manages cases and nobody reviews this one. */
        leaseToken: uuid.nullable().default(null),
        queueId: uuid,
        comment: z.string().trim().min(1).max(caseLimits.note),
      }),
    )
    .output(caseSchema),
  assign: procedure
    .route({ method: 'POST', path: `${casePath}/assign`, summary: 'Reserve a case for a reviewer, or for nobody' })
    .input(caseInput.extend({ userId: uuid.nullable() }))
    .output(caseSchema),
  approve: procedure
    .route({
      method: 'POST',
      path: `${casePath}/approval`,
      summary: 'Decide as the second person; another choice than the first escalates the case',
    })
    .input(caseInput.extend(decisionChoice))
    .output(caseSchema),
  withdraw: procedure
    .route({
      method: 'POST',
      path: `${casePath}/approval/withdraw`,
      summary: 'Take back the caller’s own first decision while it waits for a second person',
    })
    .input(caseInput)
    .output(caseSchema),
  forceRelease: procedure
    .route({ method: 'POST', path: `${casePath}/force-release`, summary: 'End the review of another person' })
    .input(caseInput)
    .output(caseSchema),
  setTags: procedure
    .route({ method: 'PUT', path: `${casePath}/tags`, summary: 'Replace the tags of a case' })
    .input(
      caseInput.extend({
        tags: z.array(tagSchema).max(caseLimits.tags),
        baseVersion: z.number().int(),
      }),
    )
    .output(caseSchema),
  setChecklist: procedure
    .route({ method: 'PUT', path: `${casePath}/checklist`, summary: 'Answer fields of the checklist' })
    .input(leaseInput.extend({ answers: z.record(uuid, z.string().max(1000).nullable()) }))
    .output(caseSchema),
  setPriority: procedure
    .route({ method: 'PUT', path: `${casePath}/priority`, summary: 'Change the priority of a case' })
    .input(caseInput.extend({ priority: z.number().int().min(0).max(100) }))
    .output(caseSchema),
  retryFollowUps: procedure
    .route({
      method: 'POST',
      path: `${casePath}/follow-ups/retry`,
      summary: 'Deliver again what could not be delivered',
    })
    .input(caseInput)
    .output(caseSchema),
  ...summaryProcedures,
  ...mentionProcedures,
  ...bulkProcedures,
  decisions: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/decisions/{eventType}`,
      summary: 'Decisions of an assessment',
    })
    .input(environmentInput.extend({ eventType: assessmentKeySchema }))
    .output(storedCaseConfigurationSchema),
  configuration: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/configuration/{eventType}`,
      summary: 'Configured decisions of an assessment in a root environment, with their version',
    })
    .input(environmentInput.extend({ eventType: assessmentKeySchema }))
    .output(z.object({ version: z.number().int(), configuration: storedCaseConfigurationSchema })),
  saveConfiguration: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/casemanagement/configuration/{eventType}`,
      summary: 'Replace the decisions of an assessment in a root environment',
    })
    .input(
      environmentInput.extend({
        eventType: assessmentKeySchema,
        baseVersion: z.number().int().min(0),
        configuration: caseConfigurationSchema,
      }),
    )
    .output(z.object({ version: z.number().int(), configuration: storedCaseConfigurationSchema })),
}
