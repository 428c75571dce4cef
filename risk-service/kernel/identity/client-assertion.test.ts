import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCredential } from '../../features/applications/client-registry.ts'
import type { Registrar } from '../../features/applications/registrar.ts'
import { createCertificate, type TestCertificate } from '../../tools/api-clients/testing/certificates.ts'
import { seedTenants } from '../../tools/demo/seed/seed-tenants.ts'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { assertionType } from './client-proof.ts'
import { demoClient, harborId, meridianId } from './demo-tenants.ts'
import { createIdentity, type Identity } from './sign-in/identity.ts'

const resource = 'https://api.dfp.dynamics.com'
const day = 86_400_000
let store: Store
let identity: Identity
let server: Server
let origin: string
let registrar: Registrar
let moved = 0
let rsa: TestCertificate
let ec: TestCertificate
let stranger: TestCertificate

beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  const clock = () => new Date(Date.now() + moved)
  identity = await createIdentity({
    db: store.db,
    clock,
    newId: () => randomUUID(),
    log: { write: () => undefined },
    publicUrl: null,
    trustedProxies: ['127.0.0.1'],
    host: '127.0.0.1',
    demo: true,
    demoPublic: false,
    external: null,
    productionResource: null,
    sandboxResource: null,
    secretKey: null,
    signInPage: null,
    build: 'test',
  })
  server = createServer((request, response) => void identity.handler(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  registrar = {
    db: store.db,
    clock,
    newId: () => randomUUID(),
    actorIn: tenantId => ({
      principal: { tenantId, id: randomUUID(), name: 'Test', username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: randomUUID(),
    }),
  }
  rsa = createCertificate()
  ec = createCertificate('ec')
  stranger = createCertificate()
  for (const { registered } of [rsa, ec]) await addCredential(registrar, demoClient.clientId, registered)
}, 60_000)
afterAll(async () => {
  identity.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await store.close()
})

const seconds = (ahead = 0) => Math.floor((Date.now() + moved) / 1000) + ahead
/** The claims of a client library; `undefined` removes a claim. */
const claims = (over: Record<string, unknown> = {}) => ({
  aud: `${origin}/${harborId}/oauth2/v2.0/token`,
  iss: demoClient.clientId,
  sub: demoClient.clientId,
  jti: randomUUID(),
  nbf: seconds(),
  exp: seconds(600),
  ...over,
})
const assertion = (over: Record<string, unknown> = {}, header: Record<string, unknown> = {}, by = rsa) =>
  by.sign({ alg: 'RS256', typ: 'JWT', x5t: by.x5t, ...header }, claims(over))
interface Answer {
  status: number
  body: { access_token: string; error: string; error_description: string }
}
let asked = 0
async function ask(
  client_assertion: string,
  form: Record<string, string> = {},
  path = `/${harborId}/oauth2/v2.0/token`,
): Promise<Answer> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: demoClient.clientId,
    client_assertion_type: assertionType,
    client_assertion,
    scope: `${resource}/.default`,
    ...form,
  })
  // Each from an address of its own: wrong proofs of one address are limited.
  const headers = { 'x-forwarded-for': `203.0.113.${asked++}` }
  const answer = await fetch(origin + path, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const refused = {
  status: 401,
  body: { error: 'invalid_client', error_description: 'The client is unknown or its credential is wrong.' },
}

describe('a client proves itself by its certificate', () => {
  it.each<[string, () => Promise<string>]>([
    ['RS256 and x5t', () => assertion()],
    ['RS256, x5t and x5c', () => assertion({}, { x5c: rsa.x5c })],
    [
      'x5c alone, with the chain behind it',
      () => assertion({}, { x5t: undefined, x5c: [...rsa.x5c, ...stranger.x5c] }),
    ],
    ['PS256 and x5t#S256', () => assertion({}, { alg: 'PS256', x5t: undefined, 'x5t#S256': rsa.x5tS256 })],
    ['ES256', () => assertion({}, { alg: 'ES256' }, ec)],
    [
      'a thumbprint in plain base64',
      () => assertion({}, { x5t: Buffer.from(rsa.registered.thumbprint, 'hex').toString('base64') }),
    ],
    ['expired within the skew', () => assertion({ exp: seconds(-200) })],
    ['not valid yet within the skew', () => assertion({ nbf: seconds(200) })],
    ['for the endpoint of version 1', () => assertion({ aud: `${origin}/${harborId}/oauth2/token` })],
    ['for the name of the tenant', () => assertion({ aud: `${origin}/harbor.example/oauth2/v2.0/token` })],
    ['for the issuer', () => assertion({ aud: `${origin}/${harborId}/v2.0` })],
    ['for several', () => assertion({ aud: ['https://elsewhere.example', `${origin}/${harborId}/oauth2/v2.0/token`] })],
    ['good for a day', () => assertion({ exp: seconds(86_400) })],
    ['without a jti', () => assertion({ jti: undefined })],
  ])('%s', async (_name, make) => {
    const answer = await ask(await make())
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3599 } })
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      azp: demoClient.clientId,
      azpacr: '2',
      roles: ['Risk_API'],
    })
    expect((await identity.verifier.application(answer.body.access_token)).clientId).toBe(demoClient.clientId)
  })
  it('version 1, and by the name of the tenant', async () => {
    const answer = await ask(
      await assertion({ aud: `${origin}/harbor.example/oauth2/token` }, { x5c: rsa.x5c }),
      { resource },
      '/harbor.example/oauth2/token',
    )
    expect(answer).toMatchObject({ status: 200, body: { resource, expires_in: '3599' } })
  })
  it('the same assertion serves for each resource while it lasts, as libraries that keep it send it', async () => {
    const made = await assertion()
    expect([
      (await ask(made)).status,
      (await ask(made, { scope: 'https://api.dfp.dynamics-int.com/.default' })).status,
    ]).toEqual([200, 200])
    moved = 901_000
    expect(await ask(made)).toMatchObject(refused)
    moved = 0
  })
  it('discovery says so', async () => {
    const found = (await (await fetch(`${origin}/${harborId}/v2.0/.well-known/openid-configuration`)).json()) as Record<
      string,
      string[]
    >
    expect(found['token_endpoint_auth_methods_supported']).toContain('private_key_jwt')
    expect(found['token_endpoint_auth_signing_alg_values_supported']).toEqual(['RS256', 'PS256', 'ES256'])
  })
})

describe('one sentence for every proof that fails', () => {
  const unsigned = () =>
    `${Buffer.from(JSON.stringify({ alg: 'none', x5t: rsa.x5t })).toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`
  it.each<[string, () => Promise<string> | string]>([
    ['no token at all', () => 'abc'],
    ['unsigned', unsigned],
    ['signed by another key', () => stranger.sign({ alg: 'RS256', x5t: rsa.x5t }, claims())],
    ['a certificate that is not registered', () => assertion({}, {}, stranger)],
    [
      'its own chain vouches for it',
      () => assertion({}, { x5t: undefined, x5c: [...stranger.x5c, ...rsa.x5c] }, stranger),
    ],
    ['x5t of the registered one beside a foreign x5c', () => assertion({}, { x5c: stranger.x5c })],
    ['x5t beside a wrong x5t#S256', () => assertion({}, { 'x5t#S256': stranger.x5tS256 })],
    ['no certificate named', () => assertion({}, { x5t: undefined })],
    ['x5t that is no text', () => assertion({}, { x5t: 7 })],
    ['x5c without a certificate', () => assertion({}, { x5c: [] })],
    ['an algorithm that does not fit the key', () => assertion({}, { alg: 'RS256', x5t: ec.x5t })],
    ['a curve for an RSA certificate', () => ec.sign({ alg: 'ES256', x5t: rsa.x5t }, claims())],
    ['another algorithm', () => assertion({}, { alg: 'RS512' })],
    ['iss of another', () => assertion({ iss: 'somebody' })],
    ['sub of another', () => assertion({ sub: 'somebody' })],
    ['no sub', () => assertion({ sub: undefined })],
    ['for another service', () => assertion({ aud: 'https://login.example/oauth2/token' })],
    ['for another tenant', () => assertion({ aud: `${origin}/${meridianId}/oauth2/v2.0/token` })],
    ['no audience', () => assertion({ aud: undefined })],
    ['expired', () => assertion({ exp: seconds(-301) })],
    ['no expiry', () => assertion({ exp: undefined })],
    ['an expiry that is no number', () => assertion({ exp: 'tomorrow' })],
    ['not valid yet', () => assertion({ nbf: seconds(400) })],
    ['good for longer than a day', () => assertion({ exp: seconds(86_400 + 400) })],
  ])('%s', async (_name, make) => {
    expect(await ask(await make())).toMatchObject(refused)
  })
  it('an unknown client, and one of another tenant', async () => {
    expect(await ask(await assertion({ iss: 'nobody', sub: 'nobody' }), { client_id: 'nobody' })).toMatchObject(refused)
    const path = `/${meridianId}/oauth2/v2.0/token`
    expect(await ask(await assertion({ aud: origin + path }), {}, path)).toMatchObject(refused)
  })
  it('credentials end: certificate and secret', async () => {
    const bySecret = () => ask('', { client_secret: demoClient.secret })
    expect((await bySecret()).status).toBe(200)
    moved = 3 * day
    expect(await ask(await assertion())).toMatchObject(refused)
    expect((await bySecret()).status).toBe(200)
    moved = 750 * day
    expect(await bySecret()).toMatchObject(refused)
    moved = 0
  })
})

describe('what is no proof at all', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no type', { client_assertion_type: '' }, "'client_assertion_type'"],
    [
      'another type',
      { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
      "'client_assertion_type'",
    ],
    ['a secret as well', { client_secret: demoClient.secret }, 'in one way'],
    ['no assertion', { client_assertion: '' }, "'client_assertion'"],
  ])('%s', async (_name, form, names) => {
    const answer = await ask(await assertion(), form)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    expect(answer.body.error_description).toContain(names)
  })
})
