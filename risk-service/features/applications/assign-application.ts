import { type ApplicationRole, accessLimits, type FoundApplication } from '../../contract/index.ts'
import { canSee } from '../../kernel/access/authorize.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { type ApplicationCall, refusing, registrarOf } from './applications.ts'
import { setRoles } from './client-registry.ts'
import { listClients, type RegisteredClient, roleNamesOf } from './read-clients.ts'

/** Clients whose names are compared; those that the caller does not see are left out of them. */
const read = 200

/** Whether an application was created in another environment, which the caller sees. */
const isElsewhere = ({ principal, tree, environmentId }: ApplicationCall, client: RegisteredClient): boolean =>
  client.tenantId === principal.tenantId &&
  client.environmentId !== environmentId &&
  canSee(principal, client.environmentId, tree)

/** Returns applications of other environments whose name or id contains a text, with their roles here. */
export async function findApplications(
  call: ApplicationCall,
  query: string,
): Promise<{ applications: FoundApplication[] }> {
  const text = query.trim().toLowerCase()
  if (text.length < accessLimits.queryFrom || text.includes('\u0000')) return { applications: [] }
  const found = await listClients(call.db, { named: { tenantId: call.principal.tenantId, text, limit: read } })
  return {
    applications: found
      .filter(client => isElsewhere(call, client))
      .slice(0, accessLimits.suggestions)
      .map(({ clientId, name, environmentId, assigned }) => ({
        clientId,
        name,
        environmentId,
        roles: assigned.filter(each => each.environmentId === call.environmentId).map(({ role }) => role),
      })),
  }
}

/**
 * Replaces the roles of an application of another environment in that of the call. It keeps its id, its credentials and
 * its roles elsewhere. @throws NotFoundError for one that the caller does not see, or that was created here
 */
export async function assignApplication(
  call: ApplicationCall,
  { clientId, baseRoles, roles }: { clientId: string; baseRoles: ApplicationRole[]; roles: ApplicationRole[] },
): Promise<{ roles: string[] }> {
  const { environmentId } = call
  const [found] = await listClients(call.db, { clientId })
  if (found === undefined || !isElsewhere(call, found))
    throw new NotFoundError('No other environment has such an application.')
  const { client } = await refusing(
    setRoles(registrarOf(call), clientId, [...new Set(roles)], { environmentId, baseRoles: [...new Set(baseRoles)] }),
  )
  return { roles: roleNamesOf(client.assigned, each => each.environmentId === environmentId) }
}
