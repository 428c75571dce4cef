import roles from './roles.json' with { type: 'json' }

/** A right of the console or the API; the table of roles lists all of them. */
export type Capability = keyof typeof roles.capabilities
/** A product role as stored in an assignment; sandbox environments use the same names behind their `Sandbox_` twin. */
export type RoleId = keyof typeof roles.roles
/** A tenant uses the roles of one family, and Product admin. */
export type RoleFamily = 'standard' | 'psp'
export type CapabilityLevel = 'none' | 'read' | 'write'

const rank: Record<CapabilityLevel, number> = { none: 0, read: 1, write: 2 }

/** Template ids of the directory roles in the `wids` claim, by name. */
export const directoryRoles = {
  globalAdministrator: roles.directoryRoles.GlobalAdministrator.templateId,
  applicationAdministrator: roles.directoryRoles.ApplicationAdministrator.templateId,
  cloudApplicationAdministrator: roles.directoryRoles.CloudApplicationAdministrator.templateId,
} as const

export const capabilityIds = Object.keys(roles.capabilities) as Capability[]
/** To be had with `write` for a view that others see, as for a note: a role that changes nothing shares nothing. */
export const sharingCapability: Capability = 'notes'
export const roleIds = Object.keys(roles.roles) as RoleId[]
/** Display name of a role, and its name in the tokens of sandbox environments. */
export const roleNames: Record<RoleId, { displayName: string; sandboxName: string | null }> = roles.roles

/** Returns the level of one role for one capability, as the table of roles defines it. */
export function capabilityLevelOf(role: RoleId, capability: Capability): CapabilityLevel {
  const cells: Partial<Record<string, string>> = roles.roles[role].capabilities
  return (cells[capability] ?? 'none') as CapabilityLevel
}

/** Returns the highest level over several roles: the effective level of a user in an environment. */
export function effectiveLevel(roles: readonly RoleId[], capability: Capability): CapabilityLevel {
  return roles.reduce<CapabilityLevel>((best, role) => {
    const level = capabilityLevelOf(role, capability)
    return rank[level] > rank[best] ? level : best
  }, 'none')
}

/** Whether one of the roles may assign and revoke `role`. */
export function mayAssign(assigners: readonly RoleId[], role: RoleId): boolean {
  return assigners.some(assigner => (roles.roles[assigner].canAssign as readonly string[]).includes(role))
}

/** Roles of the console that a tenant of a family has, in the order of the table. */
export const rolesOfFamily = (family: RoleFamily): RoleId[] =>
  roleIds.filter(role => roles.roles[role].family === 'tenant' || roles.roles[role].family === family)

/** Roles of the console that one of the roles may assign and revoke in a tenant of a family. */
export const assignableRoles = (assigners: readonly RoleId[], family: RoleFamily): RoleId[] =>
  rolesOfFamily(family).filter(role => mayAssign(assigners, role))

/** Name of a role in environments of a kind. */
export const roleNameIn = (role: RoleId, kind: 'production' | 'sandbox'): string =>
  (kind === 'sandbox' ? roleNames[role].sandboxName : null) ?? roleNames[role].displayName

/** How much a role gives over all capabilities; what gives more has a larger number. */
export const roleBreadth = (role: RoleId): number =>
  capabilityIds.reduce((sum, capability) => sum + rank[capabilityLevelOf(role, capability)], 0)

/** Whether `level` is enough for `required`; write includes read. */
export function allows(level: CapabilityLevel, required: 'read' | 'write'): boolean {
  return rank[level] >= rank[required]
}

/** Returns every capability above `none` of the roles; the console receives them per environment. */
export function capabilitiesOf(roles: readonly RoleId[]): Partial<Record<Capability, 'read' | 'write'>> {
  const result: Partial<Record<Capability, 'read' | 'write'>> = {}
  for (const capability of capabilityIds) {
    const level = effectiveLevel(roles, capability)
    if (level !== 'none') result[capability] = level
  }
  return result
}
