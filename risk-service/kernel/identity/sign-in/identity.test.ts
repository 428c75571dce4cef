import { createHash, randomBytes } from 'node:crypto'
import { Agent, createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, decodeJwt, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TokenError } from '../../../ports/index.ts'
import { seedTenants } from '../../../tools/demo/seed/seed-tenants.ts'
import type { Store } from '../../store/store.ts'
import { createTestStore } from '../../store/testing/test-store.ts'
import { demoClient, demoEnvironmentIds, demoTenants, harborId, meridianId } from '../demo-tenants.ts'
import { loadKeys } from '../signing-keys.ts'
import { type CookieBrowser, createCookieBrowser } from '../testing/cookie-browser.ts'
import { testIdentityOptions } from '../testing/identity-options.ts'
import { createIdentity, embeddedAppId, type Identity, type IdentityOptions } from './identity.ts'

const production = 'https://api.dfp.dynamics.com'
const sandbox = 'https://api.dfp.dynamics-int.com'
let store: Store
let identity: Identity
let server: Server
let origin: string
let moved = 0
const options = (over: Partial<IdentityOptions> = {}) =>
  testIdentityOptions(store.db, { clock: () => new Date(Date.now() + moved), ...over })

beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  await seedTenants(store.db)
  identity = await createIdentity(options())
  server = createServer((request, response) => {
    void identity.handler(request, response).then(done => {
      if (!done) response.writeHead(404).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 60_000)
afterAll(async () => {
  identity.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await store.close()
})

const post = (path: string, form: Record<string, string>, init: RequestInit = {}) =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(form), ...init })
const client = { grant_type: 'client_credentials', client_id: demoClient.clientId, client_secret: demoClient.secret }
const v2 = (form: Record<string, string> = {}) =>
  post(`/${harborId}/oauth2/v2.0/token`, { ...client, scope: `${production}/.default`, ...form })
async function applicationToken(resource = production): Promise<string> {
  const answer = await v2({ scope: `${resource}/.default` })
  return ((await answer.json()) as { access_token: string }).access_token
}

describe('demo tenants', () => {
  it('demo tenants exist once, however often they are seeded', async () => {
    expect(await store.db.selectFrom('tenant').select('name').orderBy('name').execute()).toEqual([
      { name: 'Harbor Retail' },
      { name: 'Meridian Games' },
    ])
    const names = await store.db.selectFrom('environment').select('name').execute()
    for (const { name } of names) expect(name).toMatch(/^[\w-]+$/)
    const twins = await store.db
      .selectFrom('role_assignment')
      .select('environment_id')
      .where('role', '=', 'ManualReviewAnalyst')
      .orderBy('environment_id')
      .execute()
    expect(twins.map(row => row.environment_id)).toEqual([demoEnvironmentIds.harbor, demoEnvironmentIds.harborSandbox])
  })
})

describe('discovery', () => {
  it.each([harborId, 'harbor.example'])('the discovery for %s names the tenant id', async name => {
    const found = (await (await fetch(`${origin}/${name}/v2.0/.well-known/openid-configuration`)).json()) as Record<
      string,
      string
    >
    expect(found).toMatchObject({
      issuer: `${origin}/${harborId}/v2.0`,
      jwks_uri: `${origin}/${harborId}/discovery/v2.0/keys`,
      token_endpoint: `${origin}/${harborId}/oauth2/v2.0/token`,
    })
    const keys = (await (await fetch(found['jwks_uri'] ?? '')).json()) as JSONWebKeySet
    expect(keys.keys).toHaveLength(1)
    expect(Object.keys(keys.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })
  it('the discovery refuses a foreign host name on a loopback service', async () => {
    const status = await new Promise<number>(resolve => {
      const request = createServer().close()
      void request
      void import('node:http').then(http =>
        http.get(
          `${origin}/${harborId}/v2.0/.well-known/openid-configuration`,
          { headers: { host: 'evil.example' } },
          answer => resolve(answer.statusCode ?? 0),
        ),
      )
    })
    expect(status).toBe(400)
  })
  it('404 for an unknown tenant', async () => {
    expect((await fetch(`${origin}/nowhere.example/v2.0/.well-known/openid-configuration`)).status).toBe(404)
    // A sign-in at a tenant that only the browser remembers leads back to the console, which then requests none.
    const sent = await fetch(`${origin}/11110000-0000-4000-8000-000000000001/v2.0/authorize?client_id=x`, {
      redirect: 'manual',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/?tenant=organizations'])
  })
})

describe('client credentials', () => {
  it('v2: numbers, roles of the kind, verifiable by the published keys', async () => {
    const answer = await v2({ client_info: '1' })
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599 })
    const keys = (await (await fetch(`${origin}/${harborId}/discovery/v2.0/keys`)).json()) as JSONWebKeySet
    const { payload } = await jwtVerify(String(body['access_token']), createLocalJWKSet(keys), {
      audience: production,
      issuer: `${origin}/${harborId}/v2.0`,
    })
    expect(payload).toMatchObject({
      tid: harborId,
      appid: demoClient.clientId,
      azp: demoClient.clientId,
      roles: ['Risk_API'],
    })
    expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBe(3600)
  })
  it('v1: strings and the resource', async () => {
    const answer = await post(`/${harborId}/oauth2/token`, { ...client, resource: sandbox })
    const body = (await answer.json()) as Record<string, string>
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: '3599', ext_expires_in: '3599', resource: sandbox })
    expect(Number(body['expires_on']) - Number(body['not_before'])).toBe(3599)
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ aud: sandbox, roles: ['Sandbox_Risk_API'] })
  })
  it('multipart, as PHP arrays are sent', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...client, resource: production })) form.set(name, value)
    const answer = await fetch(`${origin}/harbor.example/oauth2/token`, { method: 'POST', body: form })
    expect(answer.status).toBe(200)
  })
  it('a credential in the header, as libraries send it; in one place only', async () => {
    const basic = (pair: string) => ({ headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } })
    const form = { grant_type: 'client_credentials', scope: `${production}/.default` }
    expect(
      (
        await post(
          `/${harborId}/oauth2/v2.0/token/`,
          form,
          basic(`${demoClient.clientId}:${encodeURIComponent(demoClient.secret)}`),
        )
      ).status,
    ).toBe(200)
    const wrong = await post(`/${harborId}/oauth2/v2.0/token`, form, basic(`${demoClient.clientId}:%zz`))
    expect([
      wrong.status,
      wrong.headers.get('www-authenticate'),
      ((await wrong.json()) as { error: string }).error,
    ]).toEqual([401, `Basic realm="${harborId}"`, 'invalid_client'])
    const twice = await post(`/${harborId}/oauth2/v2.0/token`, { ...client, ...form }, basic('a:b'))
    expect([twice.status, ((await twice.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
  })
  it('client credentials for the service’s own address both roles', async () => {
    expect(decodeJwt(await applicationToken(origin))['roles']).toEqual(['Risk_API', 'Sandbox_Risk_API'])
  })
  it('client credentials for the service’s own address are as good after a restart', async () => {
    const token = await applicationToken(origin)
    const restarted = await createIdentity(options())
    expect(await restarted.verifier.application(token)).toMatchObject({
      clientId: demoClient.clientId,
      audienceKind: 'both',
    })
    restarted.close()
  })
  it.each([
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['password grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a client id that no text of the database can be', { client_id: 'no\0body' }, 401, 'invalid_client'],
    ['wrong secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
    ['scope without .default', { scope: production }, 400, 'invalid_scope'],
    ['foreign resource', { scope: 'https://graph.example/.default' }, 400, 'invalid_scope'],
  ])('%s', async (_name, form, status, error) => {
    const answer = await v2(form)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({
      error,
      error_description: expect.stringMatching(/\.$/) as string,
      correlation_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      timestamp: expect.any(String) as string,
    })
  })
  it('v1 foreign resource, another tenant, a JSON body, a large body', async () => {
    const foreign = await post(`/${harborId}/oauth2/token`, { ...client, resource: 'https://graph.example' })
    expect([foreign.status, ((await foreign.json()) as { error: string }).error]).toEqual([400, 'invalid_resource'])
    expect(
      (await post(`/${meridianId}/oauth2/v2.0/token`, { ...client, scope: `${production}/.default` })).status,
    ).toBe(401)
    expect(
      (await post(`/${harborId}/oauth2/token`, {}, { body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(400)
    expect((await v2({ padding: 'x'.repeat(70_000) })).status).toBe(413)
  })
  it('a body that is far too large leaves its connection fit for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(
          `${origin}/${harborId}/oauth2/token`,
          {
            method: 'POST',
            agent,
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
          },
          answer => {
            answer.resume().on('end', () => {
              resolve(answer.statusCode)
            })
          },
        )
          .on('error', reject)
          .end(body)
      })
    const v1 = new URLSearchParams({ ...client, resource: production }).toString()
    try {
      for (let turn = 0; turn < 3; turn++)
        expect([await send(`padding=${'x'.repeat(3_000_000)}`), await send(v1)]).toEqual([413, 200])
    } finally {
      agent.destroy()
    }
  })
})

describe('verifier', () => {
  const problem = async (token: string) => {
    try {
      await identity.verifier.application(token)
      return 'accepted'
    } catch (error) {
      if (error instanceof TokenError) return error.reason
      throw error
    }
  }
  const forged = async (claims: Record<string, unknown>, key?: CryptoKey) => {
    const keys = await loadKeys(options())
    const at = Math.floor(Date.now() / 1000)
    return new SignJWT({
      iss: `${origin}/${harborId}/v2.0`,
      aud: production,
      tid: harborId,
      oid: demoClient.principalId,
      appid: demoClient.clientId,
      roles: ['Risk_API'],
      nbf: at,
      exp: at + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: keys.kid })
      .sign(key ?? keys.privateKey)
  }
  it('the verifier accepts the token it issued and knows the caller', async () => {
    expect(await identity.verifier.application(await applicationToken())).toEqual({
      tenantId: harborId,
      clientId: demoClient.clientId,
      principalId: demoClient.principalId,
      homeEnvironmentId: demoEnvironmentIds.harbor,
      credential: { id: expect.any(String) as string, brownOut: null },
      audienceKind: 'production',
      roles: ['Risk_API'],
    })
  })
  it('the verifier answers a token seen before in microseconds', async () => {
    const token = await applicationToken()
    await identity.verifier.application(token)
    const started = performance.now()
    for (let index = 0; index < 2000; index++) await identity.verifier.application(token)
    expect((performance.now() - started) / 2000).toBeLessThan(0.1)
  })
  it.each([
    ['not a token', async () => 'abc', 'JwtInvalid'],
    ['nothing', async () => '', 'TokenNotPresent'],
    ['wrong audience', () => forged({ aud: 'https://graph.example' }), 'TokenAudienceNotAllowed'],
    [
      'an address that its issuer does not have',
      () => forged({ aud: 'http://127.0.0.1:1' }),
      'TokenAudienceNotAllowed',
    ],
    ['wrong issuer', () => forged({ iss: 'https://elsewhere.example/' }), 'TokenIssuerNotAllowed'],
    ['issuer of another tenant', () => forged({ iss: `${origin}/${meridianId}/v2.0` }), 'TokenIssuerNotAllowed'],
    ['expired beyond the skew', () => forged({ exp: Math.floor(Date.now() / 1000) - 301 }), 'TokenExpired'],
    ['not valid yet', () => forged({ nbf: Math.floor(Date.now() / 1000) + 400 }), 'TokenClaimValueNotAllowed'],
    [
      'unknown tenant',
      () =>
        forged({
          tid: '00000000-0000-4000-8000-000000000009',
          iss: `${origin}/00000000-0000-4000-8000-000000000009/v2.0`,
        }),
      'TokenClaimValueNotAllowed',
    ],
    ['unknown application', () => forged({ appid: 'ghost' }), 'TokenClaimValueNotAllowed'],
    [
      'unknown application that says it is one',
      () => forged({ appid: 'ghost', idtyp: 'app', scp: 'user_impersonation', oid: demoClient.principalId }),
      'TokenClaimValueNotAllowed',
    ],
    [
      'an application of another tenant',
      () => forged({ tid: meridianId, iss: `${origin}/${meridianId}/v2.0` }),
      'TokenClaimValueNotAllowed',
    ],
    ['foreign signature', async () => forged({}, (await generateKeyPair('RS256')).privateKey), 'TokenSignatureInvalid'],
    [
      'signed with the public key as a secret',
      async () => {
        const { publicJwks, kid } = await loadKeys(options())
        const claims = { iss: `${origin}/${harborId}/v2.0`, aud: production, tid: harborId, appid: demoClient.clientId }
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid })
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(publicJwks.keys[0]?.n ?? ''))
      },
      'TokenSignatureInvalid',
    ],
    [
      'changed after it was signed',
      async () => {
        const [header = '', , signature = ''] = (await forged({})).split('.')
        const claims = decodeJwt(await forged({ roles: ['Risk_API', 'Provisioning_API'] }))
        return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
      },
      'TokenSignatureInvalid',
    ],
    ['without an end', () => forged({ exp: undefined }), 'TokenClaimValueNotAllowed'],
    [
      'an issuer that is not this machine',
      () => forged({ iss: `http://evil.example/${harborId}/v2.0` }),
      'TokenIssuerNotAllowed',
    ],
    ['the id token of the console', () => forged({ aud: embeddedAppId }), 'TokenAudienceNotAllowed'],
    ['unsigned', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, 'TokenSignatureInvalid'],
    ['within the skew', () => forged({ exp: Math.floor(Date.now() / 1000) - 200 }), 'accepted'],
  ])('%s', async (_name, make, expected) => {
    expect(await problem(await make())).toBe(expected)
  })
  it('a token without a scope names no user, also where it does not say that it is an application’s', async () => {
    const user = (claims: Record<string, unknown>) =>
      forged({ oid: demoClient.principalId, wids: ['62e90394-69f5-4237-9190-012177145e10'], ...claims })
    await expect(identity.verifier.user(await user({}))).rejects.toThrow('The token does not name a person.')
    expect(await identity.verifier.user(await user({ scp: 'user_impersonation' }))).toMatchObject({
      tenantId: harborId,
      id: demoClient.principalId,
    })
  })
  it('a kept token ends at its expiry', async () => {
    const token = await applicationToken()
    expect(await problem(token)).toBe('accepted')
    moved = 3_902_000
    expect(await problem(token)).toBe('TokenExpired')
    moved = 0
  })
})

describe('authorization code with PKCE', () => {
  const analyst = demoTenants[0]?.accounts.find(account => account.username === 'analyst@harbor.example')
  const global = demoTenants[0]?.accounts.find(account => account.username === 'global-admin@harbor.example')
  const secret = randomBytes(32).toString('base64url')
  const authorize = (tenant: string, extra: Record<string, string> = {}) =>
    `${origin}/${tenant}/v2.0/authorize?${new URLSearchParams({
      client_id: embeddedAppId,
      redirect_uri: `${origin}/api/auth`,
      response_type: 'code',
      response_mode: 'query',
      state: 's1',
      nonce: 'n1',
      scope: `openid profile offline_access ${production}/.default`,
      code_challenge: createHash('sha256').update(secret).digest('base64url'),
      code_challenge_method: 'S256',
      client_info: '1',
      ...extra,
    }).toString()}`
  /** Signs in up to the redirect with the code. */
  async function code(
    browser: CookieBrowser,
    tenant: string,
    account: string,
    extra: Record<string, string> = {},
  ): Promise<URL> {
    const page = await browser.follow(authorize(tenant, extra))
    if (page.url.pathname === '/api/auth') return page.url
    const data = (await page.answer.json()) as { action: string; accounts: { id: string; role: string | null }[] }
    expect(data.accounts.map(entry => entry.id)).toContain(account)
    return (await browser.follow(origin + data.action, new URLSearchParams({ account }))).url
  }
  const redeem = (callback: URL, tenant: string) =>
    post(
      `/${tenant}/v2.0/token`,
      {
        grant_type: 'authorization_code',
        client_id: embeddedAppId,
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: `${origin}/api/auth`,
        code_verifier: secret,
        client_info: '1',
        scope: `openid profile offline_access ${production}/.default`,
      },
      { headers: { origin } },
    )
  interface Tokens {
    id_token: string
    access_token: string
    refresh_token: string
    client_info: string
    scope: string
  }

  it('authorization code with PKCE signs the analyst in, renews, asks nobody the second time, signs out', async () => {
    const browser = createCookieBrowser(origin)
    const callback = await code(browser, harborId, analyst?.id ?? '')
    expect(callback.searchParams.get('state')).toBe('s1')
    const answer = await redeem(callback, harborId)
    expect(answer.status).toBe(200)
    const tokens = (await answer.json()) as Tokens
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${origin}/${harborId}/v2.0`,
      aud: embeddedAppId,
      tid: harborId,
      oid: analyst?.id,
      wids: [],
      roles: [],
      ver: '2.0',
      name: 'Ana Lindqvist',
      preferred_username: 'analyst@harbor.example',
      nonce: 'n1',
    })
    expect(JSON.parse(Buffer.from(tokens.client_info, 'base64url').toString())).toEqual({
      uid: analyst?.id,
      utid: harborId,
    })
    expect(tokens.scope).toContain(`${production}/.default`)
    expect(await identity.verifier.user(tokens.access_token)).toMatchObject({
      tenantId: harborId,
      id: analyst?.id,
      name: 'Ana Lindqvist',
      username: 'analyst@harbor.example',
      wids: [],
      assignments: [demoEnvironmentIds.harbor, demoEnvironmentIds.harborSandbox].map(environmentId => ({
        role: 'ManualReviewAnalyst',
        environmentId,
      })),
    })
    // An id token is not accepted as an access token.
    await expect(identity.verifier.user(tokens.id_token)).rejects.toMatchObject({ reason: 'TokenAudienceNotAllowed' })

    const renewed = await post(`/${harborId}/v2.0/token`, {
      grant_type: 'refresh_token',
      client_id: embeddedAppId,
      refresh_token: tokens.refresh_token,
      client_info: '1',
      scope: `openid profile offline_access ${production}/.default`,
    })
    expect(renewed.status).toBe(200)
    const second = (await renewed.json()) as Tokens
    expect(second.refresh_token).not.toBe(tokens.refresh_token)
    expect(decodeJwt(second.access_token)['oid']).toBe(analyst?.id)

    // After a restart the session and the keys are the same.
    identity.close()
    identity = await createIdentity(options())
    const silent = await browser.follow(authorize(harborId, { prompt: 'none', nonce: 'n2' }))
    expect(silent.url.searchParams.get('code')).toBeTruthy()
    expect((await identity.verifier.user(second.access_token)).id).toBe(analyst?.id)

    const out = await browser.follow(
      `${origin}/${harborId}/v2.0/logout?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/signed-out` }).toString()}`,
    )
    expect(out.url.pathname).toBe('/signed-out')
    const after = await browser.follow(authorize(harborId, { prompt: 'none' }))
    expect(after.url.searchParams.get('error')).toBe('login_required')
  })
  it('a person who holds the role of the risk API may call it; nobody’s token opens provisioning', async () => {
    const id = analyst?.id ?? ''
    const tokenOf = async () =>
      ((await (await redeem(await code(createCookieBrowser(origin), harborId, id), harborId)).json()) as Tokens)
        .access_token
    expect(await identity.verifier.application(await tokenOf())).toMatchObject({
      principalId: id,
      homeEnvironmentId: null,
      roles: [],
    })
    for (const role of ['RiskApi', 'ProvisioningApi'] as const) {
      await store.db
        .insertInto('role_assignment')
        .values({ tenant_id: harborId, principal_id: id, role, environment_id: demoEnvironmentIds.harborEu })
        .execute()
    }
    expect(await identity.verifier.application(await tokenOf())).toMatchObject({
      clientId: embeddedAppId,
      principalId: id,
      homeEnvironmentId: null,
      audienceKind: 'production',
      roles: ['Risk_API'],
    })
    await store.db
      .deleteFrom('role_assignment')
      .where('principal_id', '=', id)
      .where('role', 'in', ['RiskApi', 'ProvisioningApi'])
      .execute()
  })
  it('authorization code with PKCE carries directory roles of the global administrator', async () => {
    const callback = await code(createCookieBrowser(origin), harborId, global?.id ?? '')
    const tokens = (await (await redeem(callback, harborId)).json()) as Tokens
    expect(decodeJwt(tokens.id_token)['wids']).toHaveLength(3)
    expect((await identity.verifier.user(tokens.access_token)).wids).toHaveLength(3)
  })
  it('organizations begins with the first tenant and redeems at any token endpoint', async () => {
    const callback = await code(createCookieBrowser(origin), 'organizations', analyst?.id ?? '')
    const tokens = (await (await redeem(callback, 'organizations')).json()) as Tokens
    expect(decodeJwt(tokens.id_token)['tid']).toBe(harborId)
  })
  it('another account can be chosen while signed in', async () => {
    const browser = createCookieBrowser(origin)
    await code(browser, harborId, analyst?.id ?? '')
    const callback = await code(browser, harborId, global?.id ?? '', { prompt: 'select_account' })
    const tokens = (await (await redeem(callback, harborId)).json()) as Tokens
    expect(decodeJwt(tokens.id_token)['oid']).toBe(global?.id)
  })
  it('who asks for one person is not given another who is signed in, and may still choose', async () => {
    const browser = createCookieBrowser(origin)
    await code(browser, harborId, analyst?.id ?? '')
    const silent = async (hint: string) =>
      (await browser.follow(authorize(harborId, { prompt: 'none', login_hint: hint }))).url.searchParams
    expect((await silent('Analyst@harbor.example')).get('code')).toBeTruthy()
    expect((await silent(global?.username ?? '')).get('error')).toBe('login_required')
    // A hint of another organisation, or of no account, does not contradict the signed-in user.
    expect((await silent(demoTenants[1]?.accounts[0]?.username ?? '')).get('code')).toBeTruthy()
    for (const [hint, chosen] of [
      [global?.username, global],
      [analyst?.username, global],
      [analyst?.username, analyst],
    ] as const) {
      const callback = await code(browser, harborId, chosen?.id ?? '', { login_hint: hint ?? '' })
      const tokens = (await (await redeem(callback, harborId)).json()) as Tokens
      expect(decodeJwt(tokens.id_token)['oid']).toBe(chosen?.id)
    }
  })
  it('authorization code with PKCE refuses an account of another tenant, a foreign redirect and a foreign form', async () => {
    const browser = createCookieBrowser(origin)
    const page = await browser.follow(authorize(harborId))
    const data = (await page.answer.json()) as { action: string }
    const foreign = demoTenants[1]?.accounts[0]?.id ?? ''
    expect((await browser.follow(origin + data.action, new URLSearchParams({ account: foreign }))).url.pathname).toBe(
      data.action,
    )
    expect(
      (
        await browser.follow(
          origin + data.action,
          new URLSearchParams({ account: analyst?.id ?? '' }),
          'https://evil.example',
        )
      ).url.pathname,
    ).toBe(data.action)
    expect(
      (await fetch(authorize(harborId, { redirect_uri: 'https://evil.example/' }), { redirect: 'manual' })).status,
    ).toBe(400)
  })
})

describe('an answer is sent to the console alone', () => {
  const authorize = (more: Record<string, string>) =>
    fetch(
      `${origin}/${harborId}/v2.0/authorize?${new URLSearchParams({
        client_id: embeddedAppId,
        redirect_uri: `${origin}/api/auth`,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        ...more,
      }).toString()}`,
      { redirect: 'manual' },
    )
  it.each([
    'https://evil.example/api/auth',
    '//evil.example/api/auth',
    '/api/auth',
    'ORIGIN/api/auth/',
    'ORIGIN/api/auth/../other',
    'ORIGIN/api/auth?next=https://evil.example',
    'ORIGIN/api/auth#x',
    'ORIGIN/API/AUTH',
    'ORIGIN:80/api/auth',
    'ORIGIN@evil.example/api/auth',
    'ORIGIN.evil.example/api/auth',
    'javascript:alert(1)',
  ])('not to %s', async redirect => {
    const answer = await authorize({ redirect_uri: redirect.replace('ORIGIN', origin) })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
  it.each([
    ['response_type', 'token'],
    ['response_type', 'id_token'],
    ['response_type', 'code id_token'],
    ['response_mode', 'web_message'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', ''],
    ['request', 'e30.e30.'],
    ['request_uri', 'https://evil.example/request'],
  ])('not with %s %s', async (name, value) => {
    const answer = await authorize({ [name]: value })
    // Refused on a page, or back to the console without a code.
    const location = answer.headers.get('location') ?? ''
    expect(location).not.toMatch(/[?#&](?:code|access_token|id_token)=/)
    expect(answer.status === 400 || /[?#&]error=/.test(location), `${answer.status} ${location}`).toBe(true)
  })
})

describe('settings that would open the accounts', () => {
  it.each([
    ['a reachable address', { host: '0.0.0.0' }, /ASSAY_DEMO_PUBLIC=1/],
    ['an outside provider', { external: { authority: 'https://login.example', clientId: 'x' } }, /ASSAY_DEMO=0/],
  ])('%s', async (_name, over, message) => {
    await expect(createIdentity(options(over))).rejects.toThrow(message)
  })
})
