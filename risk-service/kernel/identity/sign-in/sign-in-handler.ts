import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { providerPath, sessionCookieOf } from '../oidc-provider.ts'
import { originOf } from '../origin.ts'
import { isTenantSegment, type TenantInfo } from '../tenant-directory.ts'
import { discoveryDocument } from './discovery.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { createInteraction } from './interaction.ts'
import { baseHeaders, json, plain, seeOther, setOrigin } from './responses.ts'
import { createTokenEndpoint } from './token-endpoint.ts'

/** Answers the paths of the identity provider; returns false for every other path and leaves the request untouched. */
export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export function createSignInHandler(deps: HandlerDependencies): SignInHandler {
  const { options, tenants } = deps
  const token = createTokenEndpoint(deps)
  const interaction = createInteraction(deps)

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
      // The browser remembers a tenant of another installation at this address: the console has to forget it.
      if (route === 'v2.0/authorize' && deps.providerFor) return seeOther(response, '/?tenant=organizations')
      plain(response, 404, 'This organization does not exist here.')
      return true
    }
    if (route === 'v2.0/.well-known/openid-configuration') {
      json(response, 200, discoveryDocument(deps, origin, tenant?.id ?? 'organizations'))
      return true
    }
    if (route === 'discovery/v2.0/keys' || route === 'v2.0/keys') {
      json(response, 200, deps.keys.publicJwks)
      return true
    }
    if (!deps.providerFor) {
      plain(response, 404, 'The built-in sign-in is turned off in this installation.')
      return true
    }
    const url = new URL(request.url ?? '/', origin)
    const isChoice = route.startsWith('interaction/') && request.method === 'POST'
    if (isChoice || /^v2\.0\/(authorize|logout)(\/|$)/.test(route)) {
      const wait = deps.limits.acquirePage(request)
      if (wait > 0) {
        response.setHeader('retry-after', String(wait))
        plain(response, 429, 'Too many sign-ins from this address. Wait a moment, then try again.')
        return true
      }
    }
    if (!tenant) return organizations(response, route, url)
    if (route.startsWith('interaction/')) return interaction(request, response, tenant, origin)
    // Nothing ends without a session, and the provider would make one to end it.
    if (route === 'v2.0/logout' && request.method === 'GET' && !hasSession(request, tenant.id, origin))
      return seeOther(response, '/signed-out')
    if (/^v2\.0\/(authorize|logout)(\/|$)/.test(route)) {
      forward(request, response, deps.providerFor(origin, tenant.id), tenant, origin)
      return true
    }
    plain(response, 404, 'This page does not exist.')
    return true
  }

  /**
   * Forwards a request to the provider with the provider's own paths and the determined origin instead of the one in
   * its headers.
   */
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
   * Lets a user who signs in for one resource request a token for each of them, as the directory does with its refresh
   * tokens.
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
   * Authorisation without a tenant starts at the last used one or the first; sign-out leads to the tenant of the ended
   * session.
   */
  async function organizations(response: ServerResponse, route: string, url: URL): Promise<boolean> {
    const hint = url.searchParams.get('id_token_hint')
    const hintedTenantId = hint ? unverifiedClaim(hint, 'tid') : undefined
    const all = (await tenants.all()).filter(tenant => tenant.demo)
    const target = all.find(tenant => tenant.id === hintedTenantId) ?? all[0]
    if (!target || !/^v2\.0\/(authorize|logout)$/.test(route)) {
      plain(response, 404, 'This page does not exist.')
      return true
    }
    response.statusCode = 302
    response.setHeader('location', `${providerPath(target.id)}${route.slice('v2.0'.length)}${url.search}`)
    response.end()
    return true
  }
}

const hasSession = ({ headers }: IncomingMessage, tenantId: string, origin: string): boolean =>
  (headers.cookie ?? '').split(';').some(each => each.trim().startsWith(`${sessionCookieOf(tenantId, origin)}=`))

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
