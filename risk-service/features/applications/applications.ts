import {
  type Application,
  type ApplicationRole,
  type Applications,
  applicationLimits,
  directoryRoles,
} from '../../contract/index.ts'
import { rolesIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { credentialMonths } from '../../kernel/identity/client-secrets.ts'
import {
  addClient,
  addCredential,
  ClientError,
  type Registrar,
  revokeClient,
  revokeCredential,
  setRoles,
} from './client-registry.ts'
import { listClients, type RegisteredClient } from './read-clients.ts'

export type ApplicationCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'actorRoles' | 'hasDirectoryRoles'
> & { environmentId: string }

/** Returns the applications that may call an environment: those created there or above it. */
export async function listApplications(call: ApplicationCall): Promise<Applications> {
  const clients = await listClients(call.db, { environmentIds: environmentChain(call) })
  return { applications: clients.map(toApplication), mayCreate: mayCreate(call) }
}

export async function createApplication(
  call: ApplicationCall,
  { clientId, name, roles, secret }: { clientId: string; name: string; roles: ApplicationRole[]; secret: string },
): Promise<Application> {
  assertDirectoryRole(call)
  const { client } = await refusing(
    addClient(registrarOf(call), {
      environmentId: call.environmentId,
      name,
      roles: [...new Set(roles)],
      clientId,
      credential: { months: credentialMonths, secret },
    }),
  )
  return toApplication(client)
}

export async function updateApplication(
  call: ApplicationCall,
  { clientId, roles }: { clientId: string; roles: ApplicationRole[] },
): Promise<Application> {
  await assertOwn(call, clientId)
  const { client } = await refusing(setRoles(registrarOf(call), clientId, [...new Set(roles)]))
  return toApplication(client)
}

export async function removeApplication(call: ApplicationCall, clientId: string): Promise<{ removed: boolean }> {
  await assertOwn(call, clientId)
  await refusing(revokeClient(registrarOf(call), clientId))
  return { removed: true }
}

export async function addSecret(
  call: ApplicationCall,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<Application> {
  assertDirectoryRole(call)
  await assertOwn(call, clientId)
  const { client } = await refusing(addCredential(registrarOf(call), clientId, { months: credentialMonths, secret }))
  return toApplication(client)
}

export async function removeCredential(
  call: ApplicationCall,
  { clientId, credentialId }: { clientId: string; credentialId: string },
): Promise<Application> {
  await assertOwn(call, clientId)
  const { client } = await refusing(revokeCredential(registrarOf(call), clientId, credentialId))
  return toApplication(client)
}

const registering: ReadonlySet<string> = new Set(Object.values(directoryRoles))

/**
 * Whether the caller may register applications: by a directory role, and where sign-ins never name one, as an
 * administrator of the product or of the environment.
 */
function mayCreate({ principal, hasDirectoryRoles, environmentId, tree }: ApplicationCall): boolean {
  return hasDirectoryRoles
    ? principal.wids.some(id => registering.has(id.toLowerCase()))
    : rolesIn(principal, environmentId, tree).some(role => role === 'ProductAdmin' || role === 'AllAreasAdmin')
}

function assertDirectoryRole(call: ApplicationCall): void {
  if (!mayCreate(call))
    throw new ConflictError(
      'Creating an application needs the Application Administrator, Cloud Application Administrator or Global Administrator directory role.',
      { reason: 'applications.directoryRole' },
    )
}

/** Refuses an application that was not created in the environment of the call: it is changed where it was created. */
async function assertOwn({ db, environmentId }: ApplicationCall, clientId: string): Promise<void> {
  const [client] = await listClients(db, { clientId, environmentIds: [environmentId] })
  if (client === undefined) throw new NotFoundError('This environment has no such application.')
}

/** Turns a refusal of the registry into an error of the console API. */
async function refusing<Result>(change: Promise<Result>): Promise<Result> {
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
    throw new NotFoundError('The application has no such credential, or does not exist.')
  }
}

const registrarOf = ({ db, ports, principal, actorRoles, correlationId }: ApplicationCall): Registrar => ({
  db,
  clock: ports.clock,
  newId: ports.newId,
  actorIn: () => ({ principal, roles: actorRoles, correlationId }),
})

const toApplication = ({
  clientId,
  name,
  environmentId,
  created,
  roles,
  credentials,
}: RegisteredClient): Application => ({
  clientId,
  name,
  environmentId,
  createdAt: created.toISOString(),
  roles,
  credentials: credentials.map(each => ({
    id: each.id,
    kind: each.kind,
    thumbprint: each.thumbprint,
    createdAt: each.created.toISOString(),
    expiresAt: each.expires.toISOString(),
    lastUsedAt: each.lastUsed?.toISOString() ?? null,
  })),
})
