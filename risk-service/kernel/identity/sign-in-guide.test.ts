import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryRoles } from '../../contract/index.ts'
import { seedTenants } from '../../tools/demo/seed/seed-tenants.ts'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { harborId } from './demo-tenants.ts'
import { createIdentity, type Identity } from './sign-in/identity.ts'

const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/sign-in.md'), 'utf8')
/** Returns the first column of the table below a heading, without the head; names in back quotes one by one. */
const column = (heading: string, index = 0) =>
  (guide.split(`## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .flatMap(line => [...(line.split('|')[index + 1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')) ?? []

let store: Store
let identity: Identity
let server: Server
let origin: string
let document: Record<string, unknown>

beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  identity = await createIdentity({
    db: store.db,
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
    log: { write: () => undefined },
    publicUrl: null,
    trustedProxies: [],
    host: '127.0.0.1',
    demo: true,
    demoPublic: false,
    external: null,
    productionResource: null,
    sandboxResource: null,
    secretKey: null,
    signInPage: null,
    build: '20260101.1',
  })
  server = createServer((request, response) => void identity.handler(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  document = (await (await fetch(`${origin}/${harborId}/v2.0/.well-known/openid-configuration`)).json()) as Record<
    string,
    unknown
  >
})
afterAll(async () => {
  identity.close()
  await new Promise(resolve => server.close(resolve))
  await store.close()
})

it('the guide asks for nothing in a discovery document that the embedded provider does not have itself', () => {
  const keys = column('Required entries of the discovery document')
  expect(keys).toEqual(
    expect.arrayContaining(['issuer', 'authorization_endpoint', 'token_endpoint', 'end_session_endpoint', 'jwks_uri']),
  )
  for (const key of keys.filter(name => !/[{}]|^(iss|tid)$/.test(name))) expect(document[key], key).toBeTypeOf('string')
})

it('its claims, grants and scopes are those of the embedded provider', () => {
  const claims = column('Claims').filter(name => /^[a-z_]+$/.test(name))
  expect(claims).toEqual(expect.arrayContaining(['tid', 'oid', 'wids', 'roles', 'ver']))
  expect(document['claims_supported']).toEqual(expect.arrayContaining(claims))
  const values = column('Addresses to register', 1)
  for (const grant of ['authorization_code', 'refresh_token']) {
    expect(values).toContain(grant)
    expect(document['grant_types_supported']).toContain(grant)
  }
  for (const scope of ['openid', 'profile', 'offline_access']) {
    expect(values).toContain(scope)
    expect(document['scopes_supported']).toContain(scope)
  }
})

it('its addresses are those that the embedded provider sends people back to', async () => {
  const values = column('Addresses to register', 1)
  expect(values.slice(0, 2)).toEqual(['https://assay.example.net/api/auth', 'https://assay.example.net/signed-out'])
  const ask = (redirect: string) =>
    fetch(
      `${String(document['authorization_endpoint'])}?${new URLSearchParams({
        client_id: 'a55a0000-0000-4000-8000-000000000001',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirect,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })}`,
      { redirect: 'manual' },
    )
  expect((await ask(`${origin}/api/auth`)).status).toBe(303)
  expect((await ask(`${origin}/elsewhere`)).status).toBe(400)
})

it('[spec 6.1] its directory roles are the three that the product recognises', () => {
  expect(guide.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g)).toEqual([
    directoryRoles.globalAdministrator,
    directoryRoles.applicationAdministrator,
    directoryRoles.cloudApplicationAdministrator,
  ])
})
