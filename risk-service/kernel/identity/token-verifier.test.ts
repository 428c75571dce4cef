import { createHash, randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { createTestStore, silentLog } from '../store/testing/test-store.ts'
import { createCredentialCalls } from './credentials/credential-calls.ts'
import { createTenantDirectory } from './tenant-directory.ts'
import { type CachingVerifier, createVerifier } from './token-verifier.ts'

const tenantId = '10000000-0000-4000-8000-000000000001'
let store: Store
let now: Date
let verifier: CachingVerifier
let tokenOf: (user: string, audience?: string) => Promise<string>
let applicationToken: (issuer: string, clientId: string, credential: string) => Promise<string>
beforeAll(async () => {
  store = await createTestStore()
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'Ours', role_family: 'standard' }).execute()
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  now = new Date()
  const clock = () => now
  verifier = createVerifier({
    db: store.db,
    clock,
    tenants: createTenantDirectory(store.db, clock),
    issuers: [
      { key: () => publicKey, accepts: issuer => issuer === 'https://id.example', tenantInToken: true },
      {
        key: () => publicKey,
        accepts: issuer => issuer === 'https://own.example',
        forItself: () => false,
        tenantInToken: true,
      },
    ],
    audience: value => ({ production: 'production', sandbox: 'sandbox', client: 'user' })[value] as 'user' | undefined,
    digest: (text, encoding) => createHash('sha256').update(text).digest(encoding),
  })
  tokenOf = (user, audience = 'production') =>
    new SignJWT({ tid: tenantId, oid: user, scp: 'user_impersonation' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('https://id.example')
      .setAudience(audience)
      .setExpirationTime('1h')
      .sign(privateKey)
  applicationToken = (issuer, clientId, credential) =>
    new SignJWT({ tid: tenantId, appid: clientId, credential, idtyp: 'app' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(issuer)
      .setAudience('production')
      .setExpirationTime('1h')
      .sign(privateKey)
})
afterAll(() => store.close())

async function giveRole(user: string): Promise<void> {
  await store.db
    .insertInto('role_assignment')
    .values({ tenant_id: tenantId, principal_id: user, role: 'ProductAdmin', environment_id: null })
    .execute()
}
const takeRoles = (user: string) => store.db.deleteFrom('role_assignment').where('principal_id', '=', user).execute()

describe('a role that is taken away', () => {
  it('a role that is taken away is gone at once where the change was heard', async () => {
    const user = randomUUID()
    const token = await tokenOf(user)
    await giveRole(user)
    expect((await verifier.user(token)).assignments).toHaveLength(1)
    await takeRoles(user)
    verifier.invalidate()
    expect((await verifier.user(token)).assignments).toEqual([])
  })
  it('a role that is taken away is gone after two seconds where the change was not heard', async () => {
    const user = randomUUID()
    const token = await tokenOf(user)
    await giveRole(user)
    await verifier.user(token)
    await takeRoles(user)
    now = new Date(now.getTime() + 2001)
    expect((await verifier.user(token)).assignments).toEqual([])
  })
  it('a role that is taken away while it is read is not cached', async () => {
    const user = randomUUID()
    const token = await tokenOf(user)
    await giveRole(user)
    await verifier.user(token)
    now = new Date(now.getTime() + 2001)
    const reading = verifier.user(token)
    verifier.invalidate()
    await reading
    await takeRoles(user)
    expect((await verifier.user(token)).assignments).toEqual([])
  })
})

it.each([
  ['production', 'production'],
  ['sandbox', 'sandbox'],
  ['client', 'both'],
])('a user’s token for the audience %s grants access to environments of kind %s', async (audience, kind) => {
  expect((await verifier.user(await tokenOf(randomUUID(), audience))).audienceKind).toBe(kind)
})

describe('the credential of a token', () => {
  const [client, other] = [randomUUID(), randomUUID()]
  const [credential, brownOut, environmentId] = [randomUUID(), randomUUID(), randomUUID()]
  beforeAll(async () => {
    await store.db
      .insertInto('environment')
      .values({
        id: environmentId,
        tenant_id: tenantId,
        parent_id: null,
        name: 'Root',
        friendly_name: 'Root',
        api_id: 'Root',
        kind: 'production',
        geography: 'Europe',
        status: 'Active',
      })
      .execute()
    await store.db
      .insertInto('api_client')
      .values(
        [client, other].map(id => ({
          client_id: id,
          tenant_id: tenantId,
          environment_id: environmentId,
          principal_id: randomUUID(),
          display_name: id,
        })),
      )
      .execute()
    await store.db
      .insertInto('api_client_credential')
      .values({ id: credential, client_id: client, secret_hash: 'x', expires_at: new Date(now.getTime() + 3_600_000) })
      .execute()
    await store.db
      .insertInto('credential_brown_out')
      .values({
        credential_id: credential,
        id: brownOut,
        percent: 10,
        started_at: now,
        ends_at: new Date(now.getTime() + 3_600_000),
        started_by_name: 'Test',
      })
      .execute()
  })
  const read = async (issuer: string, clientId: string) =>
    (await verifier.application(await applicationToken(issuer, clientId, credential))).credential

  it('is that of the claim where this service issued it, with its brown-out', async () => {
    expect(await read('https://own.example', client)).toMatchObject({ id: credential, brownOut: { id: brownOut } })
  })
  it('is nothing that another issuer writes', async () => {
    expect(await read('https://id.example', client)).toBeUndefined()
  })
  it('has no brown-out of another application', async () => {
    expect((await read('https://own.example', other))?.brownOut).toBeNull()
  })
  it('is not used by another application', async () => {
    const calls = createCredentialCalls({ db: store.db, clock: () => now, log: silentLog })
    const call = { credentialId: credential, kind: 'call', address: null, brownOutId: null, refused: false } as const
    const lastUsed = async () =>
      (await store.db.selectFrom('api_client_credential').select('last_used_at').executeTakeFirstOrThrow()).last_used_at
    calls.add({ ...call, clientId: other })
    await calls.flush()
    expect(await lastUsed()).toBeNull()
    calls.add({ ...call, clientId: client })
    await calls.flush()
    expect(await lastUsed()).toEqual(now)
  })
})
