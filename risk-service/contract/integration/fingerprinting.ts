import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { hostOutcomes, isPublicHostName } from './fingerprinting-definitions.ts'

const path = `${environmentRoute}/fingerprinting`
const count = z.number().int()
const time = z.iso.datetime()

const setupSchema = z.object({
  /** Where the script is without a host name of its own. */
  origin: z.string(),
  /** Host names that serve nothing but device fingerprinting. */
  hosts: z.array(z.string()),
  /** The latest session of the last hours; null: none has arrived. */
  latest: z.object({ at: time, pageId: z.string(), attributes: count }).nullable(),
})
export type FingerprintSetup = z.infer<typeof setupSchema>

const attributeSchema = z.object({
  /** In requests, and in rules. */
  name: z.string(),
  label: z.string(),
  category: z.string(),
})
export type FingerprintAttribute = z.infer<typeof attributeSchema>

const testedSessionSchema = z.object({
  sessionId: z.string(),
  /** When its latest record arrived. */
  at: time,
  deviceId: z.string(),
  botScore: count,
  /** By the names of the catalogue. What neither the browser nor the service could observe is absent. */
  attributes: z.record(z.string(), z.string()),
  ipAddressHistory: z.array(z.object({ ip: z.string(), timestamp: time })),
})
export type TestedSession = z.infer<typeof testedSessionSchema>

const hostCheckSchema = z.object({
  host: z.string(),
  /** Where the host has to lead. */
  target: z.string(),
  outcome: z.enum(hostOutcomes),
  /** The names that it leads to by CNAME records, in their order. Empty where an address is private. */
  aliases: z.array(z.string()),
  /** Empty where one of them is private. */
  addresses: z.array(z.string()),
  /** Whether the service serves device fingerprinting under this name. */
  configured: z.boolean(),
})
export type HostCheck = z.infer<typeof hostCheckSchema>

const testSchema = z.object({
  /** As it is stored; null: no test has stored a session with this id. */
  session: testedSessionSchema.nullable(),
  /** Everything that a session of a browser can have. */
  catalogue: z.array(attributeSchema),
})
export type FingerprintTest = z.infer<typeof testSchema>

/** Setting up device fingerprinting, and what a test of it has stored. */
export const fingerprintingContract = {
  overview: procedure
    .route({ method: 'GET', path, summary: 'Where the fingerprinting script is, and the latest session' })
    .input(environmentInput)
    .output(setupSchema),
  read: procedure
    .route({
      method: 'GET',
      path: `${path}/tests/{sessionId}`,
      summary: 'The session that a test of device fingerprinting has stored',
      description: 'Sessions of customers are not read: only those that were collected with the page `tst`.',
    })
    .input(environmentInput.extend({ sessionId: uuid }))
    .output(testSchema),
  checkHost: procedure
    .route({
      method: 'POST',
      path: `${path}/host-check`,
      summary: 'Where a host name leads by DNS, and whether that is this service',
      description: 'Resolves the name once. Limited to some checks a minute.',
    })
    .input(
      environmentInput.extend({
        host: z
          .string()
          .trim()
          .toLowerCase()
          .refine(isPublicHostName, 'Enter a host name of your own domain, such as fpt.contoso.com.'),
      }),
    )
    .output(hostCheckSchema),
}
