import { allows } from '../../contract/index.ts'
import { type AccessSubject, type EnvironmentNodes, isGlobalAdministrator, levelIn } from '../access/authorize.ts'
import type { Audience } from './live-hub.ts'

/** The rights of a listener, and the environments of the tenant. */
export interface AudienceRights {
  principal: AccessSubject & { id: string; tenantId: string }
  tree: EnvironmentNodes
}

/** Returns true for rights over the tenant as a whole, beyond any environment. */
export function isTenantWide({ assignments, wids, limitedTo, preview }: AccessSubject): boolean {
  if (limitedTo !== undefined || (preview !== undefined && !isTenantWide(preview.own))) return false
  return (
    isGlobalAdministrator(wids) ||
    assignments.some(({ role, environmentId }) => role === 'ProductAdmin' && environmentId === null)
  )
}

/**
 * Returns true when a change happened in the caller's tenant and is not addressed to another user: checked before
 * anything is retained, whatever the roles.
 */
export function isAddressedTo(
  { principal, tree }: AudienceRights,
  { tenantId, environmentId, userId }: Audience,
): boolean {
  if (userId && userId !== principal.id) return false
  return tenantId === null ? environmentId !== null && tree.has(environmentId) : tenantId === principal.tenantId
}

/** Returns true when the caller may receive a change at the moment. */
export function canReceive(rights: AudienceRights, audience: Audience): boolean {
  if (!isAddressedTo(rights, audience)) return false
  const { environmentId, capability } = audience
  if (capability === null) return true
  return environmentId === null
    ? isTenantWide(rights.principal)
    : allows(levelIn(rights.principal, environmentId, capability, rights.tree), 'read')
}
