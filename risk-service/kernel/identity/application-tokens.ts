import { SignJWT } from 'jose'
import { type ApplicationRole, applicationRoleNames } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { assertionType, verifyAssertion, verifySecret } from './client-proof.ts'
import { type BrownOutGate, brownOutMessage } from './credentials/brown-out-gate.ts'
import { credentialClaim, findBrownOut } from './credentials/client-credentials.ts'
import type { CredentialCalls } from './credentials/credential-calls.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { TenantDirectory, TenantInfo } from './tenant-directory.ts'

/** Audience to kind of environment; `both` for the service's own address. */
export type Audiences = ReadonlyMap<string, 'production' | 'sandbox' | 'both'>

export interface TokenRequest {
  /** Path segment: directory id, domain, or `organizations`. */
  tenant: string
  version: 'v1' | 'v2'
  origin: string
  form: ReadonlyMap<string, string>
  /** Address of the client. */
  address?: string | null
}
export interface TokenResponse {
  status: number
  body: Record<string, string | number>
  /** Refused by the brown-out of the credential, which was right. */
  rehearsal?: true
}
export interface TokenDependencies {
  db: Db
  clock: () => Date
  newId: () => string
  keys: SigningKeys
  tenants: TenantDirectory
  audiencesFor: (origin: string) => Audiences
  issuerOf: (origin: string, tenantId: string) => string
  /** Counts the uses of credentials; absent: nobody does. */
  credentialCalls?: CredentialCalls | undefined
  brownOuts?: BrownOutGate | undefined
}

/** The message for a request with two credentials. */
export const conflictingCredentialsMessage =
  'The credential of the client must come in one way: a secret or an assertion, in the header or in the body.'

/** Lifetime of a token in seconds; `expires_in` is one second less, as in the original service. */
const tokenLifetimeSeconds = 3600
/** Returns an error of RFC 6749 in the shape that directory clients read. */
export function tokenError(
  status: 400 | 401 | 413 | 429 | 500,
  error: string,
  description: string,
  correlationId: string,
  at: Date,
): TokenResponse {
  return {
    status,
    body: { error, error_description: description, correlation_id: correlationId, timestamp: at.toISOString() },
  }
}

/** Reads the application roles that a principal has in environments of a kind, as tokens name them. */
export async function loadApplicationRoles(
  db: Db,
  tenantId: string,
  principalId: string,
  kind: 'production' | 'sandbox' | 'both',
): Promise<string[]> {
  const assignments = await db
    .selectFrom('role_assignment')
    .innerJoin('environment', 'environment.id', 'role_assignment.environment_id')
    .select(['role', 'environment.kind'])
    .where('role_assignment.tenant_id', '=', tenantId)
    .where('principal_id', '=', principalId)
    .execute()
  return [
    ...new Set(
      assignments.flatMap(row => {
        const names = applicationRoleNames[row.role as ApplicationRole] as
          | (typeof applicationRoleNames)[ApplicationRole]
          | undefined
        return names && (kind === 'both' || row.kind === kind) ? [names[row.kind]] : []
      }),
    ),
  ].sort()
}

/**
 * Reads the valid credentials of a client, with its principal; one row without credentials for a client that has none,
 * no row for an unknown client.
 */
async function loadCredentials(db: Db, tenantId: string, clientId: string, now: Date) {
  // No text of the database contains this character: it would fail the query instead of matching no client.
  if (clientId.includes('\0')) return []
  return db
    .selectFrom('api_client as client')
    .leftJoin('api_client_credential as held', join =>
      join.onRef('held.client_id', '=', 'client.client_id').on('held.expires_at', '>', now),
    )
    .select(['held.id', 'principal_id', 'secret_hash', 'certificate', 'thumbprint', 'thumbprint_sha256'])
    .where('client.client_id', '=', clientId)
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Records that a token was issued for a credential, at most once a minute. */
async function recordUse(db: Db, id: string | null, now: Date): Promise<void> {
  try {
    await db
      .updateTable('api_client_credential')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(now.getTime() - 60_000))]))
      .execute()
  } catch {
    // A store that cannot be written still issues tokens: the time of the use is missing until the next one.
  }
}

/**
 * Returns the audiences that a client may name in its assertion: the token endpoints of the tenant under each of its
 * names, and the issuer.
 */
function assertionAudiences(
  { origin, tenant: spelled }: TokenRequest,
  tenant: TenantInfo,
  { issuerOf }: Pick<TokenDependencies, 'issuerOf'>,
): string[] {
  const bases = [tenant.id, ...tenant.domains, spelled].map(name => `${origin}/${name}`)
  return [
    issuerOf(origin, tenant.id),
    ...bases.flatMap(base =>
      ['oauth2/token', 'oauth2/v2.0/token', 'v2.0/token', 'v2.0'].map(path => `${base}/${path}`),
    ),
  ]
}

/** Client credentials grant: v1 with `resource`, v2 with `scope=<resource>/.default`. */
export async function issueApplicationToken(request: TokenRequest, deps: TokenDependencies): Promise<TokenResponse> {
  const { form, version, origin } = request
  const now = deps.clock()
  const requestedId = form.get('client-request-id') ?? ''
  const correlationId = /^[0-9a-f-]{36}$/i.test(requestedId) ? requestedId : deps.newId()
  const refuse = (status: 400 | 401, error: string, description: string) =>
    tokenError(status, error, description, correlationId, now)

  const grant = form.get('grant_type')
  if (!grant) return refuse(400, 'invalid_request', "The request body must contain the parameter 'grant_type'.")
  if (grant !== 'client_credentials')
    return refuse(400, 'unsupported_grant_type', "The grant type is not supported; use 'client_credentials'.")
  const clientId = form.get('client_id')
  if (!clientId) return refuse(400, 'invalid_request', "The request body must contain the parameter 'client_id'.")
  const secret = form.get('client_secret')
  const assertion = form.get('client_assertion')
  if (!secret && !assertion)
    return refuse(400, 'invalid_request', "The request body must contain 'client_secret' or 'client_assertion'.")
  if (secret && assertion) return refuse(400, 'invalid_request', conflictingCredentialsMessage)
  if (assertion && form.get('client_assertion_type') !== assertionType)
    return refuse(400, 'invalid_request', `The parameter 'client_assertion_type' must be '${assertionType}'.`)
  const target = version === 'v1' ? form.get('resource') : form.get('scope')
  if (!target)
    return refuse(
      400,
      'invalid_request',
      `The request body must contain the parameter '${version === 'v1' ? 'resource' : 'scope'}'.`,
    )

  const tenant = await deps.tenants.find(request.tenant)
  if (!tenant) return refuse(400, 'invalid_request', 'The tenant in the address was not found.')
  const credentials = await loadCredentials(deps.db, tenant.id, clientId, now)
  const proven = assertion
    ? await verifyAssertion(assertion, credentials, {
        clientId,
        audiences: assertionAudiences(request, tenant, deps),
        now,
        standIn: deps.keys.publicJwks.keys[0] ?? {},
      })
    : await verifySecret(secret ?? '', credentials)
  const [client] = credentials
  // Every failed proof has the same message: a caller must not learn which part was wrong.
  if (!client || !proven) return refuse(401, 'invalid_client', 'The client is unknown or its credential is wrong.')

  const resource = version === 'v1' ? target : /^(\S+)\/\.default$/.exec(target)?.[1]
  if (resource === undefined)
    return refuse(400, 'invalid_scope', "The scope must be one resource URI followed by '/.default'.")
  const audience = resource.replace(/\/$/, '')
  const kind = deps.audiencesFor(origin).get(audience)
  if (!kind)
    return refuse(400, version === 'v1' ? 'invalid_resource' : 'invalid_scope', 'The resource is not served here.')

  await recordUse(deps.db, proven.id, now)
  const brownOut = proven.id === null ? null : await findBrownOut(deps.db, { clientId, credentialId: proven.id }, now)
  const refused = deps.brownOuts?.refuses(brownOut, 'token', now) ?? false
  deps.credentialCalls?.add({
    clientId,
    credentialId: proven.id,
    kind: 'token',
    address: request.address ?? null,
    brownOutId: brownOut?.id ?? null,
    refused,
  })
  if (refused) return { ...refuse(401, 'invalid_client', brownOutMessage), rehearsal: true }
  const roles = await loadApplicationRoles(deps.db, tenant.id, client.principal_id, kind)
  const at = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({
    tid: tenant.id,
    oid: client.principal_id,
    appid: clientId,
    azp: clientId,
    azpacr: assertion ? '2' : '1',
    [credentialClaim]: proven.id,
    roles,
    idtyp: 'app',
    ver: version === 'v1' ? '1.0' : '2.0',
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: deps.keys.kid })
    .setIssuer(deps.issuerOf(origin, tenant.id))
    .setSubject(client.principal_id)
    .setAudience(audience)
    .setIssuedAt(at)
    .setNotBefore(at)
    .setExpirationTime(at + tokenLifetimeSeconds)
    .setJti(deps.newId())
    .sign(deps.keys.privateKey)
  const remainingSeconds = tokenLifetimeSeconds - 1
  return version === 'v1'
    ? {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: `${remainingSeconds}`,
          ext_expires_in: `${remainingSeconds}`,
          expires_on: `${at + remainingSeconds}`,
          not_before: `${at}`,
          resource,
          access_token: token,
        },
      }
    : {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: remainingSeconds,
          ext_expires_in: remainingSeconds,
          access_token: token,
        },
      }
}
