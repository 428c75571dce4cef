import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeProtectedHeader, importX509, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallAuthentication, ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { type CallBench, callBody, openCallBench, sendJson } from './testing/call-bench.ts'

let on: CallBench
const folder = mkdtempSync(path.join(tmpdir(), 'assay-entra-'))
let certificate = ''
beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-subj',
      '/CN=Assay',
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  certificate = `${readFileSync(path.join(folder, 'cert.pem'), 'utf8')}\n${readFileSync(path.join(folder, 'key.pem'), 'utf8')}`
  on = await openCallBench({
    vault: {
      resolve: reference =>
        reference.endsWith('/one') ? Promise.resolve('from the vault') : Promise.reject(new Error('no')),
    },
  })
})
afterAll(async () => {
  await on.close()
  rmSync(folder, { recursive: true, force: true })
})

let tokens = 0
let life = 3600
beforeEach(() => {
  on.received.length = 0
  tokens = 0
  life = 3600
  on.respond((request, response) => {
    if (request.path.startsWith('/token') || request.path.startsWith('/entra'))
      sendJson(response, { access_token: `token-${++tokens}`, expires_in: life })
    else if (request.headers.authorization === 'Bearer token-9') sendJson(response, {}, 401)
    else sendJson(response, { ok: true })
  })
})

/** Creates a call and returns a function that makes it any number of times, as events do. */
async function made(authentication: CallAuthentication, more: Partial<ExternalCallBody> = {}) {
  const id = randomUUID()
  const answer = await on.request('engineer', 'POST', `${places.root}/external-calls`, {
    callId: id,
    body: callBody(on.origin, { name: `c${id.slice(0, 8)}`, parameters: [], authentication, ...more }),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const reader = on.calls.reader(places.root, { correlationId: null, eventType: 'purchase', depth: 0 })
  return async () => reader.external({ id, name: '', parameters: [] }, [])
}
const authorizations = () =>
  on.received
    .filter(({ path: requestedPath }) => requestedPath === '/phone')
    .map(({ headers }) => headers.authorization)

describe('authentication of external calls', () => {
  it('the kind “anonymous” sends no header', async () => {
    await (await made({ method: 'anonymous' }))()
    expect(authorizations()).toEqual([undefined])
  })

  it('the kind “basic” sends user name and password, which may be in a key vault', async () => {
    await (
      await made({ method: 'basic', userName: 'ü', password: { reference: 'https://vault.example/secrets/one' } })
    )()
    expect(authorizations()).toEqual([`Basic ${Buffer.from('ü:from the vault').toString('base64')}`])
    const lost = await made({
      method: 'basic',
      userName: 'ü',
      password: { reference: 'https://vault.example/secrets/two' },
    })
    expect(await lost()).toMatchObject({
      errorMessage: 'The key vault did not give a secret.',
      response: { lineAge: -1 },
    })
  })

  it('OAuth gets a token with client credentials and keeps it until five minutes before its end', async () => {
    const start = on.ports.clock().getTime()
    const call = await made({
      method: 'oauth',
      tokenUrl: `${on.origin}/token`,
      tokenAuthentication: 'anonymous',
      clientId: 'me',
      clientSecret: { value: 's&cret' },
      scope: 'a b',
      resource: '',
    })
    await Promise.all([call(), call(), call()])
    on.setNow(new Date(start + 54 * 60_000))
    await call()
    expect(on.received.filter(({ path: requestedPath }) => requestedPath === '/token').map(({ body }) => body)).toEqual(
      ['grant_type=client_credentials&client_id=me&client_secret=s%26cret&scope=a+b'],
    )
    on.setNow(new Date(start + 55 * 60_000))
    await call()
    expect(authorizations()).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  it('the OAuth client authenticates by header when that is set', async () => {
    await (
      await made({
        method: 'oauth',
        tokenUrl: `${on.origin}/token`,
        tokenAuthentication: 'basic',
        clientId: 'm:e',
        clientSecret: { value: 's cret' },
        scope: '',
        resource: 'r',
      })
    )()
    expect(on.received[0]).toMatchObject({
      body: 'grant_type=client_credentials&resource=r',
      headers: { authorization: `Basic ${btoa('m%3Ae:s+cret')}` },
    })
  })

  it('a token that the target refuses is replaced by another', async () => {
    tokens = 8
    const call = await made({
      method: 'oauth',
      tokenUrl: `${on.origin}/token`,
      tokenAuthentication: 'anonymous',
      clientId: 'me',
      clientSecret: { value: 's' },
      scope: '',
      resource: '',
    })
    expect(await call()).toMatchObject({ httpStatusCode: 401 })
    expect(await call()).toMatchObject({ httpStatusCode: 200 })
  })

  it('a custom token comes from a request of its own', async () => {
    on.respond((request, response) =>
      request.path === '/login' ? sendJson(response, { token: 'mine' }) : sendJson(response, {}),
    )
    await (
      await made(
        {
          method: 'customToken',
          tokenUrl: `${on.origin}/login`,
          tokenAuthentication: 'basic',
          userName: 'u',
          password: { value: 'p' },
          headers: [{ name: 'X-Tenant', value: '{configuration.tenant}' }],
          body: '{"grant":"{configuration.grant}"}',
          timeoutMs: 1000,
        },
        {
          configurations: [
            { name: 'tenant', value: '7' },
            { name: 'grant', value: { value: 'x' } },
          ],
        },
      )
    )()
    expect(on.received[0]).toMatchObject({
      method: 'POST',
      body: '{"grant":"x"}',
      headers: { 'x-tenant': '7', authorization: `Basic ${btoa('u:p')}`, 'content-type': 'application/json' },
    })
    expect(authorizations()).toEqual(['Bearer mine'])
  })

  it('Microsoft Entra gets a token with an assertion that the certificate signs', async () => {
    await (
      await made({
        method: 'entra',
        tenantId: 'contoso',
        applicationId: 'app-1',
        audience: 'api://target',
        certificate: { value: certificate },
      })
    )()
    expect(authorizations()).toEqual(['Bearer token-1'])
    const [tokenRequest] = on.received
    expect(tokenRequest?.path).toBe('/entra/contoso/oauth2/v2.0/token')
    const form = new URLSearchParams(tokenRequest?.body)
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      client_id: 'app-1',
      scope: 'api://target/.default',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    const assertion = form.get('client_assertion') ?? ''
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    const { payload } = await jwtVerify(
      assertion,
      await importX509(readFileSync(path.join(folder, 'cert.pem'), 'utf8'), 'PS256'),
      { issuer: 'app-1', subject: 'app-1', audience: `${on.origin}/entra/contoso/oauth2/v2.0/token` },
    )
    expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBeLessThanOrEqual(360)
  })

  it.each([
    ['a token that is refused', 401, { error: 'invalid_client' }, 'The token could not be got: HTTP 401'],
    [
      'an application that is not there',
      400,
      { error: 'unauthorized_client', error_description: 'AADSTS700016: not found' },
      'Invalid application id',
    ],
    ['an answer without a token', 200, { ok: true }, 'The answer to the token request holds no token.'],
  ])('%s yields the default response', async (_what, status, answer, message) => {
    on.respond((_request, response) => sendJson(response, answer, status))
    const call = await made({
      method: 'entra',
      tenantId: 'contoso',
      applicationId: 'app-1',
      audience: 'api://target',
      certificate: { value: certificate },
    })
    expect(await call()).toMatchObject({ response: { lineAge: -1 }, errorMessage: message })
    expect(authorizations()).toEqual([])
  })

  it.each<[who: string, kind: 'entra' | 'token', authentication: () => CallAuthentication]>([
    [
      'Microsoft Entra',
      'entra',
      () => ({
        method: 'entra',
        tenantId: 'contoso',
        applicationId: 'app-1',
        audience: 'api://target',
        certificate: { value: certificate },
      }),
    ],
    [
      'another server of tokens',
      'token',
      () => ({
        method: 'oauth',
        tokenUrl: `${on.origin}/login`,
        tokenAuthentication: 'anonymous',
        clientId: 'me',
        clientSecret: { value: 's' },
        scope: '',
        resource: '',
      }),
    ],
  ])('a token that %s refuses is a failure of its own kind', async (_who, kind, authentication) => {
    on.respond((_request, response) => sendJson(response, {}, 401))
    const tried = await on.request('engineer', 'POST', `${places.root}/external-calls/test`, {
      body: callBody(on.origin, { authentication: authentication() }),
      target: 'call',
    })
    expect(tried.body).toMatchObject({ ok: false, errorType: kind, httpStatusCode: 401 })
  })

  it('a certificate that cannot be read is told so', async () => {
    const call = await made({
      method: 'entra',
      tenantId: 'contoso',
      applicationId: 'app-1',
      audience: 'api://target',
      certificate: {
        value:
          '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----',
      },
    })
    expect(await call()).toMatchObject({ errorMessage: 'The certificate cannot be read.' })
  })

  it('a token that comes late ends the call at its time-out, and serves the next', async () => {
    let release: () => void = () => undefined
    on.respond((request, response) => {
      if (request.path === '/token') release = () => sendJson(response, { access_token: 'late', expires_in: 3600 })
      else sendJson(response, { ok: true })
    })
    const call = await made(
      {
        method: 'oauth',
        tokenUrl: `${on.origin}/token`,
        tokenAuthentication: 'anonymous',
        clientId: 'me',
        clientSecret: { value: 's' },
        scope: '',
        resource: '',
      },
      { timeoutMs: 150 },
    )
    expect(await call()).toMatchObject({ errorMessage: 'Timeout', response: { lineAge: -1 } })
    const next = call()
    release()
    expect(await next).toMatchObject({ errorMessage: '' })
    expect(authorizations()).toEqual(['Bearer late'])
  })
})
