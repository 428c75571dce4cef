import { z } from 'zod'
import { productionBranch, ruleEvaluations, ruleLimits, type ruleTypes } from '../common/constants.ts'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput } from '../common/procedure.ts'
import { ruleBodySchema } from './rule-entities.ts'

/*
 * Inputs and answers that the procedures of rules, branches and routing rules share. `eventType` names the assessment:
 * `purchase`, `accountcreation`, `accountlogin`, or the API name of a tenant assessment. `branch` is the API name of a
 * branch; the production branch is the default.
 */

export type RuleType = (typeof ruleTypes)[number]
/** Types that belong to an assessment and to one of its branches. */
export const branchRuleTypeSchema = z.enum(['decision', 'postDecision'])
/** The run order that the caller changed: where another one is in force by now, nothing is saved. */
export const orderBefore = z.array(uuid).max(ruleLimits.rules).optional()
const branchNameRule = 'An API name has 1 to 60 letters, digits and underscores.'
export const branchNameSchema = z.string().min(1, branchNameRule).max(60, branchNameRule).regex(/^\w*$/, branchNameRule)
export const branch = branchNameSchema.default(productionBranch)
export const status = z.enum(['active', 'inactive'])
export const evaluation = z.enum(ruleEvaluations)
export const payload = z.record(z.string(), z.unknown())

export const assessmentInput = environmentInput.extend({ eventType: assessmentKeySchema })
export const branchInput = assessmentInput.extend({ branch: branchNameSchema })
export const ruleInput = environmentInput.extend({ ruleId: uuid })
export const inheritedRule = uuid
  .optional()
  .describe('A published rule of an environment above: its text is run there, on the sample of the body')
export const publishInput = ruleInput.extend({
  status,
  baseVersion: z.number().int(),
  overwrite: z.boolean().default(false),
})
export const deleted = z.object({ deleted: z.boolean() })
export const ruleName = ruleBodySchema.shape.name
