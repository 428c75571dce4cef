import { type ApplicationRole, applicationLimits, newSecret, type TokenEnding } from '../../contract/index.ts'
import { type AuditEntry, recordAudit } from '../../kernel/audit.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { credentialExpiry, hashSecret } from '../../kernel/identity/client-secrets.ts'
import { embeddedAppId } from '../../kernel/identity/embedded-app.ts'
import type { Db } from '../../ports/database.ts'
import { auditSnapshot } from './client-audit.ts'
import { listClients, type RegisteredClient, type RegisteredCredential } from './read-clients.ts'
import { ClientError, type Issued, type NewClient, type NewCredential, type Registrar } from './registrar.ts'

/** Registers a client in an environment; it can request tokens immediately. */
export function addClient(
  registrar: Registrar,
  input: NewClient,
): Promise<{ client: RegisteredClient; issued: Issued }> {
  return registrar.db.transaction().execute(async trx => {
    const clientId = await insertClient(trx, registrar, input)
    const issued = await issueCredential(trx, registrar, clientId, input.credential)
    const client = await requireClient(trx, clientId)
    await auditClient(trx, registrar, client, 'Create', null, auditSnapshot(client))
    return { client, issued }
  })
}

/** Registers a client without a credential: it can request tokens once it has one. */
export async function registerClient(
  trx: Db,
  registrar: Registrar,
  input: Omit<NewClient, 'credential'>,
): Promise<RegisteredClient> {
  const client = await requireClient(trx, await insertClient(trx, registrar, input))
  await auditClient(trx, registrar, client, 'Create', null, auditSnapshot(client))
  return client
}

/** Inserts a client with its roles and returns its id. */
async function insertClient(trx: Db, registrar: Registrar, input: Omit<NewClient, 'credential'>): Promise<string> {
  const environment = await trx
    .selectFrom('environment')
    .select(['id', 'tenant_id', 'parent_id'])
    .where('id', '=', input.environmentId)
    .executeTakeFirstOrThrow()
  registrar.assertMayAssign?.(input.roles.map(role => ({ environmentId: environment.id, role })))
  assertAssignable(input.roles, environment)
  const [clientId, principalId] = [input.clientId ?? registrar.newId(), registrar.newId()]
  // The same id in another letter case would look the same to users. Tokens of users contain the console's own client
  // id.
  const existing = await trx
    .selectFrom('api_client')
    .select('client_id')
    .where(eb => eb.fn('lower', ['client_id']), '=', clientId.toLowerCase())
    .executeTakeFirst()
  if (existing || clientId.toLowerCase() === embeddedAppId)
    throw new ClientError(
      'client-id',
      `${clientId} is taken: every client has an id of its own.`,
      'applications.exists',
    )
  const tenant = { tenant_id: environment.tenant_id }
  await trx
    .insertInto('principal')
    .values({ ...tenant, id: principalId, kind: 'application', name: input.name, username: clientId })
    .execute()
  await trx
    .insertInto('api_client')
    .values({
      ...tenant,
      client_id: clientId,
      environment_id: environment.id,
      principal_id: principalId,
      display_name: input.name,
    })
    .execute()
  await trx
    .insertInto('role_assignment')
    .values(input.roles.map(role => ({ ...tenant, environment_id: environment.id, principal_id: principalId, role })))
    .execute()
  return clientId
}

/**
 * Replaces the roles of a client in the environment where it was created, or in that of `elsewhere`, where it may have
 * none; those in others stay. @throws ConflictError when the roles elsewhere are not those that the caller saw
 */
export function setRoles(
  registrar: Registrar,
  clientId: string,
  roles: readonly ApplicationRole[],
  elsewhere?: { environmentId: string; baseRoles: readonly ApplicationRole[] },
): Promise<{ client: RegisteredClient }> {
  const change = async (trx: Db, client: RegisteredClient) => {
    const { tenantId, principalId, assigned } = client
    const environmentId = elsewhere?.environmentId ?? client.environmentId
    const before = assigned.filter(each => each.environmentId === environmentId).map(({ role }) => role)
    const seen = elsewhere?.baseRoles ?? before
    if (seen.length !== before.length || seen.some(role => !before.includes(role)))
      throw createVersionConflict('Somebody else changed the roles meanwhile.')
    const changed = [...before.filter(role => !roles.includes(role)), ...roles.filter(role => !before.includes(role))]
    registrar.assertMayAssign?.(changed.map(role => ({ environmentId, role })))
    const environment = await trx
      .selectFrom('environment')
      .select('parent_id')
      .where('id', '=', environmentId)
      .executeTakeFirstOrThrow()
    assertAssignable(roles, environment)
    const place = { tenant_id: tenantId, environment_id: environmentId, principal_id: principalId }
    await trx
      .deleteFrom('role_assignment')
      .where('tenant_id', '=', tenantId)
      .where('environment_id', '=', environmentId)
      .where('principal_id', '=', principalId)
      .execute()
    if (roles.length > 0)
      await trx
        .insertInto('role_assignment')
        .values(roles.map(role => ({ ...place, role })))
        .execute()
    return null
  }
  return changeClient(registrar, clientId, change, {}, elsewhere?.environmentId)
}

function assertAssignable(roles: readonly ApplicationRole[], environment: { parent_id: string | null }): void {
  if (roles.includes('ProvisioningApi') && environment.parent_id !== null)
    throw new ClientError('roles', 'Provisioning_API can be assigned on a root environment only.')
}

/** Adds a credential to a client; the existing ones stay valid until they expire or are revoked. */
export function addCredential(
  registrar: Registrar,
  clientId: string,
  credential: NewCredential,
): Promise<{ client: RegisteredClient; issued: Issued }> {
  return changeClient(registrar, clientId, async (trx, before) => {
    // Whoever knows a secret acts with the roles of the client.
    registrar.assertMayAssign?.(before.assigned)
    const now = registrar.clock()
    const secrets = before.credentials.filter(each => each.kind === 'secret' && each.expires > now)
    if (!('pem' in credential) && secrets.length >= applicationLimits.secrets) {
      throw new ClientError(
        'client-id',
        `${clientId} has ${applicationLimits.secrets} valid secrets already: revoke one first (--credential ${secrets.map(each => each.id).join(' or ')}).`,
        'applications.secretLimit',
      )
    }
    if ('pem' in credential && before.credentials.some(each => each.thumbprint === credential.thumbprint))
      throw new ClientError('certificate', `${clientId} has this certificate already.`)
    return issueCredential(trx, registrar, clientId, credential)
  })
}

/**
 * Removes one credential, identified by its id or thumbprint, from a client. Its tokens end with their hour or at once;
 * those of the other credentials stay valid.
 */
export function revokeCredential(
  registrar: Registrar,
  clientId: string,
  credentialId: string,
  tokens: TokenEnding = 'expire',
): Promise<{ client: RegisteredClient }> {
  const remove = async (trx: Db, before: RegisteredClient) => {
    const credential = before.credentials.find(each =>
      [each.id, each.thumbprint].some(name => name?.toLowerCase() === credentialId.toLowerCase()),
    )
    if (!credential)
      throw new ClientError(
        'credential',
        `${clientId} has no credential ${credentialId}. It has: ${before.credentials.map(each => each.thumbprint ?? each.id).join(', ') || 'none'}.`,
      )
    await trx.deleteFrom('api_client_credential').where('id', '=', credential.id).execute()
    if (tokens === 'end') await endTokens(trx, registrar, clientId, [credential])
    return null
  }
  return changeClient(registrar, clientId, remove, { tokens })
}

/** Ends the tokens that were issued for credentials, which the database notifies to every process. */
async function endTokens(
  trx: Db,
  { clock }: Pick<Registrar, 'clock'>,
  clientId: string,
  credentials: readonly Pick<RegisteredCredential, 'id'>[],
): Promise<void> {
  if (credentials.length === 0) return
  await trx
    .insertInto('revoked_credential')
    .values(credentials.map(({ id }) => ({ credential_id: id, client_id: clientId, revoked_at: clock() })))
    .execute()
}

/**
 * Removes a client with all its credentials and roles. Its tokens end at once, also where another one gets its id: that
 * has another principal.
 */
export async function revokeClient({ db, ...rest }: Registrar, clientId: string): Promise<RegisteredClient> {
  return db.transaction().execute(async trx => {
    const client = await lockClient(trx, clientId)
    rest.assertMayAssign?.(client.assigned)
    await trx
      .deleteFrom('role_assignment')
      .where('tenant_id', '=', client.tenantId)
      .where('principal_id', '=', client.principalId)
      .execute()
    await endTokens(trx, rest, clientId, client.credentials)
    await trx.deleteFrom('api_client').where('client_id', '=', clientId).execute()
    await trx
      .deleteFrom('principal')
      .where('tenant_id', '=', client.tenantId)
      .where('id', '=', client.principalId)
      .execute()
    await auditClient(trx, { db, ...rest }, client, 'Delete', auditSnapshot(client), null)
    return client
  })
}

/**
 * Changes the roles or credentials of a client, with the entry in the audit log.
 * @param more what the log contains besides the client
 * @param environmentId that of the change, where it is not that of the client
 */
function changeClient<T>(
  registrar: Registrar,
  clientId: string,
  change: (trx: Db, before: RegisteredClient) => Promise<T>,
  more: { tokens?: TokenEnding } = {},
  environmentId?: string,
): Promise<{ client: RegisteredClient; issued: T }> {
  return registrar.db.transaction().execute(async trx => {
    const before = await lockClient(trx, clientId)
    const issued = await change(trx, before)
    const client = await requireClient(trx, clientId)
    const place = { ...client, environmentId: environmentId ?? client.environmentId }
    await auditClient(trx, registrar, place, 'Update', auditSnapshot(before), { ...auditSnapshot(client), ...more })
    return { client, issued }
  })
}

async function issueCredential(
  trx: Db,
  { clock, newId }: Registrar,
  clientId: string,
  credential: NewCredential,
): Promise<Issued> {
  const id = newId()
  const row = { id, client_id: clientId, created_at: clock() }
  if ('pem' in credential) {
    const { pem, thumbprint, thumbprintSha256, expires } = credential
    await trx
      .insertInto('api_client_credential')
      .values({ ...row, certificate: pem, thumbprint, thumbprint_sha256: thumbprintSha256, expires_at: expires })
      .execute()
    return { id, expires, secret: null, thumbprint }
  }
  const [secret, expires] = [credential.secret ?? newSecret(), credentialExpiry(clock(), credential.months)]
  await trx
    .insertInto('api_client_credential')
    .values({ ...row, secret_hash: await hashSecret(secret), expires_at: expires })
    .execute()
  return { id, expires, secret, thumbprint: null }
}

/** Locks a client, so that its changes run one after another and the number of its secrets stays valid. */
async function lockClient(trx: Db, clientId: string): Promise<RegisteredClient> {
  await trx.selectFrom('api_client').select('client_id').where('client_id', '=', clientId).forUpdate().execute()
  return requireClient(trx, clientId)
}

async function requireClient(trx: Db, clientId: string): Promise<RegisteredClient> {
  const [client] = await listClients(trx, { clientId })
  if (!client)
    throw new ClientError('client-id', `There is no client ${clientId}. "npm run api-client -- list" names them.`)
  return client
}

function auditClient(
  trx: Db,
  { clock, newId, actorIn }: Registrar,
  client: RegisteredClient,
  operation: AuditEntry['operation'],
  before: unknown,
  after: unknown,
): Promise<void> {
  return recordAudit(trx, actorIn(client.tenantId), {
    id: newId(),
    at: clock(),
    environmentId: client.environmentId,
    resource: { type: 'ApplicationAccess', id: client.principalId, name: client.name },
    operation,
    before,
    after,
  })
}
