import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { dependentSchema, uuid } from './entities.ts'
import { declaredTypes, functionLimits } from './resource-limits.ts'

/* Functions of an environment (10 section 4): reusable FQL with typed parameters and properties. */

const time = z.iso.datetime({ offset: true })
const identifier = z.string().regex(/^[A-Za-z_]\w{0,59}$/)
/** As written in the form: `true`, `10`, `10.5`, a date, a text. Checked against the type. */
const defaultValue = z.string().max(1000)

export const functionBodySchema = z.object({
  name: identifier,
  description: z.string().max(500),
  parameters: z
    .array(z.object({ name: identifier, type: z.enum(declaredTypes), default: defaultValue }))
    .max(functionLimits.parameters),
  properties: z
    .array(
      z.object({
        name: identifier,
        description: z.string().max(500),
        type: z.enum(declaredTypes),
        default: defaultValue,
        code: z.string().max(10_000),
      }),
    )
    .min(1)
    .max(functionLimits.properties),
  sample: z.object({ eventType: z.string().max(60), payload: z.record(z.string(), z.unknown()) }),
})
export type FunctionBody = z.infer<typeof functionBodySchema>

/** `property` null: of the function as a whole (a parameter's default, a limit). */
export const functionProblemSchema = z.object({
  property: z.number().int().nullable(),
  parameter: z.number().int().nullable(),
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  from: z.number().int(),
  to: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
})
export type FunctionProblem = z.infer<typeof functionProblemSchema>

export const functionSummarySchema = z.object({
  id: uuid,
  environmentId: uuid,
  /** Inherited: of an ancestor; shown, not editable here. */
  inherited: z.boolean(),
  /** As rules of this environment call it: `Functions.Pricing(…)`, `Functions.parent.Pricing(…)`. */
  call: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['published', 'draft']),
  hasDraft: z.boolean(),
  version: z.number().int(),
  parameters: z.array(z.object({ name: z.string(), type: z.enum(declaredTypes) })),
  properties: z.array(z.string()),
  updatedBy: z.string(),
  updatedAt: time,
})
export type FunctionSummary = z.infer<typeof functionSummarySchema>

export const functionSchema = z.object({
  id: uuid,
  environmentId: uuid,
  status: z.enum(['published', 'draft']),
  version: z.number().int(),
  published: functionBodySchema.nullable(),
  publishedBy: z.string().nullable(),
  publishedAt: time.nullable(),
  draft: functionBodySchema.extend({ baseVersion: z.number().int(), savedAt: time }).nullable(),
})
export type FunctionResource = z.infer<typeof functionSchema>

const oneFunction = inEnvironment.extend({ functionId: uuid })
const path = `${env}/functions`

export const functionsContract = {
  list: base
    .route({
      method: 'GET',
      path,
      summary: 'Functions that rules of the environment can call, with the caller’s drafts',
    })
    .input(inEnvironment)
    .output(z.array(functionSummarySchema)),
  get: base
    .route({ method: 'GET', path: `${path}/{functionId}`, summary: 'A function with the caller’s draft' })
    .input(oneFunction)
    .output(functionSchema),
  evaluate: base
    .route({
      method: 'POST',
      path: `${path}/evaluate`,
      summary: 'Check a function and run it on its defaults and its sample',
    })
    .input(inEnvironment.extend({ functionId: uuid.optional(), body: functionBodySchema }))
    .output(
      z.object({
        problems: z.array(functionProblemSchema),
        /** Null while an error blocks it; `error` says why the default was taken. */
        results: z
          .array(
            z.object({
              property: z.string(),
              value: z.unknown(),
              error: z.object({ code: z.string(), message: z.string() }).nullable(),
            }),
          )
          .nullable(),
      }),
    ),
  create: base
    .route({
      method: 'POST',
      path,
      summary: 'New function as the caller’s draft',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(oneFunction.extend({ body: functionBodySchema }))
    .output(functionSchema),
  saveDraft: base
    .route({ method: 'PUT', path: `${path}/{functionId}/draft`, summary: 'Keep the caller’s draft' })
    .input(oneFunction.extend({ body: functionBodySchema }))
    .output(functionSchema),
  discardDraft: base
    .route({ method: 'DELETE', path: `${path}/{functionId}/draft`, summary: 'Drop the caller’s draft' })
    .input(oneFunction)
    .output(z.object({ deleted: z.boolean() })),
  publish: base
    .route({ method: 'POST', path: `${path}/{functionId}/publish`, summary: 'Put the caller’s draft into force' })
    .input(oneFunction.extend({ baseVersion: z.number().int(), overwrite: z.boolean().default(false) }))
    .output(functionSchema),
  rename: base
    .route({ method: 'PUT', path: `${path}/{functionId}/name`, summary: 'Rename a function that nothing uses' })
    .input(oneFunction.extend({ name: identifier }))
    .output(functionSchema),
  remove: base
    .route({ method: 'DELETE', path: `${path}/{functionId}`, summary: 'Delete a function that nothing uses' })
    .input(oneFunction)
    .output(z.object({ deleted: z.boolean() })),
  dependents: base
    .route({ method: 'GET', path: `${path}/{functionId}/dependents`, summary: 'What calls a function' })
    .input(oneFunction)
    .output(z.array(dependentSchema)),
}
