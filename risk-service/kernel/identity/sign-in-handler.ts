import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import type { SignInData } from '../../contract/index.ts'
import {
  conflictingCredentialsMessage,
  issueApplicationToken,
  type TokenDependencies,
  type TokenResponse,
  tokenError,
} from './application-tokens.ts'
import { assertionAlgorithms } from './client-proof.ts'
import { findDemoAccount } from './demo-tenants.ts'
import { issuingTenant } from './oidc-adapter.ts'
import { providerPath } from './oidc-provider.ts'
import type { IdentityOptions } from './options.ts'
import { originOf } from './origin.ts'
import { mergeBasicCredential, readForm, replayRequest } from './request-form.ts'
import { isTenantSegment, type TenantInfo } from './tenant-directory.ts'

export interface HandlerDependencies extends TokenDependencies {
  options: IdentityOptions
  build: string
  /** Resources that people's tokens are for. */
  userResources: readonly string[]
  /** Null while the embedded sign-in is off. */
  providerFor: ((origin: string, tenantId: string) => Provider) | null
}
/** Answers the paths of the identity provider; false for every other path, which it leaves alone. */
export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

const baseHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  pragma: 'no-cache',
}

export function createSignInHandler(deps: HandlerDependencies): SignInHandler {
  const { options, tenants } = deps

  return async (request, response) => {
    const [, segment = '', ...rest] = (request.url ?? '/').split('?')[0]?.split('/') ?? []
    const route = rest
      .join('/')
      .toLowerCase()
      .replace(/^(oauth2\/.*)\/$/, '$1')
    const tenantName = decode(segment)
    if (
      !route ||
      !(isTenantSegment(tenantName) || tenantName === 'organizations') ||
      !/^(v2\.0|oauth2|discovery|interaction)(\/|$)/.test(route)
    )
      return false
    const origin = originOf(request, options)
    if (origin === null) {
      plain(
        response,
        400,
        'This address is not the one of the service. Open it by its own name, or set ASSAY_PUBLIC_URL.',
      )
      return true
    }
    for (const [name, value] of Object.entries(baseHeaders)) response.setHeader(name, value)

    if (route === 'oauth2/token' || route === 'oauth2/v2.0/token' || route === 'v2.0/token')
      return token(request, response, tenantName, origin, route === 'oauth2/token' ? 'v1' : 'v2')
    const tenant = tenantName === 'organizations' ? undefined : await tenants.find(tenantName)
    if (!tenant && tenantName !== 'organizations') {
      // Kept by the browser from another installation at this address: the console is to forget it.
      if (route === 'v2.0/authorize' && deps.providerFor) return seeOther(response, '/?tenant=organizations')
      plain(response, 404, 'This organisation is not known here.')
      return true
    }
    if (route === 'v2.0/.well-known/openid-configuration') {
      json(response, 200, discovery(origin, tenant?.id ?? 'organizations'))
      return true
    }
    if (route === 'discovery/v2.0/keys' || route === 'v2.0/keys') {
      json(response, 200, deps.keys.publicJwks)
      return true
    }
    if (!deps.providerFor) {
      plain(response, 404, 'The embedded sign-in is switched off in this installation.')
      return true
    }
    const url = new URL(request.url ?? '/', origin)
    if (!tenant) return organizations(response, route, url)
    if (route.startsWith('interaction/')) return interaction(request, response, tenant, origin)
    if (/^v2\.0\/(authorize|logout)(\/|$)/.test(route)) {
      forward(request, response, deps.providerFor(origin, tenant.id), tenant, origin)
      return true
    }
    plain(response, 404, 'There is nothing at this address.')
    return true
  }

  /** The provider sees its own paths, and the origin that was decided on instead of what headers claim. */
  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    provider: Provider,
    tenant: TenantInfo,
    origin: string,
  ): void {
    const url = request.url ?? '/'
    const inner = withAllResources(url.slice(url.indexOf('/v2.0') + '/v2.0'.length))
    Object.assign(request, { originalUrl: providerPath(tenant.id) + inner })
    request.url = inner
    setOrigin(request, origin)
    void provider.callback()(request, response)
  }

  /**
   * Whoever signs in for one resource may ask for a token for each: the directory hands out its refresh tokens in the
   * same way.
   */
  function withAllResources(url: string): string {
    const [path = '', query = ''] = url.split('?')
    const parameters = new URLSearchParams(query)
    const scopes = (parameters.get('scope') ?? '').split(' ')
    if (path !== '/authorize' || !deps.userResources.some(uri => scopes.includes(`${uri}/.default`))) return url
    parameters.set('scope', [...new Set([...scopes, ...deps.userResources.map(uri => `${uri}/.default`)])].join(' '))
    return `${path}?${parameters}`
  }

  /**
   * Authorisation without a tenant starts at the one used last or the first; sign-out goes to the tenant of the session
   * ended.
   */
  async function organizations(response: ServerResponse, route: string, url: URL): Promise<boolean> {
    const hint = url.searchParams.get('id_token_hint')
    const wanted = hint ? unverifiedClaim(hint, 'tid') : undefined
    const all = (await tenants.all()).filter(tenant => tenant.demo)
    const target = all.find(tenant => tenant.id === wanted) ?? all[0]
    if (!target || !/^v2\.0\/(authorize|logout)$/.test(route)) {
      plain(response, 404, 'There is nothing at this address.')
      return true
    }
    response.statusCode = 302
    response.setHeader('location', `${providerPath(target.id)}${route.slice('v2.0'.length)}${url.search}`)
    response.end()
    return true
  }

  async function token(
    request: IncomingMessage,
    response: ServerResponse,
    tenantName: string,
    origin: string,
    version: 'v1' | 'v2',
  ): Promise<boolean> {
    const answer = (result: TokenResponse) => {
      json(response, result.status, result.body)
      return true
    }
    const refuse = (status: 400 | 413, error: string, description: string) =>
      answer(tokenError(status, error, description, deps.newId(), deps.clock()))
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      return refuse(400, 'invalid_request', 'The token endpoint takes POST requests only.')
    }
    const form = await readForm(request)
    if (form === 'too large') return refuse(413, 'invalid_request', 'The request body is larger than 64 KiB.')
    if (form === null)
      return refuse(
        400,
        'invalid_request',
        'The request body must be application/x-www-form-urlencoded or multipart/form-data.',
      )

    const basic = mergeBasicCredential(form, request.headers.authorization)
    if (basic === 'twice') return refuse(400, 'invalid_request', conflictingCredentialsMessage)
    const grant = form.get('grant_type')
    if (!deps.providerFor || (grant !== 'authorization_code' && grant !== 'refresh_token')) {
      const result = await issueApplicationToken({ tenant: tenantName, version, origin, form }, deps)
      if (basic === 'added' && result.status === 401)
        response.setHeader('www-authenticate', `Basic realm="${tenantName}"`)
      return answer(result)
    }
    const issued =
      grant === 'authorization_code'
        ? await issuingTenant(deps.db, 'AuthorizationCode', form.get('code') ?? '')
        : await issuingTenant(deps.db, 'RefreshToken', form.get('refresh_token') ?? '')
    const tenant =
      (issued === null ? undefined : await tenants.find(issued)) ??
      (await tenants.find(tenantName)) ??
      (await tenants.all())[0]
    if (!tenant) return refuse(400, 'invalid_request', 'The tenant in the address was not found.')
    // The provider grants offline_access only after a consent page, which there is none of; it would then refuse the
    // refresh that names it.
    const scope = form.get('scope')
    if (scope !== undefined)
      form.set(
        'scope',
        scope
          .split(' ')
          .filter(name => name !== 'offline_access')
          .join(' '),
      )
    const resource = deps.userResources.find(uri => scope?.split(' ').includes(`${uri}/.default`))
    if (resource !== undefined && !form.get('resource')) form.set('resource', resource)
    const replayed = replayRequest(request, new URLSearchParams([...form]).toString())
    Object.assign(replayed, { originalUrl: `${providerPath(tenant.id)}/token` })
    replayed.url = '/token'
    setOrigin(replayed, origin)
    void deps.providerFor(origin, tenant.id).callback()(replayed, response)
    return true
  }

  async function interaction(
    request: IncomingMessage,
    response: ServerResponse,
    tenant: TenantInfo,
    origin: string,
  ): Promise<boolean> {
    const provider = deps.providerFor?.(origin, tenant.id)
    if (!provider) return false
    setOrigin(request, origin)
    let details: Awaited<ReturnType<Provider['interactionDetails']>>
    try {
      details = await provider.interactionDetails(request, response)
    } catch {
      // Too old, already used, or opened in another browser: the console starts a new sign-in.
      return seeOther(response, '/')
    }
    const path = `/${tenant.id}/interaction/${details.uid}`
    if (request.method === 'POST') {
      const sender = request.headers.origin
      const form = await readForm(request)
      const account = form instanceof Map ? form.get('account') : undefined
      const known = account ? await accountOf(tenant, account) : undefined
      if ((sender !== undefined && sender !== origin) || !known) {
        return seeOther(response, path)
      }
      await provider.interactionFinished(
        request,
        response,
        { login: { accountId: known }, select_account: {} },
        { mergeWithLastSubmission: false },
      )
      return true
    }
    if (!options.signInPage) {
      plain(
        response,
        503,
        'The console is not built yet. Run "npm start", or "npx vite build --config console/vite.config.ts".',
      )
      return true
    }
    const accounts = tenant.demo
      ? await deps.db
          .selectFrom('principal')
          .select(['id', 'name', 'username'])
          .where('tenant_id', '=', tenant.id)
          .where('kind', '=', 'user')
          .orderBy('id')
          .execute()
      : []
    const data: SignInData = {
      tenant: { id: tenant.id, name: tenant.name },
      action: path,
      build: deps.build,
      exposed: options.demoPublic,
      accounts: accounts.map(({ id, name, username }) => {
        const demo = findDemoAccount(tenant.id, id)
        return { id, name, username, role: demo?.role ?? (demo?.wids.length ? 'GlobalAdministrator' : null) }
      }),
      organisations: (await tenants.all())
        .filter(other => other.demo && other.id !== tenant.id)
        .map(other => ({ name: other.name, url: `/?tenant=${encodeURIComponent(other.id)}` })),
    }
    const page = options.signInPage(data, origin.startsWith('https:'))
    response.writeHead(page.status, page.headers).end(request.method === 'HEAD' ? undefined : page.body)
    return true
  }

  async function accountOf(tenant: TenantInfo, id: string): Promise<string | undefined> {
    if (!tenant.demo || !/^[0-9a-f-]{36}$/i.test(id)) return undefined
    return (
      await deps.db
        .selectFrom('principal')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id.toLowerCase())
        .where('kind', '=', 'user')
        .executeTakeFirst()
    )?.id
  }

  function discovery(origin: string, tenantId: string): Record<string, unknown> {
    const base = `${origin}/${tenantId}`
    return {
      issuer: deps.issuerOf(origin, tenantId === 'organizations' ? '{tenantid}' : tenantId),
      authorization_endpoint: `${base}/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      end_session_endpoint: `${base}/v2.0/logout`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: [
        'client_credentials',
        ...(deps.providerFor ? ['authorization_code', 'refresh_token'] : []),
      ],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'offline_access'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'tid',
        'oid',
        'wids',
        'roles',
        'ver',
        'name',
        'preferred_username',
      ],
    }
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function unverifiedClaim(token: string, name: string): string | undefined {
  try {
    const value = decodeJwt(token)[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function setOrigin(request: IncomingMessage, origin: string): void {
  const { host, protocol } = new URL(origin)
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.headers['x-forwarded-host']
}

function seeOther(response: ServerResponse, location: string): true {
  response.writeHead(303, { location }).end()
  return true
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function plain(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...baseHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(body)
}
