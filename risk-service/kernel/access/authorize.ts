import {
  allows,
  type Capability,
  type CapabilityLevel,
  capabilitiesOf,
  directoryRoles,
  effectiveLevel,
  type RoleId,
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
/** The caller: stored assignments, directory roles of the token, and the capabilities that the caller is limited to. */
export type AccessSubject = Pick<Principal, 'assignments' | 'wids' | 'limitedTo'>

/** An error of the access check. `binNotFound` also hides resources whose existence the caller may not learn. */
export class AccessError extends Error {
  readonly code: 'forbidden' | 'notFound'
  readonly capability: Capability | null
  readonly required: 'read' | 'write' | null
  constructor(code: 'forbidden' | 'notFound', capability: Capability | null, required: 'read' | 'write' | null) {
    super(
      code === 'forbidden'
        ? `The capability ${capability ?? ''} is needed with ${required ?? ''}.`
        : 'This environment does not exist.',
    )
    this.name = 'AccessError'
    this.code = code
    this.capability = capability
    this.required = required
  }
}

/**
 * Ids from the environment up to its root; empty for an unknown one. A cycle, which the store cannot hold, would end at
 * its first repeat.
 */
function lineage(environments: EnvironmentNodes, environmentId: string): Set<string> {
  const path = new Set<string>()
  for (
    let node = environments.get(environmentId);
    node && !path.has(node.id);
    node = node.parentId === null ? undefined : environments.get(node.parentId)
  ) {
    path.add(node.id)
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
export function rolesIn(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): RoleId[] {
  const target = environments.get(environmentId)
  if (!target) return []
  const path = lineage(environments, environmentId)
  const roles = new Set<RoleId>()
  if (isGlobalAdministrator(holder.wids)) roles.add('ProductAdmin')
  for (const { role, environmentId: assigned } of holder.assignments) {
    if (assigned === null) {
      // Only Product admin is tenant-wide; any other role without an environment is a broken row and grants nothing.
      if (role === 'ProductAdmin') roles.add(role)
    } else if (path.has(assigned) && environments.get(assigned)?.kind === target.kind) {
      roles.add(role)
    }
  }
  return [...roles]
}

/** Returns false while the holder is limited to other capabilities. */
function isWithinLimit({ limitedTo }: AccessSubject, capability: Capability): boolean {
  return limitedTo === undefined || limitedTo.includes(capability)
}

/** Returns the effective level of a capability in an environment: the highest of all roles that apply to it. */
export function levelIn(
  holder: AccessSubject,
  environmentId: string,
  capability: Capability,
  environments: EnvironmentNodes,
): CapabilityLevel {
  if (!isWithinLimit(holder, capability)) return 'none'
  return effectiveLevel(rolesIn(holder, environmentId, environments), capability)
}

/** Returns every capability above `none` in an environment, as the console receives it. */
export function capabilitiesIn(
  holder: AccessSubject,
  environmentId: string,
  environments: EnvironmentNodes,
): Partial<Record<Capability, 'read' | 'write'>> {
  const capabilities = capabilitiesOf(rolesIn(holder, environmentId, environments))
  return Object.fromEntries(
    Object.entries(capabilities).filter(([capability]) => isWithinLimit(holder, capability as Capability)),
  )
}

/** Returns true when a console role applies to the environment; application roles alone open no console. */
export function canSee(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): boolean {
  return rolesIn(holder, environmentId, environments).some(role => role !== 'RiskApi' && role !== 'ProvisioningApi')
}

/**
 * The one check before every console call.
 * @throws AccessError `binNotFound` (404) for an environment the caller cannot see, `forbidden` (403) when the level is
 * too low.
 */
export function authorize(
  holder: AccessSubject,
  environmentId: string,
  capability: Capability,
  required: 'read' | 'write',
  environments: EnvironmentNodes,
): void {
  if (!canSee(holder, environmentId, environments)) throw new AccessError('notFound', null, null)
  if (!allows(levelIn(holder, environmentId, capability, environments), required))
    throw new AccessError('forbidden', capability, required)
}

/** Returns the highest level of a tenant-level capability (no environment in the request): over all assigned roles. */
export function tenantLevel(holder: AccessSubject, capability: Capability): CapabilityLevel {
  if (!isWithinLimit(holder, capability)) return 'none'
  const roles: RoleId[] = holder.assignments.map(assignment => assignment.role)
  if (isGlobalAdministrator(holder.wids)) roles.push('ProductAdmin')
  return effectiveLevel(roles, capability)
}
