import { type ApplicationRole, applicationRoleNames } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

export interface RegisteredCredential {
  id: string
  kind: 'secret' | 'certificate'
  thumbprint: string | null
  created: Date
  expires: Date
  /** The latest token that was issued for it; null: none since this is recorded. */
  lastUsed: Date | null
}
export interface RegisteredClient {
  clientId: string
  name: string
  tenantId: string
  environmentId: string
  principalId: string
  created: Date
  roles: string[]
  credentials: RegisteredCredential[]
}

/** Which clients are listed; without a filter: all. */
interface ClientFilter {
  clientId?: string
  /** Those that were created in one of these environments. */
  environmentIds?: readonly string[]
}

/** Lists registered clients by name, with roles as tokens name them and credentials, the oldest first. */
export async function listClients(
  db: Db,
  { clientId, environmentIds }: ClientFilter = {},
): Promise<RegisteredClient[]> {
  const clients = await db
    .selectFrom('api_client')
    .selectAll()
    .$if(clientId !== undefined, query => query.where('client_id', '=', clientId ?? ''))
    .$if(environmentIds !== undefined, query => query.where('environment_id', 'in', environmentIds ?? []))
    .orderBy('display_name')
    .orderBy('client_id')
    .execute()
  if (clients.length === 0) return []
  const roles = await db
    .selectFrom('role_assignment')
    .innerJoin('environment', 'environment.id', 'role_assignment.environment_id')
    .select(['role_assignment.tenant_id', 'principal_id', 'role', 'kind'])
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
  return clients.map(client => ({
    clientId: client.client_id,
    name: client.display_name,
    tenantId: client.tenant_id,
    environmentId: client.environment_id,
    principalId: client.principal_id,
    created: client.created_at,
    roles: [
      ...new Set(
        roles
          .filter(row => row.tenant_id === client.tenant_id && row.principal_id === client.principal_id)
          .map(row => applicationRoleNames[row.role as ApplicationRole][row.kind]),
      ),
    ].sort(),
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
