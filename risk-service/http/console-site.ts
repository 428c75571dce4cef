import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import type {
  ApiAddress,
  BackendTarget,
  ServedBuild,
  SiteConfiguration,
  SiteFeatures,
} from '../contract/site-configuration.ts'
import type { Identity, SignInPage } from '../kernel/identity/identity.ts'
import { isTenantSegment } from '../kernel/identity/tenant-directory.ts'
import { newNonce, type PolicyOptions, pageHeaders, sampleDataPolicy } from './security.ts'

export interface ConsoleSiteDeps {
  /** Folder of the built console: `index.html`, `auth.html`, `sign-in.html`, assets below `dist/`. */
  folder: string
  identity: Pick<Identity, 'configuration' | 'tenants'>
  /** Origin under which the request came; null: not ours. */
  originOf: (environment: unknown, request: Request) => string | null
  /** Azure Monitor's connection string; null: the service's own intake. */
  monitoring: string | null
  /** Origin of an outside identity provider. */
  authorityOrigin: string | null
  /** `ASSAY_BUILD`; null: as the built console says. */
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

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
/** The script that runs the service with its database inside a page. */
const sampleDataWorker = /^\/dist\/sample-data\.worker-[\w-]+\.js$/
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Asset {
  body: Uint8Array<ArrayBuffer>
  type: string
  etag: string
  encoded: Map<string, Uint8Array<ArrayBuffer>>
}

/** Names of the built files, read from disk once; only listed names are ever opened, so no path can lead elsewhere. */
function createAssets(folder: string) {
  const assets = new Map<string, Asset>()
  let names = new Set<string>()
  let listed = 0
  const list = () => {
    listed = Date.now()
    const found = new Set<string>()
    const walk = (below: string) => {
      for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
        const name = `${below}/${entry.name}`
        if (entry.isDirectory()) walk(name)
        else if (!entry.name.startsWith('.')) found.add(name)
      }
    }
    try {
      walk('')
    } catch {
      // Not built yet.
    }
    names = found
  }
  const read = (name: string) => Uint8Array.from(readFileSync(path.join(folder, name)))
  return {
    /** A built file by its path; a file that a newer build added is found within two seconds. */
    get(name: string): Asset | undefined {
      if (!names.has(name) && Date.now() - listed > 2000) list()
      if (!names.has(name)) return undefined
      // Names below /dist/ carry a hash of their content; the few others may change with a build.
      const kept = name.startsWith('/dist/') ? assets.get(name) : undefined
      if (kept) return kept
      const body = read(name)
      const asset: Asset = {
        body,
        type: types[path.extname(name)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        encoded: new Map(
          encodings.flatMap(([encoding, suffix]) =>
            names.has(name + suffix) ? [[encoding, read(name + suffix)]] : [],
          ),
        ),
      }
      assets.set(name, asset)
      return asset
    },
  }
}

/** The text of a built page, read again when the file changed; null while the console is not built. */
function createPage(file: string): () => string | null {
  let kept: { at: number; text: string } | null = null
  return () => {
    try {
      const at = statSync(file).mtimeMs
      if (kept?.at !== at) kept = { at, text: readFileSync(file, 'utf8') }
      return kept.text
    } catch {
      return null
    }
  }
}

/** JSON that is safe inside a script element. */
export function jsonElement(id: string, nonce: string, value: unknown): string {
  const text = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `<script type="application/json" id="${id}" nonce="${nonce}">${text}</script>`
}

/** Puts the nonce on every script, style and stylesheet of a page, and the given elements at the end of its head. */
export function fillPage(html: string, nonce: string, elements: string): string {
  const marked = html
    .replace(/<(script|style)(?=[\s>])(?![^>]*\snonce=)/g, `<$1 nonce="${nonce}"`)
    .replace(/<link(?=[^>]*\srel="(?:stylesheet|modulepreload)")/g, `<link nonce="${nonce}"`)
  return marked.includes('<!--site-configuration-->')
    ? marked.replace('<!--site-configuration-->', () => elements)
    : marked.replace('</head>', () => `${elements}</head>`)
}

function notBuiltPage(nonce: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Assay</title><style nonce="${nonce}">body{font:16px system-ui;max-inline-size:40rem;margin:10vh auto;padding:1rem}</style>
<h1>The console is not built yet</h1><p>The service is running. Build the console with <code>npm start</code> (it builds what is missing), then reload this page.</p></html>`
}

/** Renders the sign-in page of the embedded provider. */
export function createSignInPage(folder: string): SignInPage {
  const page = createPage(path.join(folder, 'sign-in.html'))
  return (data, secure) => {
    const nonce = newNonce()
    const html = page()
    const headers = pageHeaders({ nonce }, secure)
    return html === null
      ? { status: 503, headers, body: notBuiltPage(nonce) }
      : { status: 200, headers, body: fillPage(html, nonce, jsonElement('sign-in', nonce, data)) }
  }
}

/** Build of the console in this folder: its date and number, and what tells two builds of one number apart. */
export function createBuildReader(folder: string, fixed: string | null): () => ServedBuild {
  const index = createPage(path.join(folder, 'index.html'))
  const stamp = createPage(path.join(folder, 'build.txt'))
  const started = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.1`
  return () => ({
    build: fixed ?? /^\d{8}\.\d+$/.exec(stamp()?.trim() ?? '')?.[0] ?? started,
    revision: createHash('sha256')
      .update(index() ?? '')
      .digest('base64url')
      .slice(0, 12),
  })
}

/**
 * Source of a policy that an address belongs to: its origin, with any name where the address has `{value}` in its host.
 */
export function policySource(address: string): string | null {
  if (!/^https?:/.test(address)) return null
  const { protocol, host } = new URL(address.replace('{value}', 'assay-value'))
  return `${protocol}//${host.includes('assay-value') ? host.replace(/^[^.]*assay-value[^.]*/, '*') : host}`
}

const ingestion = (connection: string) =>
  /IngestionEndpoint=([^;]+)/i.exec(connection)?.[1] ?? 'https://dc.services.visualstudio.com'

/** Assets under `/dist/`, the redirect page `/api/auth`, and the console's page for every other address. */
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
    if (/^\/(dist|api|v[\d.]+|health|oauth2)(\/|$)/i.test(url.pathname)) return next()
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
    // A person reads in the console's own page that there is nothing here; a program is told as everywhere.
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
            copilot: false,
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

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sendAsset(asset: Asset, request: Request, name: string): Response {
  const immutable = name.startsWith('/dist/')
  const headers: Record<string, string> = {
    'content-type': asset.type,
    etag: asset.etag,
    vary: 'accept-encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(sampleDataWorker.test(name) ? { 'content-security-policy': sampleDataPolicy } : {}),
  }
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  for (const [encoding] of encodings) {
    const body = asset.encoded.get(encoding)
    if (body && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted)) {
      return new Response(body, { headers: { ...headers, 'content-encoding': encoding } })
    }
  }
  return new Response(asset.body, { headers })
}
