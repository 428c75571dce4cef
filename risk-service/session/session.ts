import type { Kysely } from 'kysely'
import { directoryRoles, type Session } from '../contract/index.ts'
import { visibleEnvironments } from '../environments/environments.ts'
import type { EnvironmentTree } from '../environments/tree.ts'
import type { Principal } from '../ports.ts'
import type { Database } from '../store/schema.ts'

const directoryRoleNames = new Map<string, string>([
  [directoryRoles.globalAdministrator, 'GlobalAdministrator'],
  [directoryRoles.applicationAdministrator, 'ApplicationAdministrator'],
  [directoryRoles.cloudApplicationAdministrator, 'CloudApplicationAdministrator'],
])

/** Who is signed in, and what they may do where. Null when the tenant is not set up here. */
export async function readSession(db: Kysely<Database>, principal: Principal, tree: EnvironmentTree): Promise<Session | null> {
  const tenant = await db.selectFrom('tenant').selectAll().where('id', '=', principal.tenantId).executeTakeFirst()
  if (!tenant) return null
  return {
    user: { id: principal.id, name: principal.name, username: principal.username },
    tenant: { id: tenant.id, name: tenant.name, roleFamily: tenant.role_family, demo: tenant.demo },
    directoryRoles: principal.wids.flatMap(id => directoryRoleNames.get(id.toLowerCase()) ?? []),
    environments: visibleEnvironments(principal, tree),
    seeded: tenant.seeded,
    fcraDue: principal.limitedTo !== undefined,
  }
}
