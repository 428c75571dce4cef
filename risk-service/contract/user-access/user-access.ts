import { z } from 'zod'
import { type Capability, capabilityIds, type RoleId, roleIds } from '../access/capabilities.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { accessLimits, accessSources, accessStatuses, addressPattern } from './access-definitions.ts'

const path = `${environmentRoute}/access`
const time = z.iso.datetime()
const roleId = z.enum(roleIds as [RoleId, ...RoleId[]])
const roles = z.array(roleId).max(roleIds.length)
const level = z.enum(['none', 'read', 'write'])
const capability = z.enum(capabilityIds as [Capability, ...Capability[]])

const assignedRoleSchema = z.object({
  role: roleId,
  assignedAt: time,
  /** Null: it was assigned when the tenant was set up, or before this was recorded. */
  assignedBy: z.string().nullable(),
  /** The last day on which a call needed it; null: none since this is recorded. */
  usedOn: z.iso.date().nullable(),
  /** No call needed it for the days of `accessLimits.unusedDays`. */
  unused: z.boolean(),
})
export type AssignedRole = z.infer<typeof assignedRoleSchema>

const accessEntrySchema = z.object({
  principalId: uuid,
  kind: z.enum(['user', 'group']),
  name: z.string(),
  /** Address of a user; empty for a group, and where the sign-in names none. */
  username: z.string(),
  guest: z.boolean(),
  source: z.enum(accessSources),
  /** Where the roles were assigned; null: for the whole tenant. */
  environmentId: uuid.nullable(),
  environmentName: z.string().nullable(),
  roles: z.array(assignedRoleSchema),
  status: z.enum(accessStatuses),
  /** When an invitation ends. */
  expiresAt: time.nullable(),
  /** Members of a group, as far as their sign-ins named it. */
  members: z.number().int().nullable(),
})
export type AccessEntry = z.infer<typeof accessEntrySchema>

const accessListSchema = z.object({
  /** By name: those of the environment first, then those from above and of the tenant. */
  entries: z.array(accessEntrySchema),
  /** Roles that the caller may assign and revoke here. */
  assignable: z.array(roleId),
  /** Address that invited people open. */
  invitationUrl: z.string(),
})
export type AccessList = z.infer<typeof accessListSchema>

const directoryEntrySchema = z.object({
  principalId: uuid,
  kind: z.enum(['user', 'group']),
  name: z.string(),
  username: z.string(),
  /** Assigned directly in the environment. */
  roles: z.array(roleId),
})
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>

const changeSchema = z.object({
  /** Null: somebody who is not in the directory. */
  principalId: uuid.nullable(),
  /** Direct roles before and after the change. */
  before: roles,
  after: roles,
})
export type PlannedChange = z.infer<typeof changeSchema>

const differenceSchema = z.object({
  /** Those for whom it is the same; null: somebody who is not in the directory. */
  principalIds: z.array(uuid.nullable()),
  places: z.array(
    z.object({
      environments: z.array(z.object({ id: uuid, name: z.string() })),
      changes: z.array(z.object({ capability, before: level, after: level })),
    }),
  ),
})
export type AccessDifference = z.infer<typeof differenceSchema>

const grantSchema = z.object({
  role: roleId,
  /** `directoryRole`: Global Administrator, who acts as Product admin. */
  by: z.enum(['assignment', 'group', 'directoryRole']),
  groupName: z.string().nullable(),
  /** Where it was assigned; null: for the whole tenant. */
  environmentId: uuid.nullable(),
  environmentName: z.string().nullable(),
  /** What it gives of the capability. */
  level,
})
const explanationSchema = z.object({
  /** What the service answers to a call: `notFound` where no role of the console reaches the environment. */
  outcome: z.enum(['allowed', 'forbidden', 'notFound']),
  name: z.string(),
  capability,
  required: z.enum(['read', 'write']),
  level,
  /** Roles that reach the environment, those that give most first. */
  grants: z.array(grantSchema),
  /** Roles that would give the capability, but were assigned where they do not reach the environment. */
  elsewhere: z.array(grantSchema),
  /** Capabilities are off until the person attests the permitted use. */
  limited: z.boolean(),
  /** Roles of the tenant that give enough. */
  sufficient: z.array(roleId),
  /** Groups and directory roles are those of this sign-in; null: the person has not signed in yet. */
  signedInAt: time.nullable(),
})
export type AccessExplanation = z.infer<typeof explanationSchema>

const principalInput = z.object({ principalId: uuid, baseRoles: roles })
const question = environmentInput.extend({ capability, required: z.enum(['read', 'write']) })

/** Who has which roles in an environment, and what they give. */
export const accessContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'Users and groups with roles that reach the environment' })
    .input(environmentInput)
    .output(accessListSchema),
  people: procedure
    .route({
      method: 'POST',
      path: `${path}/people`,
      summary: 'Find people and groups of the directory by name or address',
    })
    .input(environmentInput.extend({ query: z.string().max(accessLimits.query) }))
    .output(z.object({ people: z.array(directoryEntrySchema) })),
  preview: procedure
    .route({
      method: 'POST',
      path: `${path}/preview`,
      summary: 'What a change of roles would change, in the environment and those below it; nothing is stored',
    })
    .input(environmentInput.extend({ changes: z.array(changeSchema).min(1).max(accessLimits.people) }))
    .output(z.object({ differences: z.array(differenceSchema) })),
  assignRoles: procedure
    .route({
      method: 'POST',
      path: `${path}/roles`,
      summary: 'Assign roles to people and groups, and invite people by their address',
      description:
        'Refused with `version.conflict` when the roles of one of them are not those that the caller saw. Product admin is assigned for the whole tenant.',
    })
    .input(
      environmentInput
        .extend({
          principals: z.array(principalInput).max(accessLimits.people),
          addresses: z
            .array(z.string().trim().max(320).regex(addressPattern, 'Enter a valid e-mail address.'))
            .max(accessLimits.people),
          roles: roles.min(1, 'Choose at least one role.'),
        })
        .refine(({ principals, addresses }) => principals.length + addresses.length > 0, {
          path: ['principals'],
          message: 'Choose a person or group.',
        }),
    )
    .output(z.object({ changed: z.number().int(), invited: z.number().int() })),
  updateRoles: procedure
    .route({
      method: 'PUT',
      path: `${path}/principals/{principalId}/roles`,
      summary: 'Replace the roles that a person or group has directly in the environment',
    })
    .input(
      environmentInput.extend({
        principalId: uuid,
        baseRoles: roles,
        roles: roles.min(1, 'Choose at least one role.'),
      }),
    )
    .output(z.object({ changed: z.number().int() })),
  revokeRoles: procedure
    .route({
      method: 'POST',
      path: `${path}/revoke`,
      summary: 'Revoke all roles of people and groups that were assigned in the environment, or for the whole tenant',
    })
    .input(
      environmentInput.extend({
        entries: z
          .array(principalInput.extend({ source: z.enum(['environment', 'tenant']) }))
          .min(1)
          .max(accessLimits.revoked),
      }),
    )
    .output(z.object({ changed: z.number().int() })),
  recordExport: procedure
    .route({ method: 'POST', path: `${path}/exports`, summary: 'Record that the list was exported as a file' })
    .input(environmentInput.extend({ rows: z.number().int().nonnegative() }))
    .output(z.object({ recorded: z.boolean() })),
  why: procedure
    .route({ method: 'GET', path: `${path}/why`, summary: 'Why a person or group may or may not do something' })
    .input(question.extend({ principalId: uuid }))
    .output(explanationSchema),
  ownAccess: procedure
    .route({ method: 'GET', path: `${path}/own`, summary: 'Why the caller may or may not do something' })
    .input(question)
    .output(explanationSchema),
}
