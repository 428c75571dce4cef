import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { seedTenants } from '../../../tools/demo/seed/seed-tenants.ts'
import { maskValue } from '../../personal-data/mask-value.ts'
import { createSecurityLog } from '../../security-log.ts'
import { defaultSignInRates } from '../../settings/sign-in-rates.ts'
import type { Store } from '../../store/store.ts'
import { createTestStore } from '../../store/testing/test-store.ts'
import { demoClient, demoTenants, harborId } from '../demo-tenants.ts'
import { createCookieBrowser } from '../testing/cookie-browser.ts'
import { testIdentityOptions } from '../testing/identity-options.ts'
import { createIdentity, embeddedAppId, type Identity, type IdentityOptions } from './identity.ts'

const resource = 'https://api.dfp.dynamics.com'
const verifier = randomBytes(32).toString('base64url')
let store: Store
let identity: Identity
let server: Server
let origin: string
let logged: Record<string, unknown>[] = []

const log = {
  write: (_level: number, event: string, fields: object = {}) => void logged.push({ event, ...fields }),
}

/** A service whose limits nobody has used yet. */
beforeEach(async () => {
  await close()
  store = await createTestStore()
  await seedTenants(store.db)
  logged = []
  await open()
}, 60_000)
afterAll(close)

/** Starts another process on the same database. */
async function open(over: Partial<IdentityOptions> = {}): Promise<void> {
  identity = await createIdentity(
    testIdentityOptions(store.db, {
      log,
      security: createSecurityLog({ log, secretKey: 'key' }),
      trustedProxies: ['127.0.0.1'],
      ...over,
    }),
  )
  const { handler } = identity
  server = createServer((request, response) => {
    void handler(request, response).then(done => {
      if (!done) response.writeHead(404).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function stop(): Promise<void> {
  identity.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}

async function close(): Promise<void> {
  if (!(server as Server | undefined)) return
  await stop()
  await store.close()
}

/** The same database, and a process with other settings. */
async function reopen(over: Partial<IdentityOptions>): Promise<void> {
  await stop()
  await open(over)
}

const authorizeUrl = (more: Record<string, string> = {}) =>
  `${origin}/${harborId}/v2.0/authorize?${new URLSearchParams({
    client_id: embeddedAppId,
    redirect_uri: `${origin}/api/auth`,
    response_type: 'code',
    scope: `openid profile offline_access ${resource}/.default`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`
const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers })
const wrongSecret = (address: string, secret = 'guess', clientId: string = demoClient.clientId) =>
  fetch(`${origin}/${harborId}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope: `${resource}/.default`,
    }),
  })
async function storedBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size('setting') as bytes`.execute(store.db)
  return Number(rows[0]?.bytes)
}
/** Signs the first demo account in; returns its answers of the token endpoint, and the cookies of the browser. */
async function signIn() {
  const browser = createCookieBrowser(origin)
  const page = await browser.follow(authorizeUrl())
  const { action } = (await page.answer.json()) as { action: string }
  const account = demoTenants[0]?.accounts[0]?.id ?? ''
  const { url } = await browser.follow(origin + action, new URLSearchParams({ account }))
  const answer = await fetch(`${origin}/${harborId}/v2.0/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: embeddedAppId,
      code: url.searchParams.get('code') ?? '',
      redirect_uri: `${origin}/api/auth`,
      code_verifier: verifier,
    }),
  })
  const tokens = (await answer.json()) as { refresh_token: string; id_token: string; access_token: string }
  return { browser, account, code: url.searchParams.get('code') ?? '', ...tokens }
}

it('a thousand sign-ins that nobody finishes leave little behind, and keep no other address out', async () => {
  const before = await storedBytes()
  const state = 'x'.repeat(8000)
  const statuses: number[] = []
  for (let round = 0; round < 10; round++)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, async () => {
          const answer = await get(authorizeUrl({ state }), { 'x-forwarded-for': '203.0.113.7' })
          await answer.text()
          return answer.status
        }),
      )),
    )
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  expect((await storedBytes()) - before).toBeLessThan(5_000_000)
  expect((await get(authorizeUrl(), { 'x-forwarded-for': '203.0.113.8' })).status).toBe(303)
  // One line for each refusal would fill the disk, too.
  expect(logged.filter(({ event }) => event === 'security.limit-reached').length).toBeLessThanOrEqual(240)
})

it('a sign-out without a session makes none', async () => {
  const answer = await get(`${origin}/${harborId}/v2.0/logout`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/signed-out'])
  expect(answer.headers.getSetCookie()).toEqual([])
})

it('wrong secrets end in 429 for their address, and not for that of the shop', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 30; attempt++) statuses.push((await wrongSecret('203.0.113.7')).status)
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
  expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429))
  const refused = await wrongSecret('203.0.113.7', demoClient.secret)
  expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect((await wrongSecret('198.51.100.4', demoClient.secret)).status).toBe(200)
  const lines = logged.filter(({ event }) => event === 'security.client-refused')
  expect(lines).toHaveLength(20)
  expect(lines[0]).toMatchObject({ area: 'token', tenantId: harborId, source: expect.stringMatching(/^[0-9a-f]{12}$/) })
  expect(JSON.stringify(logged)).not.toMatch(/203\.0\.113|guess/)
})

it('ids as long as a request are counted by their beginning, so that they fill no memory', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 21; attempt++)
    statuses.push((await wrongSecret('203.0.113.7', 'guess', `${'x'.repeat(50_000)}${attempt}`)).status)
  expect(statuses.slice(19)).toEqual([401, 429])
})

it('wrong secrets of one client from any addresses end in 429 for all processes, and not for the network of the shop', async () => {
  const rates = { ...defaultSignInRates, wrongCredentials: 5 }
  await reopen({ rates })
  const shop = '198.51.100.4'
  await store.db
    .insertInto('credential_call_minute')
    .values({
      client_id: demoClient.clientId,
      credential_id: '',
      minute: new Date(),
      kind: 'token',
      source: maskValue('ip', shop),
      calls: 1,
      refused: 0,
      last_at: new Date(),
    })
    .execute()
  const attempt = async (clientId: string, number: number) =>
    (await wrongSecret(`203.0.113.${number}`, 'guess', clientId)).status
  for (const clientId of [demoClient.clientId, 'nobody-registered-this']) {
    const statuses: number[] = []
    for (let number = 1; number <= 5; number++) statuses.push(await attempt(clientId, number))
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    // The last one is counted once it has been answered.
    await expect.poll(() => attempt(clientId, 6)).toBe(429)
  }
  const refused = await wrongSecret('203.0.113.9', demoClient.secret)
  expect([refused.status, Number(refused.headers.get('retry-after')) <= 3600]).toEqual([429, true])
  expect((await wrongSecret(shop, demoClient.secret)).status).toBe(200)
  // A restart frees nobody, and another process knows it.
  await reopen({ rates })
  expect((await wrongSecret('203.0.113.9', demoClient.secret)).status).toBe(429)
  const { rows } = await sql<{ rows: string }>`
    select count(*) as rows from setting where scope = 'identity:failures'`.execute(store.db)
  expect(Number(rows[0]?.rows)).toBe(1)
  // Nor for ever: an hour later the same client is answered.
  await reopen({ rates, clock: () => new Date(Date.now() + 3_700_000) })
  expect((await wrongSecret('203.0.113.9', demoClient.secret)).status).toBe(200)
})

it('the limits of an address are those of the settings, and no client chooses its address', async () => {
  const rates = { signIn: 1, token: 1, wrongCredentials: 1000 }
  await reopen({ rates })
  const tokens = await Promise.all(
    Array.from({ length: 12 }, () => wrongSecret('203.0.113.7', demoClient.secret).then(({ status }) => status)),
  )
  expect(tokens.sort()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect((await wrongSecret('203.0.113.8', demoClient.secret)).status).toBe(200)
  const pages = await Promise.all(
    Array.from({ length: 23 }, () => get(authorizeUrl(), { 'x-forwarded-for': '203.0.113.7' })),
  )
  expect(pages.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after'))).toEqual([
    '1',
    '1',
    '1',
  ])
  // Without a trusted proxy the header is a word of the client.
  await reopen({ rates, trustedProxies: [] })
  const invented = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      wrongSecret(`203.0.113.${number}`, demoClient.secret).then(({ status }) => status),
    ),
  )
  expect(invented.filter(status => status === 429)).toHaveLength(2)
})

it('choosing an account is limited as starting a sign-in is', async () => {
  await reopen({ rates: { ...defaultSignInRates, signIn: 1 } })
  const choices = await Promise.all(
    Array.from({ length: 22 }, () =>
      fetch(`${origin}/${harborId}/interaction/none`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': '203.0.113.7', origin },
        body: new URLSearchParams({ account: '' }),
      }),
    ),
  )
  expect(choices.filter(({ status }) => status === 429)).toHaveLength(2)
})

it('no table has a code, refresh token or session id in it', async () => {
  const { code, refresh_token, browser } = await signIn()
  const session = browser.cookies().find(([name]) => name.startsWith('assay_session_') && !name.endsWith('.sig'))
  for (const value of [code, refresh_token, session?.[1] ?? '']) {
    expect(value.length).toBeGreaterThan(20)
    const { rows } = await sql<{ found: boolean }>`
      select exists(select from setting where key like ${`%${value}%`} or value::text like ${`%${value}%`}) as found`.execute(
      store.db,
    )
    expect(rows).toEqual([{ found: false }])
  }
})

it('a refresh token that is sent several times at once is good once', async () => {
  const { refresh_token } = await signIn()
  const renew = () =>
    fetch(`${origin}/${harborId}/v2.0/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: embeddedAppId, refresh_token }),
    }).then(({ status }) => status)
  const statuses = await Promise.all(Array.from({ length: 8 }, renew))
  expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(1)
  expect(new Set(statuses.filter(status => status !== 200))).toEqual(new Set([400]))
})

it('a sign-in and a sign-out are one line each, the pages between are ours, and the tokens end with the session', async () => {
  const { browser, account, id_token, access_token } = await signIn()
  expect((await identity.verifier.user(access_token)).id).toBe(account)
  const lines = () => logged.filter(({ event }) => /signed/.test(String(event)))
  const who = { tenantId: harborId, principalId: account }
  expect(lines()).toMatchObject([{ event: 'security.signed-in', ...who }])
  // A link of another site signs nobody out.
  const cookie = browser
    .cookies()
    .map(pair => pair.join('='))
    .join('; ')
  const foreign = await get(`${origin}/${harborId}/v2.0/logout`, { cookie, 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.headers.get('location')]).toEqual([302, '/'])
  const hint = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${origin}/signed-out` })
  const page = await get(`${origin}/${harborId}/v2.0/logout?${hint.toString()}`, { cookie })
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  const { url } = await browser.follow(`${origin}/${harborId}/v2.0/logout?${hint.toString()}`)
  expect(url.pathname).toBe('/signed-out')
  expect(lines()).toMatchObject([{}, { event: 'security.signed-out', ...who }])
  await expect(identity.verifier.user(access_token)).rejects.toThrow('The session of the token has ended.')
  const success = await get(`${origin}/${harborId}/v2.0/logout/success`)
  expect([success.status, success.headers.get('location')]).toEqual([302, '/signed-out'])
})

it('a form that sends itself runs its own script and no other, in no frame', async () => {
  const answer = await get(authorizeUrl({ response_mode: 'form_post', prompt: 'none' }))
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(await answer.text()).toContain('<form')
  expect(policy).toMatch(/script-src 'sha256-[^']+'/)
  expect(policy).toContain("frame-ancestors 'none'")
})

it('cookies over HTTPS are refused from other addresses and signed with SHA-256, and sessions end by themselves', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'assay.example' }
  const redirect = { redirect_uri: 'https://assay.example/api/auth' }
  const started = await get(authorizeUrl(redirect), forwarded)
  const interaction = started.headers.getSetCookie()
  // The cookie of no session, which the provider replaces to end it.
  const left = await get(`${origin}/${harborId}/v2.0/logout`, {
    ...forwarded,
    cookie: `__Host-assay_session_${harborId.slice(-12)}=none`,
  })
  const session = left.headers.getSetCookie()
  const prefixes = [...interaction, ...session].map(cookie => /^__(Host|Secure)-assay_[a-z]+/.exec(cookie)?.[0])
  expect(new Set(prefixes)).toEqual(
    new Set(['__Secure-assay_interaction', '__Secure-assay_resume', '__Host-assay_session']),
  )
  for (const cookie of [...interaction, ...session]) expect(cookie).toMatch(/; samesite=lax; secure; httponly/i)
  for (const cookie of session) expect(cookie).toMatch(/; path=\/;/i)
  const signatures = [...interaction, ...session].filter(cookie => /\.sig=/.test(cookie))
  expect(signatures.length).toBeGreaterThan(2)
  for (const cookie of signatures) expect(/\.sig=([^;]+)/.exec(cookie)?.[1]).toHaveLength(43)

  await signIn()
  const { rows } = await sql<{ kind: string; hours: number }>`
    select split_part(key, ':', 1) as kind, round(((value ->> 'expires')::bigint - extract(epoch from now())) / 3600)::int as hours
    from setting where key like 'Session:%' or key like 'RefreshToken:%' group by 1, 2`.execute(store.db)
  expect(new Set(rows.map(({ kind, hours }) => `${kind} ${hours}`))).toEqual(new Set(['Session 8', 'RefreshToken 8']))
})
