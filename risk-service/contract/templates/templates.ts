import { z } from 'zod'
import { productionBranch } from '../common/constants.ts'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { ruleSchema } from '../rules/rule-entities.ts'
import { branchNameSchema } from '../rules/rule-inputs.ts'
import { type TemplateKind, templateKinds, templateParts } from './template-definitions.ts'
import {
  assessmentFromTemplateSchema,
  ruleFromTemplateSchema,
  templateDetailsSchema,
  templateImportSchema,
} from './template-inputs.ts'

/*
 * Templates of rules, assessments and environments: a snapshot that is stored in a library, or in a file. Each kind has
 * its own capability, and therefore its own procedures.
 */

const time = z.iso.datetime({ offset: true })
const count = z.number().int()
const part = z.enum(templateParts)
const file = z.file()

export const templateSchema = z.object({
  id: uuid,
  kind: z.enum(templateKinds),
  environmentId: uuid,
  /** Friendly name of the environment that stores it. */
  environment: z.string(),
  /** Stored in an environment above: it can be used here, and is managed there. */
  inherited: z.boolean(),
  name: z.string(),
  description: z.string(),
  /** The resource that it was created from. */
  source: z.string(),
  version: count,
  createdBy: z.string(),
  createdAt: time,
})
export type Template = z.infer<typeof templateSchema>

/** The contents of a template, in groups. */
export const templateContentsSchema = z.array(z.object({ part, names: z.array(z.string()) }))
export type TemplateContents = z.infer<typeof templateContentsSchema>

/**
 * `code` of the language (`FQL2007`) or one of `templateIssueCodes`. `place`: the clause, velocity or property that
 * contains the issue.
 */
export const templateIssueSchema = z.object({
  severity: z.enum(['error', 'warning']),
  part,
  name: z.string(),
  place: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  line: count,
  column: count,
})
export type TemplateIssue = z.infer<typeof templateIssueSchema>

/** The result of applying a template in its target. */
export const templateCheckSchema = z.object({
  name: z.string(),
  description: z.string(),
  source: z.string(),
  contents: templateContentsSchema,
  problems: z.array(templateIssueSchema),
  /** The template cannot be applied here at all. */
  blocked: z.boolean(),
})
export type TemplateCheck = z.infer<typeof templateCheckSchema>

/**
 * The outcome of each part. `skipped`: for a reason of its own; `failed`: an error occurred, and the parts after it
 * were not begun.
 */
export const templateOutcomeSchema = z.array(
  z.object({
    part,
    name: z.string(),
    outcome: z.enum(['created', 'skipped', 'failed']),
    problems: z.array(templateIssueSchema),
  }),
)
export type TemplateOutcome = z.infer<typeof templateOutcomeSchema>

const templateInput = environmentInput.extend({ templateId: uuid })
/** A template of the library, or a file. */
const templateOrFileInput = environmentInput.extend({ templateId: uuid.optional(), file: file.optional() })
const { name, description } = templateDetailsSchema.shape
const nameAndDescription = { name, description: description.default('') }

/** Returns the procedures that all kinds have. */
function libraryProcedures<Kind extends TemplateKind>(kind: Kind) {
  const path = `${environmentRoute}/templates/${kind}` as const
  return {
    list: procedure
      .route({
        method: 'GET',
        path,
        summary: `Templates of the kind ${kind} that can be used here: the environment’s own first, then those of its parents`,
      })
      .input(environmentInput)
      .output(z.object({ templates: z.array(templateSchema), used: count, limit: count })),
    get: procedure
      .route({
        method: 'GET',
        path: `${path}/{templateId}`,
        summary: `A template of the kind ${kind} with what is in it`,
      })
      .input(templateInput)
      .output(templateSchema.extend({ contents: templateContentsSchema })),
    download: procedure
      .route({ method: 'GET', path: `${path}/{templateId}/file`, summary: `A template of the kind ${kind} as a file` })
      .input(templateInput)
      .output(file),
    add: procedure
      .route({
        method: 'POST',
        path: `${path}/import`,
        summary: `Keep a file as a template of the kind ${kind}`,
        successStatus: 201,
        description: 'The caller gives the id: repeating a call is safe.',
      })
      .input(templateInput.extend({ ...templateImportSchema.shape, ...nameAndDescription }))
      .output(templateSchema),
    describe: procedure
      .route({
        method: 'PATCH',
        path: `${path}/{templateId}`,
        summary: `Change name and description of a template of the kind ${kind}`,
      })
      .input(templateInput.extend({ name, description, baseVersion: count }))
      .output(templateSchema),
    remove: procedure
      .route({
        method: 'DELETE',
        path: `${path}/{templateId}`,
        summary: `Delete a template of the kind ${kind}; what was made of it stays`,
      })
      .input(templateInput)
      .output(z.object({ deleted: z.boolean() })),
  }
}

/** Returns the procedures that create a template; `source` is the schema of its source. */
function creationProcedures<Kind extends TemplateKind, Source extends z.ZodRawShape>(kind: Kind, source: Source) {
  const path = `${environmentRoute}/templates/${kind}` as const
  return {
    compose: procedure
      .route({
        method: 'POST',
        path: `${path}/compose`,
        summary: `What a template of the kind ${kind} would hold; nothing is kept`,
      })
      .input(environmentInput.extend(source))
      .output(z.object({ source: z.string(), contents: templateContentsSchema })),
    export: procedure
      .route({
        method: 'POST',
        path: `${path}/export`,
        summary: `A template of the kind ${kind} as a file, without keeping it`,
      })
      .input(environmentInput.extend({ ...nameAndDescription, ...source }))
      .output(file),
    create: procedure
      .route({
        method: 'POST',
        path,
        summary: `Keep a template of the kind ${kind}`,
        successStatus: 201,
        description: 'The caller gives the id: repeating a call is safe.',
      })
      .input(templateInput.extend({ ...nameAndDescription, ...source }))
      .output(templateSchema),
  }
}

const branchInput = { eventType: assessmentKeySchema, branch: branchNameSchema.default(productionBranch) }
export const ruleTemplatesContract = {
  ...libraryProcedures('rule'),
  ...creationProcedures('rule', { ruleId: uuid }),
  check: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/templates/rule/check`,
      summary: 'What a template would come to as a rule of an assessment',
    })
    .input(templateOrFileInput.extend(branchInput))
    .output(templateCheckSchema),
  use: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/templates/rule/use`,
      summary: 'New draft of the caller from a template',
    })
    .input(
      templateOrFileInput.extend({ ...branchInput, ...nameAndDescription, name: ruleFromTemplateSchema.shape.name }),
    )
    .output(z.object({ rule: ruleSchema, outcome: templateOutcomeSchema })),
}

export const assessmentTemplatesContract = {
  ...libraryProcedures('assessment'),
  ...creationProcedures('assessment', { eventType: assessmentKeySchema }),
  sources: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/templates/assessment/sources`,
      summary: 'Assessments of this root environment that can become a template',
    })
    .input(environmentInput)
    .output(z.array(z.object({ eventType: z.string(), name: z.string() }))),
  check: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/templates/assessment/check`,
      summary: 'What a template would come to as an assessment of this root environment',
    })
    .input(templateOrFileInput)
    .output(templateCheckSchema.extend({ apiName: z.string(), friendlyName: z.string() })),
  use: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/templates/assessment/use`,
      summary: 'New assessment from a template; what lacks something is left out and named',
    })
    .input(templateOrFileInput.extend({ assessmentId: uuid, ...assessmentFromTemplateSchema.shape }))
    .output(z.object({ eventType: z.string(), outcome: templateOutcomeSchema })),
}

export const environmentTemplatesContract = {
  ...libraryProcedures('environment'),
  ...creationProcedures('environment', {}),
  check: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/templates/environment/check`,
      summary: 'What a template would come to as a new root environment, or as a child of this one',
    })
    .input(templateOrFileInput.extend({ root: z.boolean().default(false) }))
    .output(
      templateCheckSchema.extend({
        environment: z.object({ name: z.string(), description: z.string(), geography: z.string() }),
      }),
    ),
}
