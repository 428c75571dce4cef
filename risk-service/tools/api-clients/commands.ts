import { readFile } from 'node:fs/promises'
import {
  addClient,
  addCredential,
  revokeClient,
  revokeCredential,
} from '../../features/applications/client-registry.ts'
import {
  listClients,
  type RegisteredClient,
  type RegisteredCredential,
  roleNamesOf,
} from '../../features/applications/read-clients.ts'
import { ClientError, type Issued, type NewCredential, type Registrar } from '../../features/applications/registrar.ts'
import { type EnvironmentAddress, findEnvironment } from '../../kernel/environments/find-environment.ts'
import { assertionType } from '../../kernel/identity/client-proof.ts'
import { readCertificate } from '../../kernel/identity/credentials/client-certificate.ts'
import { publishedAudiences } from '../../kernel/identity/options.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import type { Db } from '../../ports/database.ts'
import type { ClientCommand } from './options.ts'

type Addresses = Pick<Settings, 'publicUrl' | 'host' | 'port' | 'productionResource' | 'sandboxResource'>

/** Runs a command and returns its output lines. */
export async function runClientCommand(
  registrar: Registrar,
  settings: Addresses,
  { command, options }: ClientCommand,
): Promise<string[]> {
  const { db, clock } = registrar
  switch (command) {
    case 'list': {
      const clients = await listClients(db)
      const places = new Map(
        await Promise.all(
          [...new Set(clients.map(each => each.environmentId))].map(
            async (id): Promise<[string, string]> => [id, await loadPath(db, id)],
          ),
        ),
      )
      return clients.length === 0
        ? ['No client is registered.']
        : clients.flatMap(each => [
            `${each.clientId}  ${each.name}  ${places.get(each.environmentId) ?? ''}  ${roleNamesOf(each.assigned, () => true).join(', ') || 'no roles'}`,
            ...each.credentials.map(credential => `  ${credentialLine(credential, clock())}`),
          ])
    }
    case 'add': {
      const environment = await findEnvironment(db, options.environment)
      if (typeof environment === 'string') throw new ClientError('environment', environment)
      const credential = await readCredential(options, clock())
      const { client, issued } = await addClient(registrar, {
        environmentId: environment.id,
        name: options.name,
        roles: options.roles,
        clientId: options['client-id'] ?? null,
        credential,
      })
      return [
        `${client.name} is registered in ${environment.path} (${client.roles.join(', ')}).`,
        '',
        ...(await assertGrantable(db, settings, client, environment, issued)),
      ]
    }
    case 'rotate': {
      const { client, issued } = await addCredential(
        registrar,
        options['client-id'],
        await readCredential(options, clock()),
      )
      return [
        `${client.name} has one more credential; those before it stay good until they expire or are revoked.`,
        '',
        ...issuedLines(issued),
        '',
        ...client.credentials.map(credential => credentialLine(credential, clock())),
      ]
    }
    case 'revoke': {
      if (options.credential === undefined) {
        const { name } = await revokeClient(registrar, options['client-id'])
        return [`${name} can ask for no more tokens, and those it has are refused at once.`]
      }
      const { 'client-id': clientId, credential, tokens } = options
      const { client } = await revokeCredential(registrar, clientId, credential, tokens)
      return [
        `${client.name} cannot prove itself by this credential any more; tokens that it got ${tokens === 'end' ? 'are refused at once' : 'end with their hour'}.`,
        ...client.credentials.map(credential => credentialLine(credential, clock())),
      ]
    }
  }
}

async function readCredential(
  { certificate: file, months }: { certificate?: string | undefined; months: number },
  now: Date,
): Promise<NewCredential> {
  if (file === undefined) return { months }
  const read = await readFile(file).catch((error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'There is no such file.'
      : 'The file cannot be read.',
  )
  if (typeof read === 'string') throw new ClientError('certificate', `${file}: ${read}`)
  const certificate = readCertificate(read, now)
  if ('fault' in certificate) throw new ClientError('certificate', `${file}: ${certificate.message}`)
  return certificate
}

/** Returns the lines with everything that the client needs, and a request that can be sent unchanged. */
async function assertGrantable(
  db: Db,
  settings: Addresses,
  { clientId, tenantId }: RegisteredClient,
  environment: EnvironmentAddress,
  issued: Issued,
): Promise<string[]> {
  const { kind } = await db
    .selectFrom('environment')
    .select('kind')
    .where('id', '=', environment.id)
    .executeTakeFirstOrThrow()
  const resource =
    kind === 'production'
      ? (settings.productionResource ?? publishedAudiences.production[0])
      : (settings.sandboxResource ?? publishedAudiences.sandbox[0])
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(settings.host) ? 'localhost' : settings.host
  const origin = settings.publicUrl === null ? `http://${host}:${settings.port}` : new URL(settings.publicUrl).origin
  const tokenUrl = `${origin}/${tenantId}/oauth2/v2.0/token`
  const proof =
    issued.secret === null
      ? [`-d client_assertion_type=${assertionType}`, '-d client_assertion="$ASSERTION"']
      : [`-d client_secret=${issued.secret}`]
  return [
    `Directory ID      ${tenantId}`,
    `Token URL         ${tokenUrl}`,
    `  of version 1    ${origin}/${tenantId}/oauth2/token`,
    `Resource URI      ${resource}`,
    `Endpoint          ${origin}`,
    `Environment ID    ${environment.id}`,
    `Client ID         ${clientId}`,
    ...issuedLines(issued),
    '',
    ...(issued.thumbprint === null
      ? []
      : [
          `ASSERTION is a JSON Web Token that the client signs with its private key (RS256, PS256 or ES256). Its header names the certificate: "x5t": "${Buffer.from(issued.thumbprint, 'hex').toString('base64url')}".`,
          `Its claims: iss and sub ${clientId}, aud ${tokenUrl}, exp within a day. Client libraries make it from key and thumbprint.`,
          '',
        ]),
    [
      `curl ${tokenUrl}`,
      '-d grant_type=client_credentials',
      `-d client_id=${clientId}`,
      ...proof,
      `-d scope=${resource}/.default`,
    ].join(' \\\n  '),
  ]
}

function issuedLines({ id, expires, secret, thumbprint }: Issued): string[] {
  const until = expires.toISOString().slice(0, 10)
  return secret === null
    ? [`Thumbprint        ${thumbprint ?? ''}  (good until ${until})`]
    : [
        `Client secret     ${secret}  (good until ${until}, credential ${id})`,
        'The secret is shown this once and cannot be read again: keep it where the client finds it.',
      ]
}

function credentialLine({ id, kind, thumbprint, expires }: RegisteredCredential, now: Date): string {
  return `${kind} ${thumbprint ?? id}  ${expires > now ? 'good until' : 'expired on'} ${expires.toISOString().slice(0, 10)}`
}

async function loadPath(db: Db, id: string): Promise<string> {
  const found = await findEnvironment(db, id)
  return typeof found === 'string' ? id : found.path
}
