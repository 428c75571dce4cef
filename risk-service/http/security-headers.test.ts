import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTenants, harborId } from '../kernel/identity/demo-tenants.ts'
import { createIdentity, embeddedAppId, type Identity } from '../kernel/identity/sign-in/identity.ts'
import { createCookieBrowser } from '../kernel/identity/testing/cookie-browser.ts'
import { testIdentityOptions } from '../kernel/identity/testing/identity-options.ts'
import type { Store } from '../kernel/store/store.ts'
import { createTestStore } from '../kernel/store/testing/test-store.ts'
import { seedTenants } from '../tools/demo/seed/seed-tenants.ts'
import { createApp } from './app.ts'
import { createConsoleApi } from './console-api/console-api.ts'
import { openConsoleBench } from './console-api/testing/console-bench.ts'
import { createSignInPage } from './console-pages.ts'
import { createConsoleSite } from './console-site.ts'
import { createMetrics } from './health.ts'
import { createMcpServer } from './mcp/mcp-server.ts'
import { addressReader, createHttpServer, httpsReader, originReader } from './node/server.ts'
import { createRiskCallLimiter } from './risk-api/risk-call-limiter.ts'

/*
 * Every kind of answer that the service gives, over a real connection and behind a proxy that speaks HTTPS: the headers
 * that protect a browser stand on each of them, refusals included. Scripts for pages of shops have their own tests.
 */

const log = { write: () => undefined }
const folder = mkdtempSync(path.join(tmpdir(), 'assay-headers-'))
/** What a trusted proxy forwards. */
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'assay.example' }
const publicOrigin = 'https://assay.example'
let store: Store
let identity: Identity
let server: Server
let origin: string
let bench: Awaited<ReturnType<typeof openConsoleBench>>

beforeAll(async () => {
  mkdirSync(path.join(folder, 'dist'))
  const page = '<!doctype html><html><head><!--site-configuration--></head><body></body></html>'
  for (const name of ['index.html', 'auth.html', 'sign-in.html']) writeFileSync(path.join(folder, name), page)
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(folder, 'dist/index-abc.js'), 'plain')
  store = await createTestStore()
  await seedTenants(store.db)
  bench = await openConsoleBench()
  const settings = { publicUrl: null, trustedProxies: ['127.0.0.1'], host: '127.0.0.1' }
  const ports = { db: store.db, clock: () => new Date(), newId: () => crypto.randomUUID(), log }
  identity = await createIdentity(
    testIdentityOptions(store.db, { ...settings, signInPage: createSignInPage(folder), secretKey: null }),
  )
  const metrics = createMetrics()
  const riskApi = new Hono()
  riskApi.post('/v1.0/echo', context => context.json({ ok: true }))
  const consoleApi = createConsoleApi({
    ports,
    engine: bench.engine,
    version: '0.0.0',
    verifier: identity.verifier,
  })
  const failing = new Hono()
  failing.get('/api/console/v1/fail', () => {
    throw new Error('inside')
  })
  const app = createApp({
    ports,
    riskApi,
    consoleApi: failing.route('/', consoleApi),
    mcp: createMcpServer({ consoleApi, version: '0.0.0' }),
    addressOf: addressReader(settings),
    health: { metrics, checks: {}, mayReadFigures: () => false },
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
  server = createHttpServer({
    app,
    identity,
    metrics,
    log,
    underWay: createRiskCallLimiter(),
    isHttps: httpsReader(settings),
    appVersion: '1',
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  identity.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await bench.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const send = (url: string, init: RequestInit = {}) =>
  fetch(origin + url, {
    redirect: 'manual',
    ...init,
    headers: { ...forwarded, ...(init.headers as Record<string, string> | undefined) },
  })
const authorize = (more: Record<string, string> = {}) =>
  `/${harborId}/v2.0/authorize?${new URLSearchParams({ client_id: embeddedAppId, redirect_uri: `${publicOrigin}/api/auth`, response_type: 'code', scope: 'openid', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', ...more }).toString()}`
const html = { headers: { accept: 'text/html' } }
const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
})

/** What the browser may keep: nothing of a person, and files of the build by their hash. */
type Caching = 'private' | 'public'
const answers: readonly [kind: string, url: () => string, init: RequestInit, status: number, caching: Caching][] = [
  ['a page', () => '/', html, 200, 'private'],
  ['a page of an unknown tenant', () => '/nowhere.example/search', html, 404, 'private'],
  ['the page of the redirect', () => '/api/auth', html, 200, 'private'],
  ['a script', () => '/dist/index-abc.js', {}, 200, 'public'],
  ['a picture', () => '/favicon.svg', {}, 200, 'public'],
  ['a missing script', () => '/dist/none.js', {}, 404, 'private'],
  ['the build', () => '/api/build', {}, 200, 'private'],
  ['a description', () => '/openapi.json', {}, 200, 'private'],
  ['a console call without a token', () => '/api/console/v1/session', {}, 401, 'private'],
  ['a console call that does not exist', () => '/api/console/v1/none', {}, 401, 'private'],
  ['a console call that fails', () => '/api/console/v1/fail', {}, 500, 'private'],
  ['an unknown address', () => '/api/none', {}, 404, 'private'],
  ['an unknown method', () => '/', { method: 'PROPFIND' }, 404, 'private'],
  ['the tools of programs', () => '/mcp', { method: 'GET' }, 405, 'private'],
  ['telemetry', () => '/api/telemetry/v2/track', post('[]'), 204, 'private'],
  ['telemetry that is refused', () => '/api/telemetry/v2/track', post('no JSON'), 400, 'private'],
  ['health', () => '/health/ready', {}, 200, 'private'],
  ['refused figures', () => '/metrics', {}, 401, 'private'],
  ['discovery', () => `/${harborId}/v2.0/.well-known/openid-configuration`, {}, 200, 'private'],
  ['keys', () => `/${harborId}/discovery/v2.0/keys`, {}, 200, 'private'],
  ['the sign-in of an unknown tenant', () => '/nowhere.example/v2.0/logout', {}, 404, 'private'],
  ['a token request without a form', () => `/${harborId}/oauth2/v2.0/token`, post('{}'), 400, 'private'],
  ['a token request by GET', () => `/${harborId}/oauth2/v2.0/token`, {}, 400, 'private'],
  [
    'a wrong credential',
    () => `/${harborId}/oauth2/v2.0/token`,
    post('grant_type=client_credentials&client_id=a&client_secret=b&scope=c', 'application/x-www-form-urlencoded'),
    401,
    'private',
  ],
  ['the start of a sign-in', () => authorize(), {}, 303, 'private'],
  ['a sign-in that is refused', () => authorize({ redirect_uri: 'https://evil.example/' }), {}, 400, 'private'],
  ['a form that sends itself', () => authorize({ response_mode: 'form_post', prompt: 'none' }), {}, 400, 'private'],
  ['a sign-out without a session', () => `/${harborId}/v2.0/logout`, {}, 303, 'private'],
]

describe('headers of every kind of answer', () => {
  it.each(answers)('%s', async (kind, url, init, status, caching) => {
    const answer = await send(url(), init)
    const body = await answer.text()
    const header = (name: string) => answer.headers.get(name) ?? ''
    expect([kind, answer.status]).toEqual([kind, status])
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(header('content-security-policy')).toMatch(/default-src 'none'/)
    expect(header('content-security-policy')).toMatch(/frame-ancestors '(?:none|self)'/)
    expect(header('content-security-policy')).not.toMatch(/unsafe-|\*/)
    expect(header('x-frame-options')).toMatch(/^(?:DENY|SAMEORIGIN)$/)
    expect(header('referrer-policy')).toMatch(/^(?:same-origin|no-referrer)$/)
    expect(header('permissions-policy')).toContain('camera=()')
    expect(header('cross-origin-opener-policy')).toBe('same-origin')
    expect(header('cross-origin-resource-policy')).toBe('same-origin')
    expect(header('cache-control')).toMatch(caching === 'private' ? /^no-store$/ : /^(?:public, .*immutable|no-cache)$/)
    expect(header('access-control-allow-origin')).toBe('')
    expect(header('server') + header('x-powered-by')).toBe('')
    if (body !== '') expect(header('content-type')).toMatch(/^application\/json|; ?charset=utf-8|^image\/svg/i)
  })

  it('a risk call cannot be sniffed and stays with HTTPS; its clients are programs', async () => {
    const answer = await send('/v1.0/echo', post('{}'))
    expect([answer.headers.get('x-content-type-options'), answer.headers.get('strict-transport-security')]).toEqual([
      'nosniff',
      'max-age=31536000; includeSubDomains',
    ])
  })

  it('no other origin is allowed by any answer, and none is asked to allow one', async () => {
    for (const sender of ['https://evil.example', 'null', 'https://assay.example.evil.example'])
      for (const url of ['/', '/api/console/v1/session', '/mcp', `/${harborId}/oauth2/v2.0/token`, '/openapi.json']) {
        const headers = {
          origin: sender,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        }
        const answer = await send(url, { method: 'OPTIONS', headers })
        expect([url, sender, answer.headers.get('access-control-allow-origin')]).toEqual([url, sender, null])
      }
  })
})

describe('what a page of another site can send', () => {
  it('a call with the cookies of a session and without a token is refused: no cookie grants a right', async () => {
    const browser = createCookieBrowser(origin)
    const start = await browser.follow(`${origin}${authorize({ redirect_uri: `${origin}/api/auth` })}`)
    const action = /action="([^"]+)"|"action":"([^"]+)"/.exec(await start.answer.text())
    const account = demoTenants[0]?.accounts[0]?.id ?? ''
    await browser.follow(`${origin}${action?.[1] ?? action?.[2] ?? ''}`, new URLSearchParams({ account }))
    const cookie = browser
      .cookies()
      .map(pair => pair.join('='))
      .join('; ')
    expect(cookie).toContain('assay_session')
    for (const [url, init, status] of [
      ['/api/console/v1/session', {}, 401],
      ['/api/console/rpc/notes/create', post('{"json":{}}', 'application/json'), 401],
      // A form of another site can send no other type.
      ['/api/console/rpc/notes/create', post('{"json":{}}', 'text/plain'), 415],
      ['/mcp', post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 'text/plain'), 401],
    ] as const)
      expect((await fetch(origin + url, { ...init, headers: { ...init.headers, cookie } })).status, url).toBe(status)
  })

  it('a sign-in begins with a session id of its own, whatever the browser had before', async () => {
    const name = `assay_session_${harborId.slice(-12)}`
    const planted = 'A'.repeat(43)
    const answer = await fetch(`${origin}${authorize({ redirect_uri: `${origin}/api/auth` })}`, {
      redirect: 'manual',
      headers: { cookie: `${name}=${planted}; ${name}.sig=${planted}` },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.getSetCookie().join('\n')).not.toContain(`${name}=${planted}`)
    const { rows } = { rows: await store.db.selectFrom('setting').select(['key', 'value']).execute() }
    expect(JSON.stringify(rows)).not.toContain(planted)
  })
})
