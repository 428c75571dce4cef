import { z } from 'zod'
import { dependentSchema, uuid } from '../entities.ts'
import { environmentInput, environmentRoute, procedure } from '../procedure.ts'
import { callErrors, callMethods, externalCallLimits, metricPeriods } from '../resource-limits.ts'

/*
 * External calls and external assessments of an environment. A secret is written once and
 * never read back: a saved one reads as `{ kept: true }`, and sending that keeps it.
 */

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)
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

/** Of a period: requests per second, mean milliseconds, share of successes; null without requests. */
export const callMetricsSchema = z.object({
  requests: count,
  perSecond: z.number(),
  averageMs: z.number().nullable(),
  successRate: z.number().nullable(),
})
export type CallMetrics = z.infer<typeof callMetricsSchema>

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

/** What a request came to, as the test shows it: never with a secret. */
export const callTestSchema = z.object({
  ok: z.boolean(),
  httpStatusCode: count,
  latencyMs: z.number(),
  errorType: z.enum(callErrors).nullable(),
  errorMessage: z.string(),
  request: z.object({ method: z.enum(callMethods), url: z.string(), body: z.string().nullable() }),
  response: z.unknown(),
})
export type CallTest = z.infer<typeof callTestSchema>

const metricSeries = z.array(
  z.object({ at: time, requests: count, averageMs: z.number().nullable(), successRate: z.number().nullable() }),
)
const performanceInput = { from: time, to: time }
export const callPerformanceSchema = z.object({
  figures: callMetricsSchema,
  /** Seconds of one point. */
  step: z.number().int(),
  points: metricSeries,
  errors: z.array(
    z.object({
      type: z.enum(callErrors),
      httpStatusCode: count.nullable(),
      requests: count,
      points: z.array(z.object({ at: time, requests: count })),
    }),
  ),
})
export type CallPerformance = z.infer<typeof callPerformanceSchema>

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

export const externalAssessmentBodySchema = z.object({
  name: resourceNameSchema,
  description: z.string().max(500),
  target: z.object({ environmentId: uuid, eventType: z.string().max(60) }),
})
export type ExternalAssessmentBody = z.infer<typeof externalAssessmentBodySchema>
/** An assessment that can be called, with what a call has to name: `fql` is a sample of each of its interfaces. */
export const assessmentTargetSchema = z.object({
  environmentId: uuid,
  environmentPath: z.string(),
  eventType: z.string(),
  name: z.string(),
  sharing: z.enum(['private', 'shared']),
  interfaces: z.array(
    z.object({
      kind: z.enum(['evaluate', 'observe', 'label']),
      observation: z.string().nullable(),
      fql: z.string(),
      required: z.array(z.string()),
    }),
  ),
  sampleResponse: z.unknown(),
})
export type AssessmentTarget = z.infer<typeof assessmentTargetSchema>
/** What an assessment says of itself to others: set in its root environment. */
export const targetConfigurationSchema = z.object({
  sharing: z.enum(['private', 'shared']),
  sampleResponse: z.unknown(),
})
export type TargetConfiguration = z.infer<typeof targetConfigurationSchema>
export const externalAssessmentSchema = z.object({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  body: externalAssessmentBodySchema,
  /** Null: the target does not exist any more. */
  target: assessmentTargetSchema.nullable(),
  used: z.boolean(),
  usedByActive: z.boolean(),
  updatedBy: z.string(),
  updatedAt: time,
})
export type ExternalAssessment = z.infer<typeof externalAssessmentSchema>

const targetInput = environmentInput.extend({ eventType: z.string().max(60) })
const assessmentInput = environmentInput.extend({ assessmentId: uuid })
const externalAssessmentsPath = `${environmentRoute}/external-assessments`
export const externalAssessmentsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: externalAssessmentsPath,
      summary: 'External assessments of the environment with their figures',
    })
    .input(environmentInput.extend({ period: z.enum(metricPeriods).default('24h') }))
    .output(z.array(externalAssessmentSchema.extend({ figures: callMetricsSchema }))),
  targets: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/targets`,
      summary: 'Assessments that can be called from here',
    })
    .input(environmentInput)
    .output(z.array(assessmentTargetSchema)),
  configuration: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/targets/{eventType}`,
      summary: 'Sharing and sample response of an assessment of this root environment',
    })
    .input(targetInput)
    .output(targetConfigurationSchema),
  saveConfiguration: procedure
    .route({
      method: 'PUT',
      path: `${externalAssessmentsPath}/targets/{eventType}`,
      summary: 'Set sharing and sample response of an assessment',
    })
    .input(targetInput.extend(targetConfigurationSchema.shape))
    .output(targetConfigurationSchema),
  get: procedure
    .route({ method: 'GET', path: `${externalAssessmentsPath}/{assessmentId}`, summary: 'One external assessment' })
    .input(assessmentInput)
    .output(externalAssessmentSchema),
  create: procedure
    .route({
      method: 'POST',
      path: externalAssessmentsPath,
      summary: 'New external assessment',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(assessmentInput.extend({ body: externalAssessmentBodySchema }))
    .output(externalAssessmentSchema),
  update: procedure
    .route({
      method: 'PUT',
      path: `${externalAssessmentsPath}/{assessmentId}`,
      summary: 'Change an external assessment',
    })
    .input(assessmentInput.extend({ body: externalAssessmentBodySchema, baseVersion: z.number().int() }))
    .output(externalAssessmentSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${externalAssessmentsPath}/{assessmentId}`,
      summary: 'Delete an external assessment that nothing uses',
    })
    .input(assessmentInput)
    .output(z.object({ deleted: z.boolean() })),
  test: procedure
    .route({
      method: 'POST',
      path: `${externalAssessmentsPath}/test`,
      summary: 'Call the target with its sample; nothing is stored',
    })
    .input(environmentInput.extend({ body: externalAssessmentBodySchema }))
    .output(callTestSchema),
  dependents: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/{assessmentId}/dependents`,
      summary: 'What uses an external assessment',
    })
    .input(assessmentInput)
    .output(z.array(dependentSchema)),
  performance: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/{assessmentId}/performance`,
      summary: 'Figures and errors over time, within the last three months',
    })
    .input(assessmentInput.extend(performanceInput))
    .output(callPerformanceSchema),
}
