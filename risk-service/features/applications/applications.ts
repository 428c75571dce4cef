import { defined } from '../../contract/defined.ts'
import {
  type Application,
  type ApplicationRole,
  type Applications,
  applicationLimits,
  applicationRoles,
  directoryRoles,
  mayAssign,
  roleIds,
  roleNames,
  type TokenEnding,
} from '../../contract/index.ts'
import { canSee, rolesIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { credentialMonths } from '../../kernel/identity/client-secrets.ts'
import { requireCertificate } from './certificates.ts'
import { addClient, addCredential, revokeClient, revokeCredential, setRoles } from './client-registry.ts'
import { listClients, type RegisteredClient, roleNamesOf } from './read-clients.ts'
import { ClientError, type NewCredential, type Registrar, type RoleChange } from './registrar.ts'

export type ApplicationCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'actorRoles' | 'hasDirectoryRoles' | 'readCertificate'
> & { environmentId: string }

/**
 * Returns the applications that were created in an environment or may call it; of those from an environment that the
 * caller cannot see, no more than name and roles.
 */
export async function listApplications(call: ApplicationCall): Promise<Applications> {
  const chain = environmentChain(call)
  const clients = await listClients(call.db, { mayCall: [call.environmentId, ...chain] })
  const isSeen = ({ environmentId }: RegisteredClient): boolean => canSee(call.principal, environmentId, call.tree)
  return {
    applications: clients.filter(isSeen).map(client => toApplication(call, client)),
    unseen: clients
      .filter(client => !isSeen(client))
      .map(({ name, assigned }) => ({
        name,
        roles: roleNamesOf(assigned, each => chain.includes(each.environmentId)),
      })),
    mayCreate: mayRegister(call),
    mayAssign: applicationRoles.filter(role => mayAssignIn(call, { environmentId: call.environmentId, role })),
  }
}

export async function createApplication(
  call: ApplicationCall,
  { clientId, name, roles, ...proof }: { clientId: string; name: string; roles: ApplicationRole[] } & Proof,
): Promise<Application> {
  assertDirectoryRole(call)
  const { client } = await refusing(
    addClient(registrarOf(call), {
      environmentId: call.environmentId,
      name,
      roles: [...new Set(roles)],
      clientId,
      credential: credentialOf(call, proof),
    }),
  )
  return toApplication(call, client)
}

export async function updateApplication(
  call: ApplicationCall,
  { clientId, roles }: { clientId: string; roles: ApplicationRole[] },
): Promise<Application> {
  await requireOwn(call, clientId)
  const { client } = await refusing(setRoles(registrarOf(call), clientId, [...new Set(roles)]))
  return toApplication(call, client)
}

export async function removeApplication(call: ApplicationCall, clientId: string): Promise<{ removed: boolean }> {
  await requireOwn(call, clientId)
  await refusing(revokeClient(registrarOf(call), clientId))
  return { removed: true }
}

/** How an application proves itself: by a secret of the caller, or by a certificate, whose private key it alone has. */
type Proof = { secret?: string | undefined; certificate?: string | undefined }

const credentialOf = (call: ApplicationCall, { secret, certificate }: Proof): NewCredential =>
  certificate === undefined
    ? { months: credentialMonths, ...defined({ secret }) }
    : requireCertificate(call, certificate)

/** Adds a secret or a certificate beside the credentials that the application has. */
export async function addProof(
  call: ApplicationCall,
  { clientId, ...proof }: { clientId: string } & Proof,
): Promise<Application> {
  assertDirectoryRole(call)
  await requireOwn(call, clientId)
  const { client } = await refusing(addCredential(registrarOf(call), clientId, credentialOf(call, proof)))
  return toApplication(call, client)
}

export async function removeCredential(
  call: ApplicationCall,
  { clientId, credentialId, tokens }: { clientId: string; credentialId: string; tokens: TokenEnding },
): Promise<Application> {
  await requireOwn(call, clientId)
  const { client } = await refusing(revokeCredential(registrarOf(call), clientId, credentialId, tokens))
  return toApplication(call, client)
}

const registering: ReadonlySet<string> = new Set(Object.values(directoryRoles))

/**
 * Whether the caller may register applications: by a directory role, and where sign-ins never name one, as an
 * administrator of the product or of the environment.
 */
export function mayRegister({ principal, hasDirectoryRoles, environmentId, tree }: ApplicationCall): boolean {
  return hasDirectoryRoles
    ? principal.wids.some(id => registering.has(id.toLowerCase()))
    : rolesIn(principal, environmentId, tree).some(role => role === 'ProductAdmin' || role === 'AllAreasAdmin')
}

function assertDirectoryRole(call: ApplicationCall): void {
  if (!mayRegister(call))
    throw new ConflictError(
      'Creating an application needs the Application Administrator, Cloud Application Administrator or Global Administrator directory role.',
      { reason: 'applications.directoryRole' },
    )
}

const mayAssignIn = ({ principal, tree }: ApplicationCall, { environmentId, role }: RoleChange): boolean =>
  mayAssign(rolesIn(principal, environmentId, tree), role)

/** Refuses roles that no role of the caller in the environment may assign and revoke. */
function assertMayAssign(call: ApplicationCall, changed: readonly RoleChange[]): void {
  const refused = changed.find(each => !mayAssignIn(call, each))
  if (refused === undefined) return
  const assigners = roleIds.filter(role => mayAssign([role], refused.role)).map(role => roleNames[role].displayName)
  throw new ConflictError(
    `Assigning or revoking ${roleNames[refused.role].displayName} needs the role ${assigners.join(' or ')} in its environment.`,
    { reason: 'applications.roleAssignment' },
  )
}

/** Returns an application; refuses one that was not created in the environment of the call, where alone it is changed. */
export async function requireOwn({ db, environmentId }: ApplicationCall, clientId: string): Promise<RegisteredClient> {
  const [client] = await listClients(db, { clientId, environmentIds: [environmentId] })
  if (client === undefined) throw new NotFoundError('This environment has no such application.')
  return client
}

/** Turns a refusal of the registry into an error of the console API. */
export async function refusing<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    if (error.reason === 'applications.secretLimit')
      throw new ConflictError('The application has two valid secrets. Remove one first.', {
        reason: error.reason,
        limit: applicationLimits.secrets,
      })
    if (error.reason !== null) throw new ConflictError(error.message, { reason: error.reason })
    if (error.option === 'roles') throw new ValidationError(['roles'], error.message)
    if (error.option === 'certificate')
      throw new ValidationError(['certificate'], error.message, { code: 'certificate.duplicate' })
    throw new NotFoundError('The application has no such credential, or does not exist.')
  }
}

export const registrarOf = (call: ApplicationCall): Registrar => ({
  db: call.db,
  clock: call.ports.clock,
  newId: call.ports.newId,
  actorIn: () => ({ principal: call.principal, roles: call.actorRoles, correlationId: call.correlationId }),
  assertMayAssign: changed => assertMayAssign(call, changed),
})

const toApplication = (
  { principal, tree }: ApplicationCall,
  { clientId, name, environmentId, created, lastUsed, roles, assigned, credentials }: RegisteredClient,
): Application => ({
  clientId,
  name,
  environmentId,
  createdAt: created.toISOString(),
  lastUsedAt: latestOf([lastUsed, ...credentials.map(each => each.lastUsed)])?.toISOString() ?? null,
  roles,
  elsewhere: [...new Set(assigned.map(each => each.environmentId))]
    .filter(id => id !== environmentId && canSee(principal, id, tree))
    .map(id => ({ environmentId: id, roles: roleNamesOf(assigned, each => each.environmentId === id) })),
  credentials: credentials.map(each => ({
    id: each.id,
    kind: each.kind,
    thumbprint: each.thumbprint,
    createdAt: each.created.toISOString(),
    expiresAt: each.expires.toISOString(),
    lastUsedAt: each.lastUsed?.toISOString() ?? null,
  })),
})

const latestOf = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null)
