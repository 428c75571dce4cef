import {
  allows,
  type Capability,
  type CapabilityLevel,
  capabilityLevelOf,
  directoryRoles,
  effectiveLevel,
  type RoleId,
  roleBreadth,
} from '../../contract/index.ts'
import type { Principal } from '../../ports/index.ts'

/** The facts of an environment that rights depend on. */
export interface EnvironmentNode {
  id: string
  parentId: string | null
  kind: 'production' | 'sandbox'
}
/** The environments of one tenant by id. */
export type EnvironmentNodes = ReadonlyMap<string, EnvironmentNode>
/**
 * The caller: stored assignments, directory roles of the token, the capabilities that the caller is limited to, and the
 * preview in which these are those of somebody else.
 */
export type AccessSubject = Pick<Principal, 'assignments' | 'wids' | 'limitedTo' | 'preview'>

/** A role that reaches an environment, and the assignment or directory role that makes it so. */
export interface Grant {
  role: RoleId
  /** Where it was assigned; null: for the whole tenant. */
  environmentId: string | null
  /** The group that has it; null: the user, or a directory role. */
  groupId: string | null
  /** Whether a directory role gives it, without an assignment. */
  byDirectory: boolean
  /** Environments between the one where it was assigned and this one. */
  distance: number
}

/** The answer to a call that needs a capability in an environment, with what makes it so. */
export interface AccessDecision {
  outcome: 'allowed' | 'forbidden' | 'notFound'
  level: CapabilityLevel
  grants: readonly Grant[]
  /** Whether the caller is limited to other capabilities, whatever the roles grant. */
  limited: boolean
}

/** The question of one check. */
export interface AccessQuestion {
  environmentId: string
  capability: Capability
  required: 'read' | 'write'
}

/**
 * Ids from the environment up to its root; empty for an unknown one. A cycle, which the store cannot hold, would end at
 * its first repeat.
 */
function lineage(environments: EnvironmentNodes, environmentId: string): string[] {
  const path: string[] = []
  for (
    let node = environments.get(environmentId);
    node && !path.includes(node.id);
    node = node.parentId === null ? undefined : environments.get(node.parentId)
  ) {
    path.push(node.id)
  }
  return path
}

/** Global Administrators act as Product admin without a stored assignment. */
export function isGlobalAdministrator(wids: readonly string[]): boolean {
  return wids.some(id => id.toLowerCase() === directoryRoles.globalAdministrator)
}

/**
 * Roles that apply to an environment: assigned on it or on an ancestor, or tenant-wide. Trees are never mixed in kind,
 * and an assignment counts only in its own kind, so the `Sandbox_` twin of a role is the same role assigned in a
 * sandbox tree.
 */
export function grantsIn(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): Grant[] {
  const target = environments.get(environmentId)
  if (!target || !isReached(holder, environmentId, environments)) return []
  const path = lineage(environments, environmentId)
  const grants: Grant[] = []
  const tenantWide = { environmentId: null, distance: path.length }
  if (isGlobalAdministrator(holder.wids))
    grants.push({ role: 'ProductAdmin', groupId: null, byDirectory: true, ...tenantWide })
  for (const { role, environmentId: assigned, groupId = null } of holder.assignments) {
    if (assigned === null) {
      // Only Product admin is tenant-wide; any other role without an environment is a broken row and grants nothing.
      if (role === 'ProductAdmin') grants.push({ role, groupId, byDirectory: false, ...tenantWide })
    } else if (path.includes(assigned) && environments.get(assigned)?.kind === target.kind) {
      grants.push({ role, groupId, byDirectory: false, environmentId: assigned, distance: path.indexOf(assigned) })
    }
  }
  return grants
}

/** What a preview needs of the caller's own rights in each environment: who has which roles there is no secret then. */
const previewCapability = 'settings.access.users'

/** Whether a preview reaches an environment; outside of a preview, every one. */
function isReached({ preview }: AccessSubject, environmentId: string, environments: EnvironmentNodes): boolean {
  if (preview === undefined) return true
  const question = { environmentId, capability: previewCapability, required: 'read' } as const
  return decideAccess(preview.own, question, environments).outcome === 'allowed'
}

/** Returns false while the holder is limited to other capabilities, in a preview also while the caller is. */
function isWithinLimit({ limitedTo, preview }: AccessSubject, capability: Capability): boolean {
  return (
    (limitedTo === undefined || limitedTo.includes(capability)) &&
    (preview === undefined || isWithinLimit(preview.own, capability))
  )
}

/** A preview reads what both rights read, and changes nothing. */
const inBoth = (previewed: CapabilityLevel, own: CapabilityLevel): CapabilityLevel =>
  previewed === 'none' || own === 'none' ? 'none' : 'read'

/**
 * Returns the effective level of a capability in an environment: the highest of all roles that apply to it, and in a
 * preview at most what the caller's own roles give.
 */
export function levelIn(
  holder: AccessSubject,
  environmentId: string,
  capability: Capability,
  environments: EnvironmentNodes,
): CapabilityLevel {
  if (!isWithinLimit(holder, capability)) return 'none'
  const roles = grantsIn(holder, environmentId, environments).map(({ role }) => role)
  const level = effectiveLevel(roles, capability)
  return holder.preview === undefined
    ? level
    : inBoth(level, levelIn(holder.preview.own, environmentId, capability, environments))
}

/** Returns the highest level of a tenant-level capability (no environment in the request): over all assigned roles. */
export function tenantLevel(holder: AccessSubject, capability: Capability): CapabilityLevel {
  if (!isWithinLimit(holder, capability)) return 'none'
  const roles: RoleId[] = holder.assignments.map(assignment => assignment.role)
  if (isGlobalAdministrator(holder.wids)) roles.push('ProductAdmin')
  const level = effectiveLevel(roles, capability)
  return holder.preview === undefined ? level : inBoth(level, tenantLevel(holder.preview.own, capability))
}

/** Whether a role opens the console; an application role alone does not. */
export const isConsoleRole = (role: RoleId): boolean => role !== 'RiskApi' && role !== 'ProvisioningApi'

/**
 * Decides a call, and names what decides it: the guard of every console call and the answer to "why" are this function.
 * `notFound` also hides environments whose existence the caller may not learn.
 */
export function decideAccess(
  holder: AccessSubject,
  { environmentId, capability, required }: AccessQuestion,
  environments: EnvironmentNodes,
): AccessDecision {
  const grants = grantsIn(holder, environmentId, environments)
  const limited = !isWithinLimit(holder, capability)
  const level = levelIn(holder, environmentId, capability, environments)
  const outcome = !grants.some(({ role }) => isConsoleRole(role))
    ? 'notFound'
    : allows(level, required)
      ? 'allowed'
      : 'forbidden'
  return { outcome, level, grants, limited }
}

/**
 * Returns the grant that a permitted call is counted for: of those that are enough, the one that gives least beside it, so
 * that roles without a counted call can be removed without refusing a call that was made. Null where a directory role
 * alone is enough.
 */
export function usedGrant(
  { grants }: Pick<AccessDecision, 'grants'>,
  { capability, required }: Pick<AccessQuestion, 'capability' | 'required'>,
): Grant | null {
  const enough = grants.filter(
    ({ role, byDirectory }) => !byDirectory && allows(capabilityLevelOf(role, capability), required),
  )
  const [used] = enough.toSorted(
    (a, b) =>
      roleBreadth(a.role) - roleBreadth(b.role) ||
      Number(a.groupId !== null) - Number(b.groupId !== null) ||
      a.distance - b.distance,
  )
  return used ?? null
}
