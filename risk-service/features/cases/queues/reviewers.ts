import { allows, effectiveLevel, type RoleId } from '../../../contract/index.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import type { Db } from '../../../ports/database.ts'
import { isManager, type Reviewer } from '../model/queue-role.ts'
import type { CaseCall } from '../work/case-call.ts'

/** Returns the users of the tenant who may review cases of an environment by stored assignments, by name. */
export async function loadReviewers(
  { db, principal, tree }: Pick<CaseCall, 'db' | 'principal' | 'tree'>,
  environmentId: string,
): Promise<Reviewer[]> {
  const users = await loadUsers(db, principal.tenantId)
  return users.flatMap(({ id, name, username, assignments }) => {
    const roles = rolesIn({ wids: [], assignments }, environmentId, tree)
    return allows(effectiveLevel(roles, 'cases.review'), 'write')
      ? [{ id, name, username, manager: isManager(roles) }]
      : []
  })
}

/** Returns the users of a tenant with their stored assignments. */
async function loadUsers(db: Db, tenantId: string) {
  const [users, assignments] = await Promise.all([
    db
      .selectFrom('principal')
      .select(['id', 'name', 'username'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'user')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('role_assignment')
      .select(['principal_id', 'role', 'environment_id'])
      .where('tenant_id', '=', tenantId)
      .execute(),
  ])
  const byUser = Map.groupBy(assignments, row => row.principal_id)
  return users.map(user => ({
    ...user,
    assignments: (byUser.get(user.id) ?? []).map(({ role, environment_id }) => ({
      role: role as RoleId,
      environmentId: environment_id,
    })),
  }))
}
