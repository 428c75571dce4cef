import { type Account, type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Db } from '../../ports/database.ts'
import { loadApplicationRoles } from './application-tokens.ts'
import { clientAddress } from './client-address.ts'
import { findDemoAccount } from './demo-tenants.ts'
import { embeddedAppId } from './embedded-app.ts'
import { recordSignOut, StoreAdapter } from './oidc-adapter.ts'
import type { IdentityOptions } from './options.ts'
import { createCookieKeys } from './sessions/cookie-keys.ts'
import { lifetimesSeconds } from './sessions/lifetimes.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Path of a tenant's provider; the issuer is origin plus this. */
export const providerPath = (tenantId: string) => `/${tenantId}/v2.0`
export const issuerOf = (origin: string, tenantId: string) => origin + providerPath(tenantId)

/**
 * Name of a cookie. Over HTTPS a prefix has browsers refuse it from an unencrypted or neighbouring address, and with
 * `__Host-` for a part of this one; cookies of a path have none of the second kind.
 */
const cookieOf = (name: string, tenantId: string, origin: string) =>
  `${origin.startsWith('https:') ? (name === 'session' ? '__Host-' : '__Secure-') : ''}assay_${name}_${tenantId.slice(-12)}`
/** Name of the cookie that holds the id of a session. */
export const sessionCookieOf = (tenantId: string, origin: string) => cookieOf('session', tenantId, origin)

/** Returns the account of a demo tenant in the provider's format; undefined for every other account. */
async function findAccount(db: Db, tenantId: string, id: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('principal')
    .innerJoin('tenant', 'tenant.id', 'principal.tenant_id')
    .select(['principal.name', 'principal.username'])
    .where('tenant_id', '=', tenantId)
    .where('principal.id', '=', id)
    .where('kind', '=', 'user')
    .where('tenant.demo', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const claims = {
    sub: id,
    tid: tenantId,
    oid: id,
    ver: '2.0',
    wids: [...(findDemoAccount(tenantId, id)?.wids ?? [])],
    roles: [],
    name: row.name,
    preferred_username: row.username,
  }
  return { accountId: id, claims: () => claims }
}

/**
 * Interaction rules of the directory: an account can be chosen again with `prompt=select_account`, and a request for a
 * user by `login_hint` never returns another signed-in user. A hint that matches no user of this tenant is ignored.
 */
function createInteractionPolicy(db: Db, tenantId: string): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  prompts.get('login')?.checks.add(
    new interactionPolicy.Check('login_hint', 'Somebody else is signed in', 'login_required', async ({ oidc }) => {
      const hint = oidc.params?.['login_hint']
      if (typeof hint !== 'string' || oidc.result?.login) return interactionPolicy.Check.NO_NEED_TO_PROMPT
      const row = await db
        .selectFrom('principal')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', 'user')
        .where(eb => eb.fn('lower', ['username']), '=', hint.toLowerCase())
        .executeTakeFirst()
      return row !== undefined && row.id !== oidc.session?.accountId
    }),
  )
  return prompts
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates the embedded OpenID provider of one tenant under one origin. It signs in demo accounts only. */
export function createProvider(
  origin: string,
  tenantId: string,
  keys: SigningKeys,
  resources: readonly string[],
  options: Pick<IdentityOptions, 'db' | 'log' | 'security' | 'trustedProxies'>,
  onSignedOut: (accountId: string) => void,
): Provider {
  const { db, log } = options
  const scopeOf = (resource: string) => `${resource}/.default`
  const cookie = (name: string) => cookieOf(name, tenantId, origin)
  const configuration: Configuration = {
    adapter: name => new StoreAdapter(db, tenantId, name),
    jwks: { keys: [keys.privateJwk] } as NonNullable<Configuration['jwks']>,
    clients: [
      {
        client_id: embeddedAppId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origin}/api/auth`],
        post_logout_redirect_uris: [`${origin}/signed-out`],
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    claims: { openid: ['sub', 'tid', 'oid', 'wids', 'roles', 'ver'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    // Console and provider share one origin; no other page may send requests.
    clientBasedCORS: (_ctx, sender) => sender === origin,
    cookies: {
      keys: createCookieKeys(keys.cookieKeys),
      names: { interaction: cookie('interaction'), resume: cookie('resume'), session: cookie('session') },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => logoutPage(ctx, form),
        postLogoutSuccessSource: ctx => ctx.redirect('/signed-out'),
      },
      resourceIndicators: {
        enabled: true,
        // A sign-in covers all resources, and a token one of them: the resource that the request names, else the first.
        defaultResource: (_ctx, _client, oneOf) => (oneOf ? (oneOf[0] ?? '') : [...resources]),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: scopeOf(resource),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimesSeconds.AccessToken,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: async (_ctx, token) => {
      const accountId = 'accountId' in token ? token.accountId : undefined
      if (typeof accountId !== 'string') return undefined
      const claims = await (await findAccount(db, tenantId, accountId))?.claims('id_token', 'openid', {}, [])
      if (!claims) return undefined
      // A user with the role of the risk API may call it as an application does.
      const roles = (await loadApplicationRoles(db, tenantId, accountId, 'both')).filter(role =>
        role.endsWith('Risk_API'),
      )
      return {
        ...pickClaims(claims, ['tid', 'oid', 'wids', 'ver', 'name', 'preferred_username']),
        azp: embeddedAppId,
        scp: 'user_impersonation',
        ...('sessionUid' in token && typeof token.sessionUid === 'string' ? { sid: token.sessionUid } : {}),
        ...(roles.length > 0 ? { roles } : {}),
      }
    },
    findAccount: (_ctx, id) => findAccount(db, tenantId, id),
    interactions: {
      policy: createInteractionPolicy(db, tenantId),
      url: (_ctx, interaction) => `/${tenantId}/interaction/${interaction.uid}`,
    },
    issueRefreshToken: () => Promise.resolve(true),
    // The console belongs to the installation: no consent is needed.
    loadExistingGrant: async ctx => {
      const grantId = ctx.oidc.session?.grantIdFor(embeddedAppId)
      const existing = grantId ? await ctx.oidc.provider.Grant.find(grantId) : undefined
      if (existing) return existing
      const accountId = ctx.oidc.session?.accountId
      if (!accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: embeddedAppId, accountId })
      grant.addOIDCScope('openid profile offline_access')
      for (const resource of resources) grant.addResourceScope(resource, scopeOf(resource))
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain'
      // The page shows only codes and sentences of the provider, never a value of the request.
      ctx.body = `Sign-in did not work: ${out.error}. ${ctx.status < 500 ? 'Go back to the console and sign in again.' : 'Try again.'}`
    },
    rotateRefreshToken: true,
    routes: { authorization: '/authorize', token: '/token', jwks: '/keys', end_session: '/logout' },
    scopes: ['openid', 'profile', 'offline_access'],
    ttl: lifetimesSeconds,
  }
  const provider = new Provider(issuerOf(origin, tenantId), configuration)
  // The Node handler sets the forwarded headers itself, from the origin that it determined.
  provider.proxy = true
  /** After a sign-out. Another tab that becomes somebody else ends a session, too, and leaves its tokens as they are. */
  async function endTokens({ session }: KoaContextWithOIDC['oidc']): Promise<void> {
    const { postLogoutRedirectUri = '' } = (session?.state ?? {}) as { postLogoutRedirectUri?: string }
    if (!session?.accountId || postLogoutRedirectUri.includes(`${providerPath(tenantId)}/authorize`)) return
    await recordSignOut(db, tenantId, session.uid)
    onSignedOut(session.accountId)
  }
  provider.use(async (ctx, next) => {
    // The provider adds the digests of its own scripts, with which its forms send themselves.
    ctx.set('content-security-policy', pagePolicy)
    ctx.set('x-frame-options', 'DENY')
    await next()
    const { oidc } = ctx as KoaContextWithOIDC
    if (oidc?.route === 'end_session_confirm') await endTokens(oidc)
    const account =
      oidc?.route === 'token'
        ? (oidc.entities.RefreshToken?.accountId ?? oidc.entities.AuthorizationCode?.accountId)
        : undefined
    if (account && ctx.status === 200 && typeof ctx.body === 'object' && ctx.body !== null) {
      Object.assign(ctx.body, { client_info: encode({ uid: account, utid: tenantId }) })
    }
  })
  const describe = (ctx: KoaContextWithOIDC) => ({
    address: clientAddress(ctx.req.socket.remoteAddress, ctx.get('x-forwarded-for'), options.trustedProxies),
    area: 'sign-in' as const,
    tenantId,
    principalId: ctx.oidc.session?.accountId ?? null,
  })
  provider.on('authorization.success', ctx => options.security?.write('signed-in', describe(ctx)))
  provider.on('end_session.success', ctx => options.security?.write('signed-out', describe(ctx)))
  provider.on('server_error', (_ctx, error) =>
    log.write(3, 'identity.error', { name: error.name, message: error.message.slice(0, 200) }),
  )
  return provider
}

function pickClaims(claims: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter(name => claims[name] !== undefined).map(name => [name, claims[name]]))
}

/** Pages of the provider: forms that send themselves, and nothing else. */
const pagePolicy = "default-src 'none'; script-src; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Signing out needs no confirmation when the console requests it: the page submits the provider's own form at once. A
 * link of another site signs nobody out.
 */
function logoutPage(ctx: KoaContextWithOIDC, form: string): void {
  if (ctx.oidc.entities.IdTokenHint === undefined && ctx.get('sec-fetch-site') === 'cross-site') {
    ctx.redirect('/')
    return
  }
  const nonce = crypto.randomUUID()
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; form-action 'self' ${ctx.oidc.provider.issuer.split('/').slice(0, 3).join('/')}; frame-ancestors 'none'; base-uri 'none'`,
  )
  ctx.body = `<!doctype html><meta charset="utf-8"><title>Assay</title>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<script nonce="${nonce}">document.forms[0].submit()</script>`
}
