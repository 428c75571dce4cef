import { z } from 'zod'
import { assessmentKeySchema } from '../../contract/common/entities.ts'
import { externalCallBodySchema } from '../../contract/external-calls/external-call-inputs.ts'
import { functionBodySchema } from '../../contract/functions.ts'
import { type ListConnection, listConnectionSchema } from '../../contract/lists/database-list-inputs.ts'
import { ruleBodySchema } from '../../contract/rules/rule-entities.ts'
import { branchRuleTypeSchema } from '../../contract/rules/rule-inputs.ts'
import { templateLimits } from '../../contract/templates/template-definitions.ts'
import { velocitySetBodySchema } from '../../contract/velocities/velocities.ts'
import { withoutSecrets } from '../../engine/calls/call-definition.ts'
import { definitionSchema } from '../assessments/assessment-definition.ts'
import { externalAssessmentFileSchema, settingsSchema } from '../configuration/model.ts'

/* The content of a template, by its kind. A file has exactly this content, and so has the library. */

const status = z.enum(['active', 'inactive'])
const rule = z.object({ type: branchRuleTypeSchema, status, body: ruleBodySchema })

const ruleContentSchema = z.object({
  /** The assessment of the rule, and how it was created. */
  assessment: z.object({
    key: assessmentKeySchema,
    name: z.string().max(200),
    kind: z.enum(['builtIn', 'wizard', 'legacyCustom']),
  }),
  type: branchRuleTypeSchema,
  body: ruleBodySchema,
})
export type RuleContent = z.infer<typeof ruleContentSchema>

const assessmentContentSchema = z.object({
  definition: definitionSchema,
  /** The evaluation of its rules, and its payload sample, as far as they differ from those of a new assessment. */
  settings: settingsSchema.valueType,
  /** The rules in run order within each type. */
  rules: z.array(rule).max(1000),
})
export type AssessmentContent = z.infer<typeof assessmentContentSchema>

/** A secret in a file is dropped; the address of a secret in a key vault stays. */
export const withoutConnectionString = ({ secret, ...reach }: ListConnection) => ({
  ...reach,
  secret: 'reference' in secret ? secret : { kept: true as const },
})

const environmentContentSchema = z.object({
  environment: z.object({ name: z.string().max(60), description: z.string().max(250), geography: z.string().max(60) }),
  /** The assessments that were created in the environment; only a root environment has any. */
  assessments: z.array(definitionSchema).max(100),
  settings: settingsSchema,
  rules: z.array(rule.extend({ assessment: assessmentKeySchema })).max(10_000),
  velocitySets: z.array(z.object({ status, body: velocitySetBodySchema })).max(1000),
  functions: z.array(functionBodySchema).max(1000),
  /** Without secrets: one in a file is dropped, and entered on the page of the call. */
  externalCalls: z.array(externalCallBodySchema.transform(withoutSecrets)).max(1000),
  externalAssessments: z.array(externalAssessmentFileSchema).max(1000),
  /** Names and columns; rows are not part of a template. `connection`: of a database list, without its secret. */
  lists: z
    .array(
      z.object({
        name: z.string().min(1).max(60),
        description: z.string().max(500),
        columns: z.array(z.string().min(1)).min(1).max(1000),
        connection: listConnectionSchema.transform(withoutConnectionString).optional(),
      }),
    )
    .max(1000),
})
export type EnvironmentContent = z.infer<typeof environmentContentSchema>

export interface Contents {
  rule: RuleContent
  assessment: AssessmentContent
  environment: EnvironmentContent
}
export const contentSchemas = {
  rule: ruleContentSchema,
  assessment: assessmentContentSchema,
  environment: environmentContentSchema,
} as const

/** The marks by which a file is recognised as a template. */
export const fileFormat = 'assay.template'
export const fileVersion = 1
export const fileHeadSchema = z.object({
  format: z.literal(fileFormat),
  version: z.number().int(),
  kind: z.string(),
  name: z.string().max(templateLimits.name),
  description: z.string().max(templateLimits.description),
  source: z.string().max(200),
  content: z.unknown(),
})
