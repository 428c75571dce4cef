import { createHash, randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { createTenantDirectory } from './tenant-directory.ts'
import { type CachingVerifier, createVerifier } from './token-verifier.ts'

const tenantId = '10000000-0000-4000-8000-000000000001'
let store: Store
let now: Date
let verifier: CachingVerifier
let tokenOf: (user: string, audience?: string) => Promise<string>
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
    issuers: [{ key: () => publicKey, accepts: issuer => issuer === 'https://id.example', tenantInToken: true }],
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
