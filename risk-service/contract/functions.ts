import { z } from 'zod'
import { dependentSchema, uuid } from './common/entities.ts'
import { environmentInput, environmentRoute, procedure } from './common/procedure.ts'
import { declaredTypes, functionLimits } from './common/resource-limits.ts'

/* Functions of an environment: reusable FQL with typed parameters and properties. */

const time = z.iso.datetime({ offset: true })
const identifier = z.string().regex(/^[A-Za-z_]\w{0,59}$/)
/** As entered in the form: `true`, `10`, `10.5`, a date, a text. Validated against the type. */
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

/** `property` null: the diagnostic concerns the whole function (a parameter's default, a limit). */
export const functionDiagnosticSchema = z.object({
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
export type FunctionDiagnostic = z.infer<typeof functionDiagnosticSchema>

export const functionSummarySchema = z.object({
  id: uuid,
  environmentId: uuid,
  /** Inherited from an ancestor: shown, not editable here. */
  inherited: z.boolean(),
  /** The call as rules of this environment write it: `Functions.Pricing(…)`, `Functions.parent.Pricing(…)`. */
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

const functionInput = environmentInput.extend({ functionId: uuid })
const functionsPath = `${environmentRoute}/functions`

export const functionsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: functionsPath,
      summary: 'Functions that rules of the environment can call, with the caller’s drafts',
    })
    .input(environmentInput)
    .output(z.array(functionSummarySchema)),
  get: procedure
    .route({ method: 'GET', path: `${functionsPath}/{functionId}`, summary: 'A function with the caller’s draft' })
    .input(functionInput)
    .output(functionSchema),
  evaluate: procedure
    .route({
      method: 'POST',
      path: `${functionsPath}/evaluate`,
      summary: 'Check a function and run it on its defaults and its sample',
    })
    .input(environmentInput.extend({ functionId: uuid.optional(), body: functionBodySchema }))
    .output(
      z.object({
        problems: z.array(functionDiagnosticSchema),
        /** Null while an error blocks the evaluation; `error` is the reason why the default was returned. */
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
  create: procedure
    .route({
      method: 'POST',
      path: functionsPath,
      summary: 'New function as the caller’s draft',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(functionInput.extend({ body: functionBodySchema }))
    .output(functionSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${functionsPath}/{functionId}/draft`, summary: 'Keep the caller’s draft' })
    .input(functionInput.extend({ body: functionBodySchema }))
    .output(functionSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${functionsPath}/{functionId}/draft`, summary: 'Drop the caller’s draft' })
    .input(functionInput)
    .output(z.object({ deleted: z.boolean() })),
  publish: procedure
    .route({
      method: 'POST',
      path: `${functionsPath}/{functionId}/publish`,
      summary: 'Put the caller’s draft into force',
    })
    .input(functionInput.extend({ baseVersion: z.number().int(), overwrite: z.boolean().default(false) }))
    .output(functionSchema),
  rename: procedure
    .route({
      method: 'PUT',
      path: `${functionsPath}/{functionId}/name`,
      summary: 'Rename a function that nothing uses',
    })
    .input(functionInput.extend({ name: identifier }))
    .output(functionSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${functionsPath}/{functionId}`, summary: 'Delete a function that nothing uses' })
    .input(functionInput)
    .output(z.object({ deleted: z.boolean() })),
  dependents: procedure
    .route({ method: 'GET', path: `${functionsPath}/{functionId}/dependents`, summary: 'What calls a function' })
    .input(functionInput)
    .output(z.array(dependentSchema)),
}
