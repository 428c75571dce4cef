import { SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import type { Database } from '../store/schema.ts'
import type { SigningKeys } from './keys.ts'
import type { TenantDirectory } from './tenants.ts'
import { secretMatches } from './secrets.ts'

/** Audience to kind of environment; `both` for the service's own address. */
export type Audiences = ReadonlyMap<string, 'production' | 'sandbox' | 'both'>

export interface TokenRequest {
  /** Path segment: directory id, domain, or `organizations`. */
  tenant: string
  version: 'v1' | 'v2'
  origin: string
  form: ReadonlyMap<string, string>
}
export interface TokenAnswer { status: number; body: Record<string, string | number> }
export interface TokenDependencies {
  db: Kysely<Database>
  clock: () => Date
  newId: () => string
  keys: SigningKeys
  tenants: TenantDirectory
  audiencesFor: (origin: string) => Audiences
  issuerOf: (origin: string, tenantId: string) => string
}

/** Lifetime of a token in seconds; `expires_in` tells one second less, as the original does. */
const lifetime = 3600
const roleNames = {
  RiskApi: { production: 'Risk_API', sandbox: 'Sandbox_Risk_API' },
  ProvisioningApi: { production: 'Provisioning_API', sandbox: 'Sandbox_Provisioning_API' },
} as const

/** An error of RFC 6749 in the shape that directory clients read. */
export function tokenError(status: 400 | 401 | 413 | 500, error: string, description: string, correlationId: string, at: Date): TokenAnswer {
  return { status, body: { error, error_description: description, correlation_id: correlationId, timestamp: at.toISOString() } }
}

/** Application roles that somebody holds in environments of a kind, as tokens name them. */
export async function applicationRoles(db: Kysely<Database>, tenantId: string, principalId: string, kind: 'production' | 'sandbox' | 'both'): Promise<string[]> {
  const held = await db.selectFrom('role_assignment').innerJoin('environment', 'environment.id', 'role_assignment.environment_id')
    .select(['role', 'environment.kind']).where('role_assignment.tenant_id', '=', tenantId).where('principal_id', '=', principalId).execute()
  return [...new Set(held.flatMap(row => {
    const names = roleNames[row.role as keyof typeof roleNames] as typeof roleNames[keyof typeof roleNames] | undefined
    return names && (kind === 'both' || row.kind === kind) ? [names[row.kind]] : []
  }))].sort()
}

/** Client credentials grant: v1 with `resource`, v2 with `scope=<resource>/.default`. */
export async function applicationToken(request: TokenRequest, deps: TokenDependencies): Promise<TokenAnswer> {
  const { form, version, origin } = request
  const now = deps.clock()
  const given = form.get('client-request-id') ?? ''
  const correlationId = /^[0-9a-f-]{36}$/i.test(given) ? given : deps.newId()
  const refuse = (status: 400 | 401, error: string, description: string) => tokenError(status, error, description, correlationId, now)

  const grant = form.get('grant_type')
  if (!grant) return refuse(400, 'invalid_request', "The request body must contain the parameter 'grant_type'.")
  if (grant !== 'client_credentials') return refuse(400, 'unsupported_grant_type', "The grant type is not supported; use 'client_credentials'.")
  const clientId = form.get('client_id')
  if (!clientId) return refuse(400, 'invalid_request', "The request body must contain the parameter 'client_id'.")
  const secret = form.get('client_secret')
  if (!secret && !form.get('client_assertion')) return refuse(400, 'invalid_request', "The request body must contain 'client_secret' or 'client_assertion'.")
  const target = version === 'v1' ? form.get('resource') : form.get('scope')
  if (!target) return refuse(400, 'invalid_request', `The request body must contain the parameter '${version === 'v1' ? 'resource' : 'scope'}'.`)

  const tenant = await deps.tenants.find(request.tenant)
  if (!tenant) return refuse(400, 'invalid_request', 'The tenant in the address was not found.')
  const client = await deps.db.selectFrom('api_client').selectAll().where('client_id', '=', clientId).where('tenant_id', '=', tenant.id).executeTakeFirst()
  // One sentence for every failed proof: which part was wrong is nobody's business. A client without a certificate cannot prove itself by an assertion.
  if (!client || !secret || !await secretMatches(secret, client.secret_hash)) return refuse(401, 'invalid_client', 'The client is unknown or its credential is wrong.')

  const resource = version === 'v1' ? target : /^(\S+)\/\.default$/.exec(target)?.[1]
  if (resource === undefined) return refuse(400, 'invalid_scope', "The scope must be one resource URI followed by '/.default'.")
  const audience = resource.replace(/\/$/, '')
  const kind = deps.audiencesFor(origin).get(audience)
  if (!kind) return refuse(400, version === 'v1' ? 'invalid_resource' : 'invalid_scope', 'The resource is not served here.')

  const roles = await applicationRoles(deps.db, tenant.id, client.principal_id, kind)
  const at = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({
    tid: tenant.id, oid: client.principal_id, appid: clientId, azp: clientId, azpacr: '1', roles, idtyp: 'app', ver: version === 'v1' ? '1.0' : '2.0',
  }).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: deps.keys.kid })
    .setIssuer(deps.issuerOf(origin, tenant.id)).setSubject(client.principal_id).setAudience(audience)
    .setIssuedAt(at).setNotBefore(at).setExpirationTime(at + lifetime).setJti(deps.newId()).sign(deps.keys.privateKey)
  const rest = lifetime - 1
  return version === 'v1'
    ? { status: 200, body: { token_type: 'Bearer', expires_in: `${rest}`, ext_expires_in: `${rest}`, expires_on: `${at + rest}`, not_before: `${at}`, resource, access_token: token } }
    : { status: 200, body: { token_type: 'Bearer', expires_in: rest, ext_expires_in: rest, access_token: token } }
}
