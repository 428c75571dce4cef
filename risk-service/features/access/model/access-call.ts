import { assignableRoles, type RoleFamily, type RoleId } from '../../../contract/index.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'

/** A call about access in one environment. */
export type AccessCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'actorRoles' | 'scope' | 'origin'
> & { environmentId: string }

/** What a change of access needs of a call; whoever operates the service changes access without one. */
export type AccessChangeCall = Omit<AccessCall, 'scope' | 'origin' | 'ports'> & {
  ports: Pick<AccessCall['ports'], 'clock' | 'newId'>
}

/** Returns the family of roles that the tenant of the caller uses. */
export async function loadRoleFamily({ db, principal }: Pick<AccessCall, 'db' | 'principal'>): Promise<RoleFamily> {
  const { role_family: family } = await db
    .selectFrom('tenant')
    .select('role_family')
    .where('id', '=', principal.tenantId)
    .executeTakeFirstOrThrow()
  return family
}

/** Returns the roles that the caller may assign and revoke in the environment: those of the tenant's family only. */
export async function loadAssignable(
  call: Pick<AccessCall, 'db' | 'principal' | 'tree' | 'environmentId'>,
): Promise<RoleId[]> {
  return assignableRoles(rolesIn(call.principal, call.environmentId, call.tree), await loadRoleFamily(call))
}

/** The id under which addresses are compared. */
export const foldAddress = (address: string): string => address.trim().toLowerCase()
