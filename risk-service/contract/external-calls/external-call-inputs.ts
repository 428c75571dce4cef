import { z } from 'zod'
import { callMethods, externalCallLimits } from '../common/resource-limits.ts'

/*
 * Inputs of external calls, without the procedures, because forms load them. A secret is write-only: a saved one reads
 * as `{ kept: true }`, and sending that retains it.
 */

export const resourceNameSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z_]\w*$/)
const url = z.string().max(2000)
/**
 * `kept`: the stored secret; `value`: a new one, encrypted at rest; `reference`: an address in a key vault, resolved by
 * the installation.
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
    body: z.string().max(externalCallLimits.body),
    timeoutMs,
  }),
])
export type CallAuthentication = z.infer<typeof callAuthenticationSchema>

export const externalCallBodySchema = z.object({
  name: resourceNameSchema,
  description: z.string().max(externalCallLimits.description),
  /** In the order of the arguments; `sample` is the value that Test sends. */
  parameters: z
    .array(z.object({ name: resourceNameSchema, sample: z.string().max(1000) }))
    .max(externalCallLimits.parameters),
  /** Fixed values; a secret one is write-only. Used as `{configuration.name}`. */
  configurations: z
    .array(z.object({ name: resourceNameSchema, value: z.union([z.string().max(4000), secretSchema]) }))
    .max(externalCallLimits.configurations),
  method: z.enum(callMethods),
  url,
  headers: z.array(nameValuePair).max(externalCallLimits.headers),
  /** Null: parameters are sent in the query (GET) or a JSON body (POST). */
  requestBody: z.string().max(externalCallLimits.body).nullable(),
  authentication: callAuthenticationSchema,
  /** Address of the warm-up calls; null disables them. */
  keepAliveUrl: url.nullable(),
  sampleResponse: z.unknown(),
  timeoutMs,
  defaultResponse: z.unknown(),
})
export type ExternalCallBody = z.infer<typeof externalCallBodySchema>
