import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { RoleId } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { type ApiCaller, type Principal, type TokenBearer, TokenError, type TokenVerifier } from '../../ports/index.ts'
import { credentialClaim, findClient } from './credentials/client-credentials.ts'
import { addressesOf, type SignIn } from './people/sign-in-record.ts'
import type { TenantDirectory } from './tenant-directory.ts'

/** A trusted signer of tokens: key by header, and whether an issuer belongs to a tenant. */
export interface TokenIssuer {
  key: JWTVerifyGetKey
  accepts: (issuer: string, tenantId: string | null) => boolean
  /**
   * Whether this service issued a token for itself: the audience is the address of the request, which its issuer names.
   */
  forItself?: (audience: string, issuer: string) => boolean
  /**
   * False where tokens need not contain `tid` (an OpenID provider other than the directory): the only tenant counts
   * then.
   */
  tenantInToken: boolean
}
export interface VerifierDependencies {
  db: Db
  clock: () => Date
  tenants: TenantDirectory
  /** The embedded issuer, and the configured external one. */
  issuers: readonly TokenIssuer[]
  /** Whether nobody signed out of the session in which this service issued a token; absent: sessions are not known. */
  isSessionOpen?: (tenantId: string, sessionId: string) => Promise<boolean>
  /** Kind of an audience; `user` is accepted for users only. */
  audience: (value: string) => 'production' | 'sandbox' | 'both' | 'user' | undefined
  /** Records who signs in, before their roles are read: what the directory says of them, and an invitation they accept. */
  recordSignIn?: (signIn: SignIn) => Promise<void>
  /** SHA-256: keys of cached tokens, and ids of users whose provider supplies none. */
  digest: (text: string, encoding: 'hex' | 'base64') => string
}

export interface CachingVerifier extends TokenVerifier {
  /** Drops the cached data of a principal (or all): after a change of roles, names or clients. */
  invalidate: (principalId?: string) => void
}

const clockSkewSeconds = 300
/**
 * Seconds for which roles, clients and open sessions are cached. A change of roles and clients calls `invalidate`; a
 * change that was not heard, and a sign-out at another process, are seen after this time.
 */
const cacheSeconds = 2
const cacheSize = 5000

interface Verified {
  expires: number
  tenantId: string
  payload: JWTPayload
  kind: 'production' | 'sandbox' | 'both' | 'user'
  /** False for the token of an application: a directory gives users' tokens a scope, and may leave `idtyp` out. */
  namesUser: boolean
  /** The session of a user's token that this service issued. */
  session: string | undefined
  /** The credential of the application for which this service issued the token. */
  credentialId: string | undefined
  /** Whom a token of this service names, null for nobody; undefined for that of another issuer. */
  principalId: string | null | undefined
}
interface CacheEntry<T> {
  verified: Verified
  until: number
  caller: T
}

const textClaim = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const listClaim = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const clientOf = (payload: JWTPayload): string | undefined => textClaim(payload['appid']) ?? textClaim(payload['azp'])

/**
 * Returns the object id of a user: `oid`, else one derived from issuer and subject, always the same for the same user.
 */
function objectId(payload: JWTPayload, hash: VerifierDependencies['digest']): string | undefined {
  const oid = textClaim(payload['oid']) ?? textClaim(payload.sub)
  if (oid === undefined || uuid.test(oid)) return oid?.toLowerCase()
  const digest = hash(`${payload.iss ?? ''} ${oid}`, 'hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/**
 * Creates the check of bearer tokens: signature, issuer, audience, validity (5 minutes of skew) and tenant. A repeated
 * token costs one digest and one map access until it expires; its caller is read again after 2 s.
 */
export function createVerifier(deps: VerifierDependencies): CachingVerifier {
  const users = new Map<string, CacheEntry<Principal>>()
  const applications = new Map<string, CacheEntry<ApiCaller>>()
  const now = () => deps.clock().getTime() / 1000
  let invalidations = 0

  async function check(token: string): Promise<Verified> {
    const { payload, issuer } = await verifySignature(token)
    try {
      return await checkClaims(payload, issuer)
    } catch (error) {
      throw error instanceof TokenError ? new TokenError(error.reason, error.message, await bearerOf(payload)) : error
    }
  }

  /** Whose token it is, where its signature is valid and the tenant exists here. */
  async function bearerOf(payload: JWTPayload): Promise<TokenBearer | null> {
    const tenantId = textClaim(payload['tid'])?.toLowerCase()
    const clientId = clientOf(payload)
    if (tenantId === undefined || clientId === undefined) return null
    return (await deps.tenants.all()).some(({ id }) => id === tenantId) ? { tenantId, clientId } : null
  }

  async function checkClaims(payload: JWTPayload, issuer: TokenIssuer): Promise<Verified> {
    const at = now()
    if (typeof payload.exp !== 'number') throw new TokenError('TokenClaimValueNotAllowed', 'The token has no expiry.')
    if (payload.exp + clockSkewSeconds <= at) throw new TokenError('TokenExpired', 'The token has expired.')
    if (typeof payload.nbf === 'number' && payload.nbf - clockSkewSeconds > at)
      throw new TokenError('TokenClaimValueNotAllowed', 'The token is not valid yet.')
    const audiences = typeof payload.aud === 'string' ? [payload.aud] : listClaim(payload.aud)
    const kind = audiences
      .map(value => value.replace(/\/$/, ''))
      .map(value => deps.audience(value) ?? (issuer.forItself?.(value, payload.iss ?? '') ? 'both' : undefined))
      .find(found => found !== undefined)
    if (!kind) throw new TokenError('TokenAudienceNotAllowed', 'The token was issued for another service.')
    const tenants = await deps.tenants.all()
    const tid =
      textClaim(payload['tid'])?.toLowerCase() ??
      (deps.issuers.some(issuer => !issuer.tenantInToken) && tenants.length === 1 ? tenants[0]?.id : undefined)
    if (!tid || !tenants.some(tenant => tenant.id === tid))
      throw new TokenError('TokenClaimValueNotAllowed', 'The tenant of the token does not exist here.')
    const namesUser = payload['idtyp'] !== 'app' && (!issuer.tenantInToken || textClaim(payload['scp']) !== undefined)
    // Other providers have sessions of their own, and know no credentials of this service.
    const isOwn = issuer.forItself !== undefined
    const session = isOwn ? textClaim(payload['sid']) : undefined
    const credentialId = isOwn ? textClaim(payload[credentialClaim]) : undefined
    // Object ids of other providers are not those of the registered applications.
    const principalId = isOwn ? (textClaim(payload['oid'])?.toLowerCase() ?? null) : undefined
    const expires = payload.exp + clockSkewSeconds
    return { expires, tenantId: tid, payload, kind, namesUser, session, credentialId, principalId }
  }

  async function verifySignature(token: string): Promise<{ payload: JWTPayload; issuer: TokenIssuer }> {
    try {
      decodeProtectedHeader(token)
    } catch {
      throw new TokenError('JwtInvalid', 'The token is not a signed JSON Web Token.')
    }
    let last: TokenError = new TokenError('TokenSignatureInvalid', 'The signature of the token is not valid.')
    for (const issuer of deps.issuers) {
      try {
        // Times are checked above with this service's clock; jose verifies the signature only.
        const { payload } = await jwtVerify(token, issuer.key, {
          algorithms: ['RS256', 'PS256', 'ES256'],
          currentDate: new Date(0),
          clockTolerance: Number.MAX_SAFE_INTEGER,
        })
        if (issuer.accepts(payload.iss ?? '', textClaim(payload['tid'])?.toLowerCase() ?? null))
          return { payload, issuer }
        last = new TokenError('TokenIssuerNotAllowed', 'The issuer of the token is not trusted here.')
      } catch (error) {
        if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
          last = new TokenError('JwtInvalid', 'The token is not a signed JSON Web Token.')
        else if (!(error instanceof errors.JOSEError)) throw error
      }
    }
    throw last
  }

  async function cached<T>(
    cache: Map<string, CacheEntry<T>>,
    token: string,
    load: (verified: Verified) => Promise<T>,
  ): Promise<T> {
    if (!token) throw new TokenError('TokenNotPresent', 'A bearer token is required.')
    const key = deps.digest(token, 'base64')
    const at = now()
    const cached = cache.get(key)
    if (cached && cached.until > at && cached.verified.expires > at) return cached.caller
    const verified = cached && cached.verified.expires > at ? cached.verified : await check(token)
    const invalidation = invalidations
    const caller = await load(verified)
    cache.delete(key)
    // What was read before a change must not be cached after it.
    if (invalidation !== invalidations) return caller
    // The oldest entry is dropped first: a Map iterates in the order of insertion.
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
    cache.set(key, { verified, caller, until: at + cacheSeconds })
    return caller
  }

  const assignmentsOf = async (tenantId: string, principals: readonly string[]) =>
    (
      await deps.db
        .selectFrom('role_assignment')
        .select(['role', 'environment_id', 'created_at', 'principal_id'])
        .where('tenant_id', '=', tenantId)
        .where('principal_id', 'in', principals)
        .execute()
    ).map(row => ({
      role: row.role as RoleId,
      environmentId: row.environment_id,
      since: row.created_at,
      ...(row.principal_id === principals[0] ? {} : { groupId: row.principal_id }),
    }))

  return {
    user: token =>
      cached(users, token, async ({ payload, tenantId, kind, namesUser, session }) => {
        const id = objectId(payload, deps.digest)
        if (!id || !namesUser) throw new TokenError('TokenClaimValueNotAllowed', 'The token does not name a person.')
        if (session !== undefined && (await deps.isSessionOpen?.(tenantId, session)) === false)
          throw new TokenError('TokenExpired', 'The session of the token has ended.')
        const groups = [...new Set(listClaim(payload['groups']).filter(group => uuid.test(group)))].map(group =>
          group.toLowerCase(),
        )
        const user = {
          tenantId,
          id,
          name: textClaim(payload['name']) ?? textClaim(payload['preferred_username']) ?? id,
          username:
            textClaim(payload['preferred_username']) ?? textClaim(payload['upn']) ?? textClaim(payload['email']) ?? id,
          wids: listClaim(payload['wids']),
        }
        await deps.recordSignIn?.({ ...user, groups, addresses: addressesOf(payload) })
        return {
          ...user,
          assignments: await assignmentsOf(tenantId, [id, ...groups]),
          audienceKind: kind === 'user' ? 'both' : kind,
        }
      }),
    application: token =>
      cached(applications, token, async ({ payload, tenantId, kind, namesUser, credentialId, principalId }) => {
        const clientId = clientOf(payload)
        if (!clientId || kind === 'user')
          throw new TokenError('TokenClaimValueNotAllowed', 'The token does not name an application.')
        const client = await findClient(deps.db, { tenantId, clientId, credentialId, principalId }, deps.clock())
        if (client === 'revoked')
          throw new TokenError('TokenClaimValueNotAllowed', 'The credential of the token was revoked.', {
            tenantId,
            clientId,
          })
        const caller = { tenantId, clientId, audienceKind: kind, roles: listClaim(payload['roles']) }
        if (client) return { ...caller, ...client }
        // A user who signed in through an application of the tenant may call with the role; the environments are those
        // of the user's own assignments.
        const person = namesUser && textClaim(payload['scp']) !== undefined ? objectId(payload, deps.digest) : undefined
        if (person === undefined)
          throw new TokenError(
            'TokenClaimValueNotAllowed',
            'The application of the token was deleted, or is not registered here.',
            {
              tenantId,
              clientId,
            },
          )
        return {
          ...caller,
          roles: caller.roles.filter(role => role.endsWith('Risk_API')),
          principalId: person,
          homeEnvironmentId: null,
        }
      }),
    invalidate(principalId) {
      invalidations++
      if (principalId === undefined) {
        users.clear()
        applications.clear()
        return
      }
      for (const [key, entry] of users) if (entry.caller.id === principalId) users.delete(key)
      for (const [key, entry] of applications) if (entry.caller.principalId === principalId) applications.delete(key)
    },
  }
}
