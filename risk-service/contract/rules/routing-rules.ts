import { z } from 'zod'
import { assessmentKinds, ruleLimits } from '../common/constants.ts'
import { explanationSchema, ruleDiagnosticSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { ruleBodySchema, ruleSchema, ruleSummarySchema, ruleVocabularySchema } from './rule-entities.ts'
import {
  assessmentInput,
  deleted,
  inheritedRule,
  orderBefore,
  publishInput,
  ruleInput,
  ruleName,
  status,
} from './rule-inputs.ts'
import { historyInput, historySchema, restoreInput, ruleVersionInput, ruleVersionSchema } from './rule-versions.ts'

/** The result of a routing rule on its sample. */
export const routingEvaluationSchema = z.object({
  problems: z.array(ruleDiagnosticSchema),
  /** Null while an error blocks evaluation. `clause` null: no clause fired, and the case is in the system's queue. */
  result: z
    .object({ selected: z.boolean(), queue: z.string(), clause: z.string().nullable(), explanation: explanationSchema })
    .nullable(),
})
export type RoutingEvaluation = z.infer<typeof routingEvaluationSchema>

/** An assessment whose cases can be routed, with the sample that a new routing rule starts with. */
export const routedAssessmentSchema = z.object({
  eventType: z.string(),
  name: z.string(),
  kind: z.enum(assessmentKinds),
  payload: z.record(z.string(), z.unknown()),
  /** The assessment has a separate score for bots. */
  botScore: z.boolean(),
})
export type RoutedAssessment = z.infer<typeof routedAssessmentSchema>

const routingRulesPath = `${environmentRoute}/routing-rules`
/** Routing rules of an environment are one list in one order over all assessments. */
export const routingRulesContract = {
  list: procedure
    .route({ method: 'GET', path: routingRulesPath, summary: 'Routing rules in run order, inherited ones first' })
    .input(environmentInput)
    .output(z.array(ruleSummarySchema)),
  vocabulary: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/vocabulary/{eventType}`,
      summary: 'What routing rules of an assessment can name',
    })
    .input(assessmentInput)
    .output(ruleVocabularySchema),
  assessments: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/assessments`,
      summary: 'Assessments that routing rules can be about',
    })
    .input(environmentInput)
    .output(z.array(routedAssessmentSchema)),
  queues: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/queues`,
      summary: 'Names of the queues that cases can be sent to',
    })
    .input(environmentInput)
    .output(z.object({ names: z.array(z.string()), otherwise: z.string() })),
  get: procedure
    .route({ method: 'GET', path: `${routingRulesPath}/{ruleId}`, summary: 'A routing rule with the caller’s draft' })
    .input(ruleInput)
    .output(ruleSchema),
  create: procedure
    .route({ method: 'POST', path: routingRulesPath, summary: 'New draft of the caller', successStatus: 201 })
    .input(assessmentInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${routingRulesPath}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(ruleInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${routingRulesPath}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(ruleInput)
    .output(deleted),
  publish: procedure
    .route({ method: 'POST', path: `${routingRulesPath}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/{ruleId}/status`,
      summary: 'Activate or deactivate a routing rule',
    })
    .input(ruleInput.extend({ status }))
    .output(ruleSchema),
  rename: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/{ruleId}/name`,
      summary: 'Rename a routing rule, the published version and the caller’s draft of it',
    })
    .input(ruleInput.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/order`,
      summary: 'Set the run order of all published routing rules',
    })
    .input(environmentInput.extend({ ruleIds: z.array(uuid).min(1).max(ruleLimits.rules), before: orderBefore }))
    .output(z.array(ruleSummarySchema)),
  remove: procedure
    .route({ method: 'DELETE', path: `${routingRulesPath}/{ruleId}`, summary: 'Delete a routing rule and its drafts' })
    .input(ruleInput)
    .output(deleted),
  evaluate: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/evaluate`,
      summary: 'Check a routing rule and run it on its sample; nothing is stored',
    })
    .input(assessmentInput.extend({ body: ruleBodySchema, ruleId: inheritedRule }))
    .output(routingEvaluationSchema),
  history: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/{ruleId}/versions`,
      summary: 'Every publish of a routing rule, newest first',
    })
    .input(historyInput)
    .output(historySchema),
  version: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/{ruleId}/versions/{version}`,
      summary: 'One publish of a routing rule',
    })
    .input(ruleVersionInput)
    .output(ruleVersionSchema),
  restore: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
}
