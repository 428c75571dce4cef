import { allows } from '../../contract/index.ts'
import { type AccessSubject, type EnvironmentNodes, isGlobalAdministrator, levelIn } from '../access/authorize.ts'
import type { Audience } from './live-hub.ts'

/** Who listens, and the environments of their tenant. */
export interface AudienceRights {
  principal: AccessSubject & { id: string; tenantId: string }
  tree: EnvironmentNodes
}

/** Rights over the tenant as a whole, beyond any environment. */
export function isTenantWide({ assignments, wids, limitedTo }: AccessSubject): boolean {
  if (limitedTo !== undefined) return false
  return (
    isGlobalAdministrator(wids) ||
    assignments.some(({ role, environmentId }) => role === 'ProductAdmin' && environmentId === null)
  )
}

/**
 * True when it happens in the caller's tenant and to nobody else: asked before anything is kept, whatever the roles.
 */
export function isAddressedTo(
  { principal, tree }: AudienceRights,
  { tenantId, environmentId, userId }: Audience,
): boolean {
  if (userId && userId !== principal.id) return false
  return tenantId === null ? environmentId !== null && tree.has(environmentId) : tenantId === principal.tenantId
}

/** True when the caller may know of it now. */
export function canReceive(rights: AudienceRights, audience: Audience): boolean {
  if (!isAddressedTo(rights, audience)) return false
  const { environmentId, capability } = audience
  if (capability === null) return true
  return environmentId === null
    ? isTenantWide(rights.principal)
    : allows(levelIn(rights.principal, environmentId, capability, rights.tree), 'read')
}
