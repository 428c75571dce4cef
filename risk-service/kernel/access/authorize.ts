import {
  type Capability,
  type CapabilityLevel,
  capabilitiesOf,
  effectiveLevel,
  type RoleId,
} from '../../contract/index.ts'
import {
  type AccessDecision,
  type AccessSubject,
  decideAccess,
  type EnvironmentNodes,
  grantsIn,
  isConsoleRole,
  isGlobalAdministrator,
  isWithinLimit,
} from './access-decision.ts'

export type { AccessSubject, EnvironmentNode, EnvironmentNodes } from './access-decision.ts'
export { isGlobalAdministrator } from './access-decision.ts'

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

/** Roles that apply to an environment, each once: see `grantsIn`. */
export function rolesIn(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): RoleId[] {
  return [...new Set(grantsIn(holder, environmentId, environments).map(({ role }) => role))]
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
  return rolesIn(holder, environmentId, environments).some(isConsoleRole)
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
): AccessDecision {
  const decision = decideAccess(holder, { environmentId, capability, required }, environments)
  if (decision.outcome === 'notFound') throw new AccessError('notFound', null, null)
  if (decision.outcome === 'forbidden') throw new AccessError('forbidden', capability, required)
  return decision
}

/** Returns the highest level of a tenant-level capability (no environment in the request): over all assigned roles. */
export function tenantLevel(holder: AccessSubject, capability: Capability): CapabilityLevel {
  if (!isWithinLimit(holder, capability)) return 'none'
  const roles: RoleId[] = holder.assignments.map(assignment => assignment.role)
  if (isGlobalAdministrator(holder.wids)) roles.push('ProductAdmin')
  return effectiveLevel(roles, capability)
}
