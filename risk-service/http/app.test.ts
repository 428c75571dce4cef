import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harborId, meridianId } from '../kernel/identity/demo-tenants.ts'
import { createIdentity, type Identity, type IdentityOptions } from '../kernel/identity/sign-in/identity.ts'
import type { Store } from '../kernel/store/store.ts'
import { createTestStore } from '../kernel/store/testing/test-store.ts'
import { seedTenants } from '../tools/demo/seed/seed-tenants.ts'
import { createApp } from './app.ts'
import { createSignInPage } from './console-pages.ts'
import { createConsoleSite } from './console-site.ts'
import { createMetrics } from './health.ts'
import { addressReader, createHttpServer, originReader } from './node/server.ts'
import { createRiskCallLimiter } from './risk-api/risk-call-limiter.ts'
import { maskText } from './telemetry.ts'

const log = { write: () => undefined }
const folder = mkdtempSync(path.join(tmpdir(), 'assay-console-'))
let store: Store
let identity: Identity
let server: Server
let origin: string
let ready = true
let release = () => {}
const released = new Promise<void>(resolve => (release = resolve))

beforeAll(async () => {
  mkdirSync(path.join(folder, 'dist'))
  const page =
    '<!doctype html><html><head><!--site-configuration--><script type="module" crossorigin src="/dist/index-abc.js"></script><link rel="modulepreload" crossorigin href="/dist/x.js"></head><body></body></html>'
  for (const name of ['index.html', 'sign-in.html']) writeFileSync(path.join(folder, name), page)
  writeFileSync(
    path.join(folder, 'auth.html'),
    '<!doctype html><script type="module" src="/dist/auth-abc.js"></script>',
  )
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(folder, 'dist/index-abc.js'), 'plain')
  writeFileSync(path.join(folder, 'dist/index-abc.js.gz'), gzipSync('packed'))
  writeFileSync(path.join(folder, 'dist/sample-data.worker-abc.js'), 'worker')
  store = await createTestStore()
  await seedTenants(store.db)
  const settings = { publicUrl: null, trustedProxies: ['10.0.0.0/8'], host: '127.0.0.1' }
  const ports = { db: store.db, clock: () => new Date(), newId: () => crypto.randomUUID(), log }
  const options: IdentityOptions & { build: string } = {
    ...ports,
    ...settings,
    demo: true,
    demoPublic: false,
    external: null,
    productionResource: null,
    sandboxResource: null,
    secretKey: null,
    build: '20260101.1',
    signInPage: createSignInPage(folder),
  }
  identity = await createIdentity(options)
  const metrics = createMetrics()
  const riskApi = new Hono()
  riskApi.post('/v1.0/echo', context => context.json({ ok: true }))
  const underWay = createRiskCallLimiter()
  let calls = 0
  riskApi.post('/v1.0/slow', async context => {
    const leave = underWay.acquire(`tenant ${calls++ % 2}`)
    await released
    leave?.()
    return context.json({ ok: true })
  })
  const consoleApi = new Hono()
  consoleApi.get('/api/console/v1/fail', () => {
    throw new Error('secret detail')
  })
  consoleApi.get('/api/console/v1/away', () => {
    throw Object.assign(new Error('secret detail'), { code: '57P01' })
  })
  const app = createApp({
    ports,
    riskApi,
    consoleApi,
    addressOf: addressReader(settings),
    health: {
      metrics,
      checks: { database: () => Promise.resolve(ready), jobs: () => Promise.resolve(true) },
      figures: { velocities: () => ({ reads: 7, failures: { timeout: 2 } }) },
    },
    console: createConsoleSite({
      folder,
      identity,
      originOf: originReader(settings),
      monitoring: null,
      authorityOrigin: null,
      build: '20260101.1',
      publicDemo: false,
    }),
  })
  server = createHttpServer({ app, identity, metrics, log, underWay, appVersion: '1.0:0.1:638000000000000000' })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  identity.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await store.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) => fetch(origin + url, { headers, redirect: 'manual' })
const configurationOf = async (url: string) => {
  const html = await (await get(url)).text()
  return JSON.parse(/id="site-configuration"[^>]*>([^<]*)</.exec(html)?.[1] ?? 'null') as Record<string, string>
}

describe('pages', () => {
  it('pages carry a fresh nonce in policy and scripts, and every header', async () => {
    const first = await get('/search/purchase/1/2')
    const second = await get('/')
    const html = await first.text()
    const nonce = /'nonce-([^']+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    expect(nonce.length).toBeGreaterThanOrEqual(22)
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
    expect([...html.matchAll(/<(script|link)[^>]*>/g)].every(([tag]) => tag.includes(`nonce="${nonce}"`))).toBe(true)
    expect(html).toContain('rel="modulepreload"')
    expect(first.headers.get('content-security-policy')).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'self' 'nonce-NONCE'; style-src 'self' 'nonce-NONCE'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'"`.replaceAll(
        'NONCE',
        nonce,
      ),
    )
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'same-origin'],
      ['x-frame-options', 'DENY'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cache-control', 'no-store'],
    ] as const) {
      expect(first.headers.get(name)).toBe(value)
    }
    expect(first.headers.get('permissions-policy')).toContain('camera=()')
    expect(first.headers.get('strict-transport-security')).toBeNull()
  })
  it('every page, those of the sign-in included, has a policy of its own and names no other host', async () => {
    const signIn = (more: Record<string, string> = {}) =>
      `/${harborId}/v2.0/authorize?${new URLSearchParams({ client_id: 'a55a0000-0000-4000-8000-000000000001', redirect_uri: `${origin}/api/auth`, response_type: 'code', scope: 'openid', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', ...more }).toString()}`
    const start = await get(signIn())
    const cookie = start.headers.getSetCookie().map(each => each.split(';')[0])
    const addresses: [string, Record<string, string>?][] = [
      ['/'],
      ['/search'],
      ['/no-such-page'],
      ['/harbor.example/fraud/purchase'],
      ['/nowhere.example/search'],
      ['/signed-out'],
      ['/api/auth'],
      [new URL(start.headers.get('location') ?? '', origin).pathname, { cookie: cookie.join('; ') }],
      [signIn({ response_mode: 'form_post', prompt: 'none' })],
    ]
    const seen: string[] = []
    for (const [address, headers] of addresses) {
      const answer = await get(address, { accept: 'text/html', ...headers })
      const page = await answer.text()
      expect(answer.headers.get('content-type'), address).toContain('text/html')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy, address).toMatch(/^default-src 'none'; ?.*frame-ancestors '(?:none|self)'/)
      expect(policy, address).not.toMatch(/unsafe-|\*|script-src[^;]* https?:/)
      expect(policy, address).toMatch(/script-src [^;]*'(?:nonce|sha256)-/)
      for (const [, url = ''] of page.matchAll(
        /(?:src|href|action|url|@import)\s*[=(]?\s*["']?((?:https?:)?\/\/[^"'\s)>]+)/g,
      ))
        if (!url.startsWith(origin)) seen.push(`${address}: ${url}`)
    }
    expect(seen).toEqual([])
  })
  it('five hundred pages have five hundred nonces', async () => {
    const nonces = new Set<string>()
    for (let page = 0; page < 500; page++)
      nonces.add(/'nonce-([^']+)'/.exec((await get('/')).headers.get('content-security-policy') ?? '')?.[1] ?? '')
    expect(nonces.size).toBe(500)
  })
  it('the redirect page alone may be framed, by the console itself', async () => {
    const answer = await get('/api/auth')
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })
  it('pages name the tenant of the address', async () => {
    expect(await configurationOf('/')).toMatchObject({
      tenantName: 'organizations',
      tenantId: '',
      basePath: '',
      build: '20260101.1',
      monitoringConnectionString: expect.stringContaining(`${origin}/api/telemetry`) as string,
    })
    expect(await configurationOf(`/?tenant=${meridianId}`)).toMatchObject({
      tenantName: 'Meridian Games',
      tenantId: meridianId,
    })
    expect(await configurationOf('/harbor.example/fraud/purchase')).toMatchObject({
      tenantId: harborId,
      basePath: '/harbor.example',
    })
    expect(JSON.parse((await configurationOf('/'))['authorityMetadata'] ?? '{}')).toMatchObject({
      token_endpoint: `${origin}/{tenant}/v2.0/token`,
    })
  })
  it('an unknown tenant, a foreign host name and unknown calls are no pages', async () => {
    expect((await get('/nowhere.example/search')).status).toBe(404)
    const answer = await get('/api/unknown')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'notFound', correlationId: expect.any(String) as string })
  })
  it('sign-in page of the provider has the same policy', async () => {
    const start = await get(
      `/${harborId}/v2.0/authorize?${new URLSearchParams({ client_id: 'a55a0000-0000-4000-8000-000000000001', redirect_uri: `${origin}/api/auth`, response_type: 'code', scope: 'openid', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }).toString()}`,
    )
    const cookies = start.headers.getSetCookie()
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/httponly/)
    const page = await fetch(new URL(start.headers.get('location') ?? '', origin), {
      headers: { cookie: cookies.map(cookie => cookie.split(';')[0]).join('; ') },
    })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(await page.text()).toContain('Ana Lindqvist')
  })
})

describe('assets', () => {
  it('assets are kept for a year, and sent as they were packed', async () => {
    const packed = await get('/dist/index-abc.js', { 'accept-encoding': 'gzip' })
    expect([packed.headers.get('cache-control'), packed.headers.get('content-encoding'), await packed.text()]).toEqual([
      'public, max-age=31536000, immutable',
      'gzip',
      'packed',
    ])
    const plain = await get('/dist/index-abc.js', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain'])
    expect((await get('/dist/index-abc.js', { 'if-none-match': packed.headers.get('etag') ?? '' })).status).toBe(304)
  })
  it('WebAssembly may run in the one script that holds the database, under a policy of its own', async () => {
    const policy = (await get('/dist/sample-data.worker-abc.js')).headers.get('content-security-policy')
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'")
    for (const other of ['/dist/index-abc.js', '/', '/favicon.svg'])
      expect((await get(other)).headers.get('content-security-policy')).not.toContain('wasm')
  })
  it('a missing one is 404, not the console', async () => {
    expect((await get('/dist/old-123.js')).status).toBe(404)
    expect((await get('/dist/..%2f..%2fpackage.json')).status).toBe(404)
  })
  it('nothing but built files under their own names has an address', async () => {
    writeFileSync(path.join(folder, '.env'), 'SECRET=1')
    writeFileSync(path.join(folder, 'dist/.hidden'), 'hidden')
    for (const address of [
      '/dist/',
      '/dist/.hidden',
      '/dist/index-abc.js.gz',
      '/dist/index-abc.js.map',
      '/dist/index-abc.js~',
      '/dist/%2e%2e/index.html',
      '/dist/..%5cindex.html',
      '/dist/%00',
      '/dist/index-abc.js%00.txt',
      '/dist//index-abc.js',
    ])
      expect([address, (await get(address)).status]).toEqual([address, 404])
    // Any other address is the console's own page, which says that it does not exist; it is never a file.
    for (const address of [
      '/.env',
      '/.git/config',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//evil.example/',
      '/%5c%5cevil.example',
    ]) {
      const answer = await get(address, { accept: 'text/html' })
      expect([address, answer.headers.get('location')]).toEqual([address, null])
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(await answer.text()).not.toMatch(/SECRET|root:/)
    }
  })
})

describe('calls', () => {
  it('risk API answers bypass the page policy but cannot be sniffed', async () => {
    const answer = await fetch(`${origin}/v1.0/echo`, { method: 'POST' })
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  })
  it('a database that is away is told as such, and when to ask again', async () => {
    const answer = await get('/api/console/v1/away')
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      {
        code: 'unavailable',
        message: 'The database cannot be reached at the moment. Try again in a few seconds.',
        details: {},
        correlationId: expect.any(String) as string,
      },
    ])
  })
  it('a fault tells nothing but its id', async () => {
    const answer = await get('/api/console/v1/fail')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret detail')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

it('a request with two Host headers is refused', async () => {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})

describe('health', () => {
  it('the health endpoint is ready while every check passes', async () => {
    expect((await get('/health/live')).status).toBe(200)
    expect(await (await get('/health/ready')).json()).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', jobs: 'ok' },
    })
    ready = false
    const answer = await get('/health/ready')
    expect([answer.status, ((await answer.json()) as { checks: unknown }).checks]).toEqual([
      503,
      { database: 'failed', jobs: 'ok' },
    ])
    ready = true
  })
  it('the health endpoint tells how velocities fare, which keeps no traffic away', async () => {
    const answer = await get('/health/ready')
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: { database: 'ok', jobs: 'ok' },
        figures: { velocities: { reads: 7, failures: { timeout: 2 } } },
      },
    ])
  })
  it('the health endpoint counts answers for Prometheus', async () => {
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(/^assay_http_requests_total\{area="other",status="200"\} \d+$/m)
    expect(text).toMatch(/^assay_http_request_seconds_bucket\{area="other",le="\+Inf"\} \d+$/m)
  })
})

describe('telemetry intake', () => {
  const track = (body: string) => fetch(`${origin}/api/telemetry/v2/track`, { method: 'POST', body })
  const item = (baseData: object, baseType = 'EventData') => ({
    name: 'x',
    time: new Date().toISOString(),
    tags: { 'ai.session.id': 's1', 'ai.user.authUserId': 'somebody', 'ai.location.ip': '192.0.2.1' },
    data: { baseType, baseData },
  })
  it('the telemetry intake keeps events without what names a person', async () => {
    const answer = await track(
      `${JSON.stringify(item({ name: 'search.run', properties: { eventName: 'search', eventDuration: 12, email: 'jane@example.com', environmentId: harborId } }))}\n${JSON.stringify(
        item(
          { exceptions: [{ typeName: 'Error', message: 'no jane@example.com at 192.0.2.7 ?q=4111111111111111' }] },
          'ExceptionData',
        ),
      )}\n${JSON.stringify(item({ name: 'GET /x' }, 'RemoteDependencyData'))}`,
    )
    expect(answer.status).toBe(204)
    const rows = await store.db.selectFrom('telemetry').select(['kind', 'name', 'body']).orderBy('id').execute()
    expect(rows).toEqual([
      {
        kind: 'Event',
        name: 'search.run',
        body: {
          name: 'search.run',
          session: 's1',
          properties: { eventName: 'search', eventDuration: 12, environmentId: harborId },
        },
      },
      {
        kind: 'Exception',
        name: '',
        body: {
          session: 's1',
          exceptions: [{ typeName: 'Error', message: expect.not.stringMatching(/jane|192\.0|4111/) as string }],
        },
      },
    ])
  })
  it.each([
    ['text', 'hello', 400],
    ['another shape', '[{"a":1}]', 400],
    ['too large', `["${'x'.repeat(300_000)}"]`, 413],
    ['nothing', '[]', 204],
  ])('%s', async (_name, body, status) => {
    expect((await track(body)).status).toBe(status)
  })
  it('the telemetry intake limits one client to 60 a minute', async () => {
    const statuses = []
    for (let index = 0; index < 65; index++) statuses.push((await track('[]')).status)
    expect(statuses.at(-1)).toBe(429)
  })
  it('the intake masks tokens and long numbers', () => {
    expect(maskText('at https://x/y?sig=abc&user=jane eyJhbGciOi.eyJzdWIi.abc 1234567')).toBe(
      'at https://x/y {token} {number}',
    )
  })
})

describe('too many risk calls at once', () => {
  it('the limit of risk calls refuses those above the limit at once with when to come again, and takes work again afterwards', async () => {
    const send = () => fetch(`${origin}/v1.0/slow`, { method: 'POST', body: '{}' })
    const waiting = Array.from({ length: 300 }, send)
    // Three hundred connections take a slow machine longer than the default time-out of one second.
    await expect
      .poll(async () => (await get('/metrics')).text(), { timeout: 15_000 })
      .toContain('assay_risk_calls_in_progress 300')
    const refused = await send()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('x-ms-appversion')).toBe('1.0:0.1:638000000000000000')
    expect(refused.headers.get('x-ms-correlation-id')).toMatch(/^[\da-f-]{36}$/)
    expect(await refused.json()).toEqual({
      ErrorType: 'ServerError',
      Message: 'The service is overloaded',
      Retryable: true,
      OtherErrors: null,
    })
    expect((await get('/health/live')).status).toBe(200)
    release()
    expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true)
    expect((await send()).status).toBe(200)
  })
})
