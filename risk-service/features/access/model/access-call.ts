import { assignableRoles, type RoleId } from '../../../contract/index.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'

/** A call about access in one environment. */
export type AccessCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'actorRoles' | 'scope' | 'origin'
> & { environmentId: string }

/** Returns the roles that the caller may assign and revoke in the environment: those of the tenant's family only. */
export async function loadAssignable({ db, principal, tree, environmentId }: AccessCall): Promise<RoleId[]> {
  const { role_family: family } = await db
    .selectFrom('tenant')
    .select('role_family')
    .where('id', '=', principal.tenantId)
    .executeTakeFirstOrThrow()
  return assignableRoles(rolesIn(principal, environmentId, tree), family)
}

/** The id under which addresses are compared. */
export const foldAddress = (address: string): string => address.trim().toLowerCase()
