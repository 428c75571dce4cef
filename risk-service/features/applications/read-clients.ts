import { sql } from 'kysely'
import { type ApplicationRole, applicationRoleNames } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

export interface RegisteredCredential {
  id: string
  kind: 'secret' | 'certificate'
  thumbprint: string | null
  created: Date
  expires: Date
  /** The latest call or token request with it; null: none since this is recorded. */
  lastUsed: Date | null
}
/** A role of a client in one environment, with the name that tokens have for it there. */
export interface AssignedRole {
  environmentId: string
  role: ApplicationRole
  name: string
}
export interface RegisteredClient {
  clientId: string
  name: string
  tenantId: string
  environmentId: string
  principalId: string
  created: Date
  /** The latest call or token request, exact to some seconds; null: none since this is recorded. */
  lastUsed: Date | null
  /** Names of the roles in the environment where it was created. */
  roles: string[]
  /** Roles in all environments. */
  assigned: AssignedRole[]
  credentials: RegisteredCredential[]
}

/** Which clients are listed; without a filter: all. */
interface ClientFilter {
  clientId?: string
  /** Those that were created in one of these environments. */
  environmentIds?: readonly string[]
  /** Those that were created in the first of these environments, or may call it by a role in one of them. */
  mayCall?: readonly string[]
  /** Those of a tenant whose name or id contains a text in lower case. */
  named?: { tenantId: string; text: string; limit: number }
}

/** Lists registered clients by name, with roles as tokens name them and credentials, the oldest first. */
export async function listClients(
  db: Db,
  { clientId, environmentIds, mayCall, named }: ClientFilter = {},
): Promise<RegisteredClient[]> {
  const clients = await db
    .selectFrom('api_client')
    .leftJoin('api_client_use as used', 'used.client_id', 'api_client.client_id')
    .selectAll('api_client')
    .select('used.last_used_at')
    .$if(clientId !== undefined, query => query.where('api_client.client_id', '=', clientId ?? ''))
    .$if(environmentIds !== undefined, query => query.where('environment_id', 'in', environmentIds ?? []))
    .$if(mayCall !== undefined, query =>
      query.where(eb =>
        eb.or([
          eb('environment_id', '=', mayCall?.[0] ?? ''),
          eb.exists(
            eb
              .selectFrom('role_assignment as assigned')
              .select('assigned.role')
              .whereRef('assigned.tenant_id', '=', 'api_client.tenant_id')
              .whereRef('assigned.principal_id', '=', 'api_client.principal_id')
              .where('assigned.role', '=', 'RiskApi')
              .where('assigned.environment_id', 'in', mayCall ?? []),
          ),
        ]),
      ),
    )
    .$if(named !== undefined, query =>
      query
        .where('tenant_id', '=', named?.tenantId ?? '')
        .where(
          sql<boolean>`strpos(lower(display_name), ${named?.text ?? ''}) > 0 or strpos(lower(api_client.client_id), ${named?.text ?? ''}) > 0`,
        )
        .limit(named?.limit ?? 0),
    )
    .orderBy('display_name')
    .orderBy('api_client.client_id')
    .execute()
  if (clients.length === 0) return []
  const roles = await db
    .selectFrom('role_assignment')
    .innerJoin('environment', 'environment.id', 'role_assignment.environment_id')
    .select(['role_assignment.tenant_id', 'environment.id as environmentId', 'principal_id', 'role', 'kind'])
    .where('role', 'in', Object.keys(applicationRoleNames))
    .where(
      'principal_id',
      'in',
      clients.map(each => each.principal_id),
    )
    .execute()
  const credentials = await db
    .selectFrom('api_client_credential')
    .select(['id', 'client_id', 'thumbprint', 'created_at', 'expires_at', 'last_used_at'])
    .where(
      'client_id',
      'in',
      clients.map(each => each.client_id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const assignmentsOf = (client: { tenant_id: string; principal_id: string }): AssignedRole[] =>
    roles
      .filter(row => row.tenant_id === client.tenant_id && row.principal_id === client.principal_id)
      .map(row => ({
        environmentId: row.environmentId,
        role: row.role as ApplicationRole,
        name: applicationRoleNames[row.role as ApplicationRole][row.kind],
      }))
  return clients.map(client => ({
    clientId: client.client_id,
    name: client.display_name,
    tenantId: client.tenant_id,
    environmentId: client.environment_id,
    principalId: client.principal_id,
    created: client.created_at,
    lastUsed: client.last_used_at,
    roles: roleNamesOf(assignmentsOf(client), each => each.environmentId === client.environment_id),
    assigned: assignmentsOf(client),
    credentials: credentials
      .filter(row => row.client_id === client.client_id)
      .map(row => ({
        id: row.id,
        kind: row.thumbprint === null ? 'secret' : 'certificate',
        thumbprint: row.thumbprint,
        created: row.created_at,
        expires: row.expires_at,
        lastUsed: row.last_used_at,
      })),
  }))
}

/** Returns the client with an id, without regard to letter case; null: nobody has it. */
export async function findClient(db: Db, clientId: string): Promise<RegisteredClient | null> {
  const row = await db
    .selectFrom('api_client')
    .select('client_id')
    .where(eb => eb.fn('lower', ['client_id']), '=', clientId.toLowerCase())
    .executeTakeFirst()
  if (row === undefined) return null
  const [client] = await listClients(db, { clientId: row.client_id })
  return client ?? null
}

/** Returns the names of some of the roles, each once. */
export const roleNamesOf = (assigned: readonly AssignedRole[], isMeant: (role: AssignedRole) => boolean): string[] =>
  [...new Set(assigned.filter(isMeant).map(({ name }) => name))].sort()

/** Returns the names of clients of a tenant; those that are not registered are absent. */
export async function clientNames(
  db: Db,
  tenantId: string,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (clientIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_client')
    .select(['client_id', 'display_name'])
    .where('tenant_id', '=', tenantId)
    .where('client_id', 'in', clientIds)
    .execute()
  return new Map(rows.map(row => [row.client_id, row.display_name]))
}
