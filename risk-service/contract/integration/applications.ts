import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  type ApplicationRole,
  applicationLimits,
  applicationRoles,
  brownOutMinutes,
  brownOutShares,
  tokenEndings,
} from './application-definitions.ts'

const path = `${environmentRoute}/applications`
const time = z.iso.datetime()

const name = z
  .string()
  .trim()
  .min(1)
  .max(applicationLimits.name)
  .regex(/^\P{Cc}*$/u, 'The name has to be one line.')
const anyRoles = z
  .array(z.enum(applicationRoles as [ApplicationRole, ...ApplicationRole[]]))
  .max(applicationRoles.length)
const roles = anyRoles.min(1)
const secretRule = `Use ${applicationLimits.secret} random letters, digits, dots or underscores.`
/** Made by the caller: no answer has a secret in it, and none is stored but its hash. */
const secret = z
  .string()
  .regex(new RegExp(`^[A-Za-z0-9._]{${applicationLimits.secret}}$`), secretRule)
  .refine(text => new Set(text).size >= applicationLimits.differentCharacters, secretRule)
/** PEM, the public part alone. */
const certificate = z.string().min(1).max(applicationLimits.certificate)
const clientId = z.string().regex(/^[\w.-]{1,100}$/)

const credentialSchema = z.object({
  id: uuid,
  kind: z.enum(['secret', 'certificate']),
  thumbprint: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
  /** The latest call or token request with it; null: none. */
  lastUsedAt: time.nullable(),
})
export type ApplicationCredential = z.infer<typeof credentialSchema>

const applicationSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  /** Where it was created, and where alone it is changed. */
  environmentId: uuid,
  createdAt: time,
  /** The latest call or token request; null: none. */
  lastUsedAt: time.nullable(),
  /** In the environment where it was created, as tokens name them. */
  roles: z.array(z.string()),
  /** In other environments that the caller sees; they are assigned there. */
  elsewhere: z.array(z.object({ environmentId: uuid, roles: z.array(z.string()) })),
  credentials: z.array(credentialSchema),
})
export type Application = z.infer<typeof applicationSchema>

const applicationsSchema = z.object({
  /** Those created in the environment, and those from elsewhere that may call it. */
  applications: z.array(applicationSchema),
  /** Those that may call it too, of environments that the caller cannot see. */
  unseen: z.array(z.object({ name: z.string(), roles: z.array(z.string()) })),
  /** Whether the directory roles of the caller let them create applications and credentials. */
  mayCreate: z.boolean(),
  /** Roles that the caller may assign and revoke in the environment. */
  mayAssign: z.array(z.enum(applicationRoles as [ApplicationRole, ...ApplicationRole[]])),
})
export type Applications = z.infer<typeof applicationsSchema>

const foundApplicationSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  /** Where it was created. */
  environmentId: uuid,
  /** In the environment of the call, assigned there. */
  roles: anyRoles,
})
export type FoundApplication = z.infer<typeof foundApplicationSchema>

const certificateFactsSchema = z.object({
  /** The distinguished name. */
  subject: z.string(),
  /** SHA-1 in upper-case hex, as `x5t` names it. */
  thumbprint: z.string(),
  expiresAt: time,
})
export type CertificateFacts = z.infer<typeof certificateFactsSchema>

const brownOutSchema = z.object({
  percent: z.literal(brownOutShares),
  startedAt: time,
  endsAt: time,
  startedBy: z.string(),
  /** Whether it refuses now. */
  active: z.boolean(),
  /** Calls and token requests since it started, and how many were refused. */
  calls: z.number().int(),
  refused: z.number().int(),
})
export type BrownOutState = z.infer<typeof brownOutSchema>

const credentialUseSchema = z.object({
  /** Null: calls with tokens that do not name their credential. */
  credentialId: uuid.nullable(),
  /** Calls and token requests of the last minutes. */
  calls: z.number().int(),
  tokens: z.number().int(),
  callsPerMinute: z.number(),
  lastAt: time.nullable(),
  /** Where they came from, the most frequent first; of an address without its masked part. */
  sources: z.array(z.object({ source: z.string(), calls: z.number().int(), refused: z.number().int(), lastAt: time })),
  /** The last rehearsal of its revocation; null: there was none. */
  brownOut: brownOutSchema.nullable(),
})
export type CredentialUse = z.infer<typeof credentialUseSchema>

const applicationUseSchema = z.object({
  /** Minutes that the counts are of. */
  minutes: z.number().int(),
  now: time,
  credentials: z.array(credentialUseSchema),
})
export type ApplicationUse = z.infer<typeof applicationUseSchema>

const applicationInput = environmentInput.extend({ clientId })
const credentialInput = applicationInput.extend({ credentialId: uuid })

/** Applications that call the risk API, with their roles and credentials. */
export const applicationsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'Applications that may call the environment, by name' })
    .input(environmentInput)
    .output(applicationsSchema),
  create: procedure
    .route({
      method: 'PUT',
      path: `${path}/{clientId}`,
      summary: 'Register an application; the caller makes its id, and its secret unless it has a certificate',
      description:
        'Needs a directory role that may register applications. The secret is stored as a hash. Of a certificate only the public part may be sent, as PEM.',
    })
    .input(
      environmentInput
        .extend({ clientId: uuid, name, roles, secret: secret.optional(), certificate: certificate.optional() })
        .refine(input => (input.secret === undefined) !== (input.certificate === undefined), {
          path: ['secret'],
          message: 'Send a secret or a certificate.',
        }),
    )
    .output(applicationSchema),
  update: procedure
    .route({ method: 'PATCH', path: `${path}/{clientId}`, summary: 'Replace the roles of an application' })
    .input(applicationInput.extend({ roles }))
    .output(applicationSchema),
  find: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/other-applications`,
      summary: 'Find applications that were created in another environment by name or id',
    })
    .input(environmentInput.extend({ query: z.string().max(applicationLimits.name) }))
    .output(z.object({ applications: z.array(foundApplicationSchema) })),
  assign: procedure
    .route({
      method: 'PUT',
      path: `${path}/{clientId}/roles`,
      summary: 'Replace the roles that an application of another environment has here; none revokes its access',
      description: 'Refused with `version.conflict` when they are not those that the caller saw.',
    })
    .input(applicationInput.extend({ baseRoles: anyRoles, roles: anyRoles }))
    .output(z.object({ roles: z.array(z.string()) })),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${path}/{clientId}`,
      summary: 'Remove an application with its roles and credentials; its tokens are refused at once',
    })
    .input(applicationInput)
    .output(z.object({ removed: z.boolean() })),
  addSecret: procedure
    .route({
      method: 'POST',
      path: `${path}/{clientId}/secrets`,
      summary: 'Add a secret beside the one that it replaces; the caller makes it',
      description: 'Refused with `applications.secretLimit` while two are valid.',
    })
    .input(applicationInput.extend({ secret }))
    .output(applicationSchema),
  addCertificate: procedure
    .route({
      method: 'POST',
      path: `${path}/{clientId}/certificates`,
      summary: 'Add a certificate beside the credentials that the application has',
      description: 'The client then sends assertions that it signs with the private key.',
    })
    .input(applicationInput.extend({ certificate }))
    .output(applicationSchema),
  readCertificate: procedure
    .route({
      method: 'POST',
      path: `${path}/read-certificate`,
      summary: 'What identifies a certificate, and when it ends; nothing is stored',
    })
    .input(environmentInput.extend({ certificate }))
    .output(certificateFactsSchema),
  removeCredential: procedure
    .route({
      method: 'DELETE',
      path: `${path}/{clientId}/credentials/{credentialId}`,
      summary: 'Remove one credential; tokens that were issued for it end with their hour, or at once',
      description:
        'With `tokens: "end"`, calls with its tokens are refused with 401 from now on. Tokens of other credentials stay valid.',
    })
    .input(credentialInput.extend({ tokens: z.enum(tokenEndings).default('expire') }))
    .output(applicationSchema),
  callers: procedure
    .route({
      method: 'GET',
      path: `${path}/{clientId}/callers`,
      summary: 'Who calls with each credential of an application now, and what its brown-out refused',
    })
    .input(applicationInput)
    .output(applicationUseSchema),
  startBrownOut: procedure
    .route({
      method: 'PUT',
      path: `${path}/{clientId}/credentials/{credentialId}/brown-out`,
      summary: 'Rehearse the revocation of a credential: a share of its calls is refused for a while',
      description: 'It ends by itself. Refused calls and token requests have the header `x-assay-rehearsal`.',
    })
    .input(
      credentialInput.extend({
        percent: z.literal(brownOutShares),
        minutes: z.number().int().min(1).max(brownOutMinutes),
      }),
    )
    .output(applicationUseSchema),
  endBrownOut: procedure
    .route({
      method: 'DELETE',
      path: `${path}/{clientId}/credentials/{credentialId}/brown-out`,
      summary: 'End the brown-out of a credential',
    })
    .input(credentialInput)
    .output(applicationUseSchema),
}
