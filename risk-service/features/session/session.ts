import { directoryRoles, type RightsPreviewDescription, roleNames, type Session } from '../../contract/index.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import type { Principal, RightsPreview } from '../../ports/index.ts'
import { visibleEnvironments } from '../environments/environments.ts'

const directoryRoleNames = new Map<string, string>([
  [directoryRoles.globalAdministrator, 'GlobalAdministrator'],
  [directoryRoles.applicationAdministrator, 'ApplicationAdministrator'],
  [directoryRoles.cloudApplicationAdministrator, 'CloudApplicationAdministrator'],
])

/** Returns the names of all roles of a user; a role on a sandbox environment has the name of its twin. */
function assignedRoles(principal: Pick<Principal, 'assignments' | 'wids'>, tree: EnvironmentTree): string[] {
  const names = principal.assignments.map(({ role, environmentId }) => {
    const sandbox = environmentId !== null && tree.get(environmentId)?.kind === 'sandbox'
    return sandbox ? (roleNames[role].sandboxName ?? role) : role
  })
  // A global administrator is treated as Product admin everywhere, without an assignment.
  const admin = principal.wids.some(id => id.toLowerCase() === directoryRoles.globalAdministrator)
  return [...new Set([...names, ...(admin ? ['ProductAdmin' as const] : [])])].sort()
}

/** Loads the signed-in user and their rights in each environment. Null when the tenant is not set up here. */
export async function loadSession(db: Db, principal: Principal, tree: EnvironmentTree): Promise<Session | null> {
  const tenant = await db.selectFrom('tenant').selectAll().where('id', '=', principal.tenantId).executeTakeFirst()
  if (!tenant) return null
  const { scoreLimits } = await loadCaseOptions(db, tenant.id)
  return {
    user: { id: principal.id, name: principal.name, username: principal.username },
    tenant: { id: tenant.id, name: tenant.name, roleFamily: tenant.role_family, demo: tenant.demo, scoreLimits },
    directoryRoles: principal.wids.flatMap(id => directoryRoleNames.get(id.toLowerCase()) ?? []),
    tenantConfiguration: { assignedRoles: assignedRoles(principal, tree) },
    environments: visibleEnvironments(principal, tree),
    setUp: tree.size > 0,
    seeded: tenant.seeded,
    fcraDue: (principal.preview?.own ?? principal).limitedTo !== undefined,
    ...(principal.preview === undefined ? {} : { preview: describePreview(principal.preview, tree) }),
  }
}

const describePreview = (
  { id, kind, name, roles, environmentId, endsAt }: RightsPreview,
  tree: EnvironmentTree,
): RightsPreviewDescription => ({
  id,
  kind,
  name,
  roles: [...roles],
  environmentId,
  environmentName: tree.get(environmentId)?.friendlyName ?? '',
  endsAt: endsAt.toISOString(),
})
