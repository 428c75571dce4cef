import { caseManagerRoles } from '../../contract/cases/case-definitions.ts'
import { type Capability, capabilitiesOf, type RoleId } from '../../contract/index.ts'
import {
  type AccessDecision,
  type AccessSubject,
  decideAccess,
  type EnvironmentNodes,
  grantsIn,
  isConsoleRole,
  levelIn,
} from './access-decision.ts'

export type { AccessSubject, EnvironmentNode, EnvironmentNodes } from './access-decision.ts'
export { isGlobalAdministrator, levelIn, tenantLevel } from './access-decision.ts'

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

/** Roles that show more of the work on cases than their capabilities say. */
const reviewingRoles: ReadonlySet<RoleId> = new Set([...caseManagerRoles, 'ManualReviewSeniorAnalyst'])

/**
 * Roles that apply to an environment, each once: see `grantsIn`. A preview leaves out those that show more than their
 * capabilities say where the caller has none of them.
 */
export function rolesIn(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): RoleId[] {
  const roles = [...new Set(grantsIn(holder, environmentId, environments).map(({ role }) => role))]
  if (holder.preview === undefined) return roles
  const own = rolesIn(holder.preview.own, environmentId, environments)
  const manages = own.some(role => (caseManagerRoles as readonly RoleId[]).includes(role))
  return roles.filter(role => manages || own.includes(role) || !reviewingRoles.has(role))
}

/** Returns every capability above `none` in an environment, as the console receives it. */
export function capabilitiesIn(
  holder: AccessSubject,
  environmentId: string,
  environments: EnvironmentNodes,
): Partial<Record<Capability, 'read' | 'write'>> {
  const roles = grantsIn(holder, environmentId, environments).map(({ role }) => role)
  return Object.fromEntries(
    Object.keys(capabilitiesOf(roles)).flatMap(capability => {
      const level = levelIn(holder, environmentId, capability as Capability, environments)
      return level === 'none' ? [] : [[capability, level]]
    }),
  )
}

/** Returns true when a console role applies to the environment; application roles alone open no console. */
export function canSee(holder: AccessSubject, environmentId: string, environments: EnvironmentNodes): boolean {
  return grantsIn(holder, environmentId, environments).some(({ role }) => isConsoleRole(role))
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
