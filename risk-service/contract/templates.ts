import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { productionBranch } from './constants.ts'
import { assessmentKeySchema, uuid } from './entities.ts'
import { ruleSchema } from './rule-entities.ts'
import { branchNameSchema } from './rules.ts'
import { type TemplateKind, templateKinds, templateLimits, templateParts } from './template-values.ts'

/*
 * Templates of rules, assessments and environments (10 section 9): a snapshot that is kept in a library, or in a file.
 * Each kind has a capability, and so procedures of its own.
 */

const time = z.iso.datetime({ offset: true })
const count = z.number().int()
/** What the library calls it. */
export const templateNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(templateLimits.name)
  .refine(text => !/\p{Cc}/u.test(text), 'A name has no control characters.')
const description = z.string().trim().max(templateLimits.description)
const part = z.enum(templateParts)
const file = z.file()

export const templateSchema = z.object({
  id: uuid,
  kind: z.enum(templateKinds),
  environmentId: uuid,
  /** Friendly name of the environment that keeps it. */
  environment: z.string(),
  /** Kept by an environment above: it can be used here, and is managed there. */
  inherited: z.boolean(),
  name: z.string(),
  description: z.string(),
  /** What it was made of. */
  source: z.string(),
  version: count,
  createdBy: z.string(),
  createdAt: time,
})
export type Template = z.infer<typeof templateSchema>

/** What is in a template, in groups. */
export const templateContentsSchema = z.array(z.object({ part, names: z.array(z.string()) }))
export type TemplateContents = z.infer<typeof templateContentsSchema>

/**
 * `code` of the language (`FQL2007`) or one of `templateFindings`. `place`: the clause, velocity or property that it is
 * in.
 */
export const templateProblemSchema = z.object({
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
export type TemplateProblem = z.infer<typeof templateProblemSchema>

/** What a template would come to in its place. */
export const templateCheckSchema = z.object({
  name: z.string(),
  description: z.string(),
  source: z.string(),
  contents: templateContentsSchema,
  problems: z.array(templateProblemSchema),
  /** It cannot be used here at all. */
  blocked: z.boolean(),
})
export type TemplateCheck = z.infer<typeof templateCheckSchema>

/**
 * What became of each part. `skipped`: for a reason of its own; `failed`: something went wrong, and what follows was
 * not begun.
 */
export const templateOutcomeSchema = z.array(
  z.object({
    part,
    name: z.string(),
    outcome: z.enum(['created', 'skipped', 'failed']),
    problems: z.array(templateProblemSchema),
  }),
)
export type TemplateOutcome = z.infer<typeof templateOutcomeSchema>

const oneTemplate = inEnvironment.extend({ templateId: uuid })
/** One of the library, or a file. */
const given = inEnvironment.extend({ templateId: uuid.optional(), file: file.optional() })
const named = { name: templateNameSchema, description: description.default('') }

/** Procedures that all kinds have. */
function library<Kind extends TemplateKind>(kind: Kind) {
  const path = `${env}/templates/${kind}` as const
  return {
    list: base
      .route({
        method: 'GET',
        path,
        summary: `Templates of the kind ${kind} that can be used here: the environment’s own first, then those of its parents`,
      })
      .input(inEnvironment)
      .output(z.object({ templates: z.array(templateSchema), used: count, limit: count })),
    get: base
      .route({
        method: 'GET',
        path: `${path}/{templateId}`,
        summary: `A template of the kind ${kind} with what is in it`,
      })
      .input(oneTemplate)
      .output(templateSchema.extend({ contents: templateContentsSchema })),
    download: base
      .route({ method: 'GET', path: `${path}/{templateId}/file`, summary: `A template of the kind ${kind} as a file` })
      .input(oneTemplate)
      .output(file),
    add: base
      .route({
        method: 'POST',
        path: `${path}/import`,
        summary: `Keep a file as a template of the kind ${kind}`,
        successStatus: 201,
        description: 'The caller gives the id: repeating a call is safe.',
      })
      .input(oneTemplate.extend({ ...named, file }))
      .output(templateSchema),
    describe: base
      .route({
        method: 'PATCH',
        path: `${path}/{templateId}`,
        summary: `Change name and description of a template of the kind ${kind}`,
      })
      .input(oneTemplate.extend({ name: templateNameSchema, description, baseVersion: count }))
      .output(templateSchema),
    remove: base
      .route({
        method: 'DELETE',
        path: `${path}/{templateId}`,
        summary: `Delete a template of the kind ${kind}; what was made of it stays`,
      })
      .input(oneTemplate)
      .output(z.object({ deleted: z.boolean() })),
  }
}

/** Procedures that make a template of something; `source` says of what. */
function making<Kind extends TemplateKind, Source extends z.ZodRawShape>(kind: Kind, source: Source) {
  const path = `${env}/templates/${kind}` as const
  return {
    compose: base
      .route({
        method: 'POST',
        path: `${path}/compose`,
        summary: `What a template of the kind ${kind} would hold; nothing is kept`,
      })
      .input(inEnvironment.extend(source))
      .output(z.object({ source: z.string(), contents: templateContentsSchema })),
    export: base
      .route({
        method: 'POST',
        path: `${path}/export`,
        summary: `A template of the kind ${kind} as a file, without keeping it`,
      })
      .input(inEnvironment.extend({ ...named, ...source }))
      .output(file),
    create: base
      .route({
        method: 'POST',
        path,
        summary: `Keep a template of the kind ${kind}`,
        successStatus: 201,
        description: 'The caller gives the id: repeating a call is safe.',
      })
      .input(oneTemplate.extend({ ...named, ...source }))
      .output(templateSchema),
  }
}

const target = { eventType: assessmentKeySchema, branch: branchNameSchema.default(productionBranch) }
export const ruleTemplatesContract = {
  ...library('rule'),
  ...making('rule', { ruleId: uuid }),
  check: base
    .route({
      method: 'POST',
      path: `${env}/templates/rule/check`,
      summary: 'What a template would come to as a rule of an assessment',
    })
    .input(given.extend(target))
    .output(templateCheckSchema),
  use: base
    .route({ method: 'POST', path: `${env}/templates/rule/use`, summary: 'New draft of the caller from a template' })
    .input(given.extend({ ...target, ...named }))
    .output(z.object({ rule: ruleSchema, outcome: templateOutcomeSchema })),
}

const newAssessment = { apiName: z.string().trim().min(1).max(60), friendlyName: z.string().trim().min(1).max(60) }
export const assessmentTemplatesContract = {
  ...library('assessment'),
  ...making('assessment', { eventType: assessmentKeySchema }),
  sources: base
    .route({
      method: 'GET',
      path: `${env}/templates/assessment/sources`,
      summary: 'Assessments of this root environment that can become a template',
    })
    .input(inEnvironment)
    .output(z.array(z.object({ eventType: z.string(), name: z.string() }))),
  check: base
    .route({
      method: 'POST',
      path: `${env}/templates/assessment/check`,
      summary: 'What a template would come to as an assessment of this root environment',
    })
    .input(given)
    .output(templateCheckSchema.extend({ apiName: z.string(), friendlyName: z.string() })),
  use: base
    .route({
      method: 'POST',
      path: `${env}/templates/assessment/use`,
      summary: 'New assessment from a template; what lacks something is left out and named',
    })
    .input(given.extend({ assessmentId: uuid, ...newAssessment }))
    .output(z.object({ eventType: z.string(), outcome: templateOutcomeSchema })),
}

export const environmentTemplatesContract = {
  ...library('environment'),
  ...making('environment', {}),
  check: base
    .route({
      method: 'POST',
      path: `${env}/templates/environment/check`,
      summary: 'What a template would come to as a new root environment, or as a child of this one',
    })
    .input(given.extend({ root: z.boolean().default(false) }))
    .output(
      templateCheckSchema.extend({
        environment: z.object({ name: z.string(), description: z.string(), geography: z.string() }),
      }),
    ),
}
