import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { apiExperiences, apiTypes } from './api-management-definitions.ts'

const path = `${environmentRoute}/api-metrics`
const count = z.number().int()
const time = z.iso.datetime()

const periodInput = environmentInput.extend({
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  /** Name under which the calls of an API are counted. */
  apiName: z.string().min(1).max(300).optional(),
})
const callerInput = {
  /** Empty: of browsers and devices, which call without an application. */
  clientId: z.string().max(100).optional(),
  /** Empty: of callers that send none. */
  clientVersion: z.string().max(100).optional(),
}
const requestsInput = periodInput
  .extend({ ...callerInput, apiType: z.enum(apiTypes).optional(), experience: z.enum(apiExperiences).optional() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'The end is after the start.' })
const errorsInput = periodInput
  .extend({ ...callerInput, status: z.coerce.number().int().min(400).max(599).optional() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'The end is after the start.',
  })

/** Estimated from bands of latencies, in milliseconds. */
const latencySchema = z.object({ p50: z.number(), p95: z.number(), p99: z.number() })
export type LatencyPercentiles = z.infer<typeof latencySchema>

const stepsSchema = z.array(z.number().nullable())
/** Of each step of the charts; null: it has no calls. */
const latencyOverTimeSchema = z.object({ p50: stepsSchema, p95: stepsSchema, p99: stepsSchema })
export type LatencyOverTime = z.infer<typeof latencyOverTimeSchema>

/** Calls that took longer than the one bound, and at most as long as the other; null: there is none. */
const latencyRangeSchema = z.object({ from: z.number(), to: z.number().nullable(), calls: count })
export type LatencyRange = z.infer<typeof latencyRangeSchema>

const codeCountSchema = z.object({ status: count, calls: count })
export type ApiCodeCount = z.infer<typeof codeCountSchema>

const periodShape = {
  /** The period that was read: whole minutes, and whole hours where no minutes are stored any more. */
  from: time,
  to: time,
  minutes: z.number(),
  /** Starts of the steps of the charts, and their length in seconds. */
  starts: z.array(time),
  step: count,
}

const callerSchema = z.object({
  clientId: z.string(),
  /** Null: it is not registered any more, or in an environment that the caller does not see. */
  name: z.string().nullable(),
})
export type ApiCallerName = z.infer<typeof callerSchema>

const optionsSchema = z.object({
  apiNames: z.array(z.string()),
  callers: z.array(callerSchema),
  clientVersions: z.array(z.string()),
})

const requestRowSchema = z.object({
  apiName: z.string(),
  apiType: z.enum(apiTypes),
  clientId: z.string(),
  clientName: z.string().nullable(),
  /** Name and version of the caller's program, as its `User-Agent` begins; empty: it sends none. */
  clientVersion: z.string(),
  calls: count,
  perMinute: z.number(),
  latency: latencySchema.nullable(),
  codes: z.array(codeCountSchema),
})
export type ApiRequestRow = z.infer<typeof requestRowSchema>

const requestsSchema = z.object({
  ...periodShape,
  calls: count,
  failed: count,
  /** By status code, the lowest first. */
  codes: z.array(codeCountSchema),
  latency: latencySchema.nullable(),
  latencyOverTime: latencyOverTimeSchema,
  /** Ranges of latencies with their calls, from the fastest to the slowest call. */
  spread: z.array(latencyRangeSchema),
  /** Average requests per minute. */
  types: z.array(z.object({ apiType: z.enum(apiTypes), calls: count, perMinute: z.number() })),
  /** Calls of each step by API, the most called first. */
  series: z.array(z.object({ apiName: z.string(), calls: count, points: z.array(count) })),
  /** The most called combinations of API, caller and version, and how many there are. */
  rows: z.array(requestRowSchema),
  rowCount: count,
  /** What the period can be filtered by. */
  options: optionsSchema,
})
export type ApiRequests = z.infer<typeof requestsSchema>

const schemaLineSchema = z.object({
  /** Line of the printed schema, its text, and those around it. */
  line: count,
  text: z.string(),
  first: count,
  excerpt: z.array(z.string()),
})
export type SchemaLine = z.infer<typeof schemaLineSchema>

const errorGroupSchema = z.object({
  /** The same for the same group of any period. */
  id: z.string(),
  status: count,
  apiName: z.string(),
  /** The refused field and the rule of the schema that refused it; null: no field was refused. */
  fault: z.object({ field: z.string(), rule: z.string(), line: schemaLineSchema.nullable() }).nullable(),
  /** What was answered, without values; empty where a field was refused. */
  message: z.string(),
  calls: count,
  lastAt: time,
  callers: z.array(callerSchema.extend({ clientVersion: z.string(), calls: count })),
  /** Of the latest calls, the latest first. */
  correlationIds: z.array(z.string()),
  points: z.array(count),
})
export type ApiErrorGroup = z.infer<typeof errorGroupSchema>

const errorsSchema = z.object({
  ...periodShape,
  calls: count,
  /** The most frequent first. */
  groups: z.array(errorGroupSchema),
  /** What the period can be filtered by. */
  options: optionsSchema.extend({ statuses: z.array(count) }),
})
export type ApiErrors = z.infer<typeof errorsSchema>

const configurationSchema = z.object({
  apiEndpoint: z.string(),
  tenantId: uuid,
  environmentId: uuid,
  kind: z.enum(['production', 'sandbox']),
  /** Customer API ids from the root to the environment; null: one has none. */
  apiPath: z.string().nullable(),
})
export type ApiConfiguration = z.infer<typeof configurationSchema>

/** Requests and errors of the risk API in an environment and its children, and what a client needs to call it. */
export const apiManagementContract = {
  configuration: procedure
    .route({ method: 'GET', path: `${path}/configuration`, summary: 'Addresses and ids for calls of the risk API' })
    .input(environmentInput)
    .output(configurationSchema),
  requests: procedure
    .route({
      method: 'GET',
      path: `${path}/requests`,
      summary: 'Calls of the risk API by API, caller and version, with latencies and codes',
      description: 'The last three months. Older than eight days, the period begins with a whole hour.',
    })
    .input(requestsInput)
    .output(requestsSchema),
  errors: procedure
    .route({
      method: 'GET',
      path: `${path}/errors`,
      summary: 'Failed calls of the risk API by code, API, and the field and rule that refused them',
      description: 'Answers contain no values of requests.',
    })
    .input(errorsInput)
    .output(errorsSchema),
}
