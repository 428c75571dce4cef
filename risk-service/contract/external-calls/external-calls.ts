import { z } from 'zod'
import { dependentSchema, uuid } from '../entities.ts'
import { environmentInput, environmentRoute, procedure } from '../procedure.ts'
import { callMethods, externalCallLimits, metricPeriods } from '../resource-limits.ts'
import { callMetricsSchema, callPerformanceSchema, callTestSchema, performanceInput } from './call-metrics.ts'

/*
 * External calls of an environment. A secret is written once and never read back: a saved one reads as `{ kept: true }`,
 * and sending that keeps it.
 */

const time = z.iso.datetime({ offset: true })
export const resourceNameSchema = z.string().regex(/^[A-Za-z_]\w{0,59}$/)
const url = z.string().max(2000)
/**
 * `kept`: the one that is stored; `value`: a new one, encrypted at rest; `reference`: an address in a key vault,
 * resolved by the installation.
 */
export const secretSchema = z.union([
  z.object({ kept: z.literal(true) }),
  z.object({ value: z.string().min(1).max(8000) }),
  z.object({ reference: url }),
])
const nameValuePair = z.object({ name: z.string().min(1).max(100), value: z.string().max(4000) })
const timeoutMs = z.number().int().min(1).max(externalCallLimits.timeoutMs)

export const callAuthenticationSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('anonymous') }),
  z.object({
    method: z.literal('entra'),
    tenantId: z.string().max(100),
    applicationId: z.string().max(100),
    audience: z.string().max(500),
    certificate: secretSchema,
  }),
  z.object({ method: z.literal('basic'), userName: z.string().max(500), password: secretSchema }),
  z.object({ method: z.literal('certificate'), certificate: secretSchema }),
  z.object({
    method: z.literal('oauth'),
    tokenUrl: url,
    tokenAuthentication: z.enum(['anonymous', 'basic']),
    clientId: z.string().max(500),
    clientSecret: secretSchema,
    scope: z.string().max(500),
    resource: z.string().max(500),
  }),
  z.object({
    method: z.literal('customToken'),
    tokenUrl: url,
    tokenAuthentication: z.enum(['anonymous', 'basic']),
    userName: z.string().max(500),
    password: secretSchema.nullable(),
    headers: z.array(nameValuePair).max(externalCallLimits.headers),
    body: z.string().max(10_000),
    timeoutMs,
  }),
])
export type CallAuthentication = z.infer<typeof callAuthenticationSchema>

export const externalCallBodySchema = z.object({
  name: resourceNameSchema,
  description: z.string().max(500),
  /** In the order of the arguments; `sample` is what Test sends. */
  parameters: z
    .array(z.object({ name: resourceNameSchema, sample: z.string().max(1000) }))
    .max(externalCallLimits.parameters),
  /** Fixed values; a secret one is never read back. Used as `{configuration.name}`. */
  configurations: z
    .array(z.object({ name: resourceNameSchema, value: z.union([z.string().max(4000), secretSchema]) }))
    .max(externalCallLimits.configurations),
  method: z.enum(callMethods),
  url,
  headers: z.array(nameValuePair).max(externalCallLimits.headers),
  /** Null: parameters go into the query (GET) or a JSON body (POST). */
  requestBody: z.string().max(10_000).nullable(),
  authentication: callAuthenticationSchema,
  /** Address of the warm-up calls; null switches them off. */
  keepAliveUrl: url.nullable(),
  sampleResponse: z.unknown(),
  timeoutMs,
  defaultResponse: z.unknown(),
})
export type ExternalCallBody = z.infer<typeof externalCallBodySchema>

export const externalCallSchema = z.object({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  body: externalCallBodySchema,
  /** Name and parameters are locked. */
  used: z.boolean(),
  /** In an active rule: figures are shown. */
  usedByActive: z.boolean(),
  /** The circuit breaker holds it back until then. */
  suspendedUntil: time.nullable(),
  updatedBy: z.string(),
  updatedAt: time,
})
export type ExternalCall = z.infer<typeof externalCallSchema>

const callInput = environmentInput.extend({ callId: uuid })
const externalCallsPath = `${environmentRoute}/external-calls`
export const externalCallsContract = {
  list: procedure
    .route({ method: 'GET', path: externalCallsPath, summary: 'External calls of the environment with their figures' })
    .input(environmentInput.extend({ period: z.enum(metricPeriods).default('24h') }))
    .output(z.array(externalCallSchema.extend({ figures: callMetricsSchema }))),
  get: procedure
    .route({ method: 'GET', path: `${externalCallsPath}/{callId}`, summary: 'One external call' })
    .input(callInput)
    .output(externalCallSchema),
  create: procedure
    .route({
      method: 'POST',
      path: externalCallsPath,
      summary: 'New external call',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(callInput.extend({ body: externalCallBodySchema }))
    .output(externalCallSchema),
  update: procedure
    .route({ method: 'PUT', path: `${externalCallsPath}/{callId}`, summary: 'Change an external call' })
    .input(callInput.extend({ body: externalCallBodySchema, baseVersion: z.number().int() }))
    .output(externalCallSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${externalCallsPath}/{callId}`,
      summary: 'Delete an external call that nothing uses',
    })
    .input(callInput)
    .output(z.object({ deleted: z.boolean() })),
  test: procedure
    .route({
      method: 'POST',
      path: `${externalCallsPath}/test`,
      summary: 'Send the sample request, or a call to the keep-alive address',
    })
    .input(
      environmentInput.extend({
        callId: uuid.optional(),
        body: externalCallBodySchema,
        target: z.enum(['call', 'keepAlive']).default('call'),
      }),
    )
    .output(callTestSchema),
  dependents: procedure
    .route({ method: 'GET', path: `${externalCallsPath}/{callId}/dependents`, summary: 'What uses an external call' })
    .input(callInput)
    .output(z.array(dependentSchema)),
  performance: procedure
    .route({
      method: 'GET',
      path: `${externalCallsPath}/{callId}/performance`,
      summary: 'Figures and errors over time, within the last three months',
    })
    .input(callInput.extend(performanceInput))
    .output(callPerformanceSchema),
}
