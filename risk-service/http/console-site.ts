import path from 'node:path'
import { Hono } from 'hono'
import type { ApiAddress, BackendTarget, SiteConfiguration, SiteFeatures } from '../contract/site-configuration.ts'
import type { Identity } from '../kernel/identity/sign-in/identity.ts'
import { isTenantSegment } from '../kernel/identity/tenant-directory.ts'
import { createAssets, sendAsset } from './console-assets.ts'
import { createBuildReader, createPage, fillPage, jsonElement, notBuiltPage } from './console-pages.ts'
import { newNonce, type PolicyOptions, pageHeaders } from './security.ts'

export interface ConsoleSiteDeps {
  /** Folder of the built console: `index.html`, `auth.html`, `sign-in.html`, assets below `dist/`. */
  folder: string
  identity: Pick<Identity, 'configuration' | 'tenants'>
  /** Returns the origin of the request; null: not an origin of this service. */
  originOf: (environment: unknown, request: Request) => string | null
  /** Connection string of Azure Monitor; null: the service's own intake. */
  monitoring: string | null
  /** Origin of an external identity provider. */
  authorityOrigin: string | null
  /** `ASSAY_BUILD`; null: that of the built console. */
  build: string | null
  publicDemo: boolean
  /** Settings of the page that differ from the defaults. */
  site?: {
    apis: Readonly<Record<string, ApiAddress>>
    backends: Readonly<Partial<Record<BackendTarget, string>>>
    features: Partial<SiteFeatures>
  }
}

/** Addresses of the service itself; the console resolves them against its own origin. */
export const defaultApis: Record<string, ApiAddress> = {
  Console: { baseUri: '/api/console' },
  Risk_API: { baseUri: '/v1.0' },
  Sandbox_Risk_API: { ref: 'Risk_API' },
  Fingerprinting: { ref: 'Risk_API', path: '/fingerprinting' },
  Telemetry: { baseUri: '/api/telemetry' },
}

/**
 * Returns the source in a policy for an address: its origin, with a wildcard where the address has `{value}` in its
 * host.
 */
export function policySource(address: string): string | null {
  if (!/^https?:/.test(address)) return null
  const { protocol, host } = new URL(address.replace('{value}', 'assay-value'))
  return `${protocol}//${host.includes('assay-value') ? host.replace(/^[^.]*assay-value[^.]*/, '*') : host}`
}

const ingestion = (connection: string) =>
  /IngestionEndpoint=([^;]+)/i.exec(connection)?.[1] ?? 'https://dc.services.visualstudio.com'

/**
 * Creates the site: assets under `/dist/`, the redirect page `/api/auth`, and the console's page for every other
 * address.
 */
export function createConsoleSite(deps: ConsoleSiteDeps): Hono {
  const { folder, identity } = deps
  const assets = createAssets(folder)
  const index = createPage(path.join(folder, 'index.html'))
  const auth = createPage(path.join(folder, 'auth.html'))
  const monitoringOrigin = deps.monitoring ? new URL(ingestion(deps.monitoring)).origin : null
  const served = createBuildReader(folder, deps.build)
  const { apis = {}, backends = {}, features = {} } = deps.site ?? {}
  const app = new Hono()

  const answer = (
    html: string | null,
    origin: string,
    policy: Omit<PolicyOptions, 'nonce'>,
    elements: (nonce: string) => string,
    status = 200,
  ) => {
    const nonce = newNonce()
    const headers = pageHeaders({ nonce, ...policy }, origin.startsWith('https:'))
    return html === null
      ? new Response(notBuiltPage(nonce), { status: 503, headers })
      : new Response(fillPage(html, nonce, elements(nonce)), { status, headers })
  }
  const addresses = [
    ...Object.values(apis).flatMap(api => ('baseUri' in api ? [api.baseUri] : [])),
    ...Object.values(backends),
  ]
  const outside = [...new Set([deps.authorityOrigin, monitoringOrigin, ...addresses.map(policySource)])].filter(
    origin => origin !== null,
  )

  app.get('/api/build', context => context.json(served(), 200, { 'cache-control': 'no-store' }))

  app.get('/api/auth', context => {
    const origin = deps.originOf(context.env, context.req.raw) ?? new URL(context.req.url).origin
    return answer(auth(), origin, { framedBySelf: true }, () => '')
  })

  app.get('*', async (context, next) => {
    const url = new URL(context.req.url)
    const segment = decodeURIComponentSafe(url.pathname.split('/')[1] ?? '')
    const asset = url.pathname.endsWith('.html') ? undefined : assets.get(url.pathname)
    if (asset) return sendAsset(asset, context.req.raw, url.pathname)
    if (isOfService(url.pathname, context.req.header('accept') ?? '')) return next()
    const origin = deps.originOf(context.env, context.req.raw)
    if (origin === null)
      return context.text(
        'This address is not the one of the service. Open it by its own name, or set ASSAY_PUBLIC_URL.',
        400,
      )

    const named = isTenantSegment(segment) ? segment : url.searchParams.get('tenant')
    const tenants = await identity.tenants.all()
    const tenant = named ? await identity.tenants.find(named) : tenants.length === 1 ? tenants[0] : undefined
    const unknown = isTenantSegment(segment) && !tenant
    // A browser gets the console's own page for an unknown address; a program gets the usual error.
    if (unknown && !/text\/html/i.test(context.req.header('accept') ?? '')) return next()
    const { authorityMetadata, ...configuration } = identity.configuration(origin)
    return answer(
      index(),
      origin,
      { connect: outside, frames: deps.authorityOrigin ? [deps.authorityOrigin] : [] },
      nonce =>
        jsonElement('site-configuration', nonce, {
          ...served(),
          apis: { ...defaultApis, ...apis },
          ...(Object.keys(backends).length > 0 ? { alternateBackends: backends } : {}),
          features: {
            copilot: true,
            mockData: tenants.some(entry => entry.demo),
            lossPrevention: false,
            maps: true,
            ...features,
          },
          tenantName: tenant?.name ?? 'organizations',
          tenantId: tenant?.id ?? '',
          basePath: tenant && isTenantSegment(segment) ? `/${segment}` : '',
          ...configuration,
          ...(authorityMetadata ? { authorityMetadata: JSON.stringify(authorityMetadata) } : {}),
          monitoringConnectionString:
            deps.monitoring ??
            `InstrumentationKey=00000000-0000-0000-0000-000000000000;IngestionEndpoint=${origin}/api/telemetry`,
          publicDemo: deps.publicDemo,
        } satisfies SiteConfiguration),
      unknown ? 404 : 200,
    )
  })
  return app
}

/**
 * Whether an address belongs to the service. Below `/api` the console has pages about APIs, one for each, which browsers
 * request; a program gets the usual error.
 */
function isOfService(pathname: string, accept: string): boolean {
  if (/^\/(dist|v[\d.]+|health|oauth2)(\/|$)/i.test(pathname)) return true
  if (!/^\/api(\/|$)/i.test(pathname)) return false
  return !/text\/html/i.test(accept) || !/^\/api\/(?!(?:auth|build|console|telemetry|v\d+)$)[\w:%-]+$/i.test(pathname)
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
