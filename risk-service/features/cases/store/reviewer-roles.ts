import { allows, effectiveLevel, type RoleId } from '../../../contract/index.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'

/** A right to look up: of a person in an environment. */
interface ReviewRight {
  userId: string
  environmentId: string
}

/** Returns whether people of a tenant may review cases of an environment, by their stored roles as they are now. */
export async function loadReviewRights(
  db: Db,
  tenantId: string,
  userIds: readonly string[],
): Promise<(right: ReviewRight) => boolean> {
  const rolesOf = await loadStoredRoles(db, tenantId, userIds)
  return right => mayReview(rolesOf(right))
}

export const mayReview = (roles: readonly RoleId[]): boolean => allows(effectiveLevel(roles, 'cases.review'), 'write')

/** Returns the stored roles of people of a tenant in an environment, as they are now. */
export async function loadStoredRoles(
  db: Db,
  tenantId: string,
  userIds: readonly string[],
): Promise<(right: ReviewRight) => RoleId[]> {
  if (userIds.length === 0) return () => []
  const [tree, rows] = await Promise.all([
    loadEnvironmentTree(db, tenantId),
    db
      .selectFrom('role_assignment')
      .select(['principal_id', 'role', 'environment_id'])
      .where('tenant_id', '=', tenantId)
      .where('principal_id', 'in', [...new Set(userIds)])
      .execute(),
  ])
  const byUser = Map.groupBy(rows, row => row.principal_id)
  return ({ userId, environmentId }) => {
    const assignments = (byUser.get(userId) ?? []).map(row => ({
      role: row.role as RoleId,
      environmentId: row.environment_id,
    }))
    return rolesIn({ wids: [], assignments }, environmentId, tree)
  }
}
