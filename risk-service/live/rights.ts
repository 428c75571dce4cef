import { type EnvironmentNodes, type Holder, isGlobalAdministrator, levelIn } from '../access/authorize.ts'
import { allows } from '../contract/index.ts'
import type { Audience } from './hub.ts'

/** Who listens, and the environments of their tenant. */
export interface Rights {
  principal: Holder & { id: string; tenantId: string }
  tree: EnvironmentNodes
}

/** Rights over the tenant as a whole, beyond any environment. */
export function isTenantWide({ assignments, wids, limitedTo }: Holder): boolean {
  if (limitedTo !== undefined) return false
  return (
    isGlobalAdministrator(wids) ||
    assignments.some(({ role, environmentId }) => role === 'ProductAdmin' && environmentId === null)
  )
}

/**
 * True when it happens in the caller's tenant and to nobody else: asked before anything is kept, whatever the roles.
 */
export function concerns({ principal, tree }: Rights, { tenantId, environmentId, userId }: Audience): boolean {
  if (userId && userId !== principal.id) return false
  return tenantId === null ? environmentId !== null && tree.has(environmentId) : tenantId === principal.tenantId
}

/** True when the caller may know of it now. */
export function mayKnow(rights: Rights, audience: Audience): boolean {
  if (!concerns(rights, audience)) return false
  const { environmentId, capability } = audience
  if (capability === null) return true
  return environmentId === null
    ? isTenantWide(rights.principal)
    : allows(levelIn(rights.principal, environmentId, capability, rights.tree), 'read')
}
