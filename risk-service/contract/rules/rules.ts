import { z } from 'zod'
import { dependencyKinds, ruleLimits } from '../common/constants.ts'
import { assessmentKeySchema, dependentSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  evaluationSchema,
  ruleBodySchema,
  ruleSchema,
  ruleSummarySchema,
  ruleVocabularySchema,
} from './rule-entities.ts'
import {
  assessmentInput,
  branch,
  branchRuleTypeSchema,
  deleted,
  evaluation,
  inheritedRule,
  orderBefore,
  payload,
  publishInput,
  ruleInput,
  ruleName,
  status,
} from './rule-inputs.ts'
import { ruleOverviewSchema } from './rule-overview.ts'
import { ruleSettingsSchema } from './rule-settings.ts'
import { historyInput, historySchema, restoreInput, ruleVersionInput, ruleVersionSchema } from './rule-versions.ts'

/*
 * Decision rules and post-decision actions of an assessment, one list for each of its branches.
 */

/** A resource that a rule uses, or whose users are requested. A column is named with its list: `Risky products.SKU`. */
export const dependencySchema = z.object({ kind: z.enum(dependencyKinds), name: z.string() })
export type Dependency = z.infer<typeof dependencySchema>

const rulesPath = `${environmentRoute}/rules`
export const rulesContract = {
  overview: procedure
    .route({ method: 'GET', path: rulesPath, summary: 'How rules are set up, per assessment' })
    .input(environmentInput)
    .output(z.array(ruleOverviewSchema)),
  list: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{eventType}`,
      summary: 'Rules of a branch in run order, inherited ones first',
    })
    .input(assessmentInput.extend({ branch }))
    .output(z.array(ruleSummarySchema)),
  vocabulary: procedure
    .route({ method: 'GET', path: `${rulesPath}/{eventType}/vocabulary`, summary: 'What rules can name' })
    .input(assessmentInput)
    .output(ruleVocabularySchema),
  settings: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{eventType}/settings`,
      summary: 'Rule evaluation, payload sample and the chain of environments',
    })
    .input(assessmentInput)
    .output(ruleSettingsSchema),
  saveEvaluation: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/settings/evaluation`,
      summary: 'Set the rule evaluation behaviour',
    })
    .input(assessmentInput.extend({ evaluation, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  savePayload: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/settings/payload`,
      summary: 'Set the payload sample of rules made from now on',
    })
    .input(assessmentInput.extend({ payload, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  revertPayload: procedure
    .route({
      method: 'DELETE',
      path: `${rulesPath}/{eventType}/settings/payload`,
      summary: 'Go back to the payload sample of the system',
    })
    .input(assessmentInput.extend({ baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  get: procedure
    .route({ method: 'GET', path: `${rulesPath}/{eventType}/{ruleId}`, summary: 'A rule with the caller’s draft' })
    .input(ruleInput.extend({ eventType: assessmentKeySchema }))
    .output(ruleSchema),
  create: procedure
    .route({ method: 'POST', path: `${rulesPath}/{eventType}`, summary: 'New draft of the caller', successStatus: 201 })
    .input(assessmentInput.extend({ branch, type: branchRuleTypeSchema.default('decision'), body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${rulesPath}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(ruleInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${rulesPath}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(ruleInput)
    .output(deleted),
  publish: procedure
    .route({ method: 'POST', path: `${rulesPath}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: procedure
    .route({ method: 'PUT', path: `${rulesPath}/{ruleId}/status`, summary: 'Activate or deactivate a published rule' })
    .input(ruleInput.extend({ status }))
    .output(ruleSchema),
  rename: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{ruleId}/name`,
      summary: 'Rename a rule, the published version and the caller’s draft of it',
    })
    .input(ruleInput.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/order`,
      summary: 'Set the run order of all published rules of a type',
    })
    .input(
      assessmentInput.extend({
        branch,
        type: branchRuleTypeSchema.default('decision'),
        ruleIds: z.array(uuid).min(1).max(ruleLimits.rules),
        before: orderBefore,
      }),
    )
    .output(z.array(ruleSummarySchema)),
  remove: procedure
    .route({ method: 'DELETE', path: `${rulesPath}/{ruleId}`, summary: 'Delete a rule and its drafts' })
    .input(ruleInput)
    .output(deleted),
  evaluate: procedure
    .route({
      method: 'POST',
      path: `${rulesPath}/{eventType}/evaluate`,
      summary: 'Check a rule and run it on its sample; nothing is stored',
    })
    .input(
      assessmentInput.extend({
        type: branchRuleTypeSchema.default('decision'),
        body: ruleBodySchema,
        ruleId: inheritedRule,
      }),
    )
    .output(evaluationSchema),
  history: procedure
    .route({ method: 'GET', path: `${rulesPath}/{ruleId}/versions`, summary: 'Every publish of a rule, newest first' })
    .input(historyInput)
    .output(historySchema),
  version: procedure
    .route({ method: 'GET', path: `${rulesPath}/{ruleId}/versions/{version}`, summary: 'One publish of a rule' })
    .input(ruleVersionInput)
    .output(ruleVersionSchema),
  restore: procedure
    .route({
      method: 'POST',
      path: `${rulesPath}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
  dependencies: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{ruleId}/dependencies`,
      summary: 'What the published version of a rule uses, and who reads the variables it sets',
    })
    .input(ruleInput)
    .output(z.object({ uses: z.array(dependencySchema), readBy: z.array(dependentSchema) })),
  dependents: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/dependents`,
      summary: 'Who uses a list, velocity, function, call, field or queue',
    })
    .input(environmentInput.extend({ kind: z.enum(dependencyKinds), name: z.string().min(1).max(300) }))
    .output(z.array(dependentSchema)),
}
