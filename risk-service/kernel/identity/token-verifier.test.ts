import { createHash, randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServiceChanges } from '../store/changes/service-changes.ts'
import type { Store } from '../store/store.ts'
import { createTestStore, silentLog } from '../store/testing/test-store.ts'
import { createCredentialCalls } from './credentials/credential-calls.ts'
import { createTenantDirectory } from './tenant-directory.ts'
import { type CachingVerifier, createVerifier } from './token-verifier.ts'

const tenantId = '10000000-0000-4000-8000-000000000001'
let store: Store
let now: Date
let verifier: CachingVerifier
/** Starts another process: a verifier that hears of changes from the database. */
let startVerifier: () => CachingVerifier
let tokenOf: (user: string, audience?: string) => Promise<string>
/** A token of an application: by default it names the principal of the registered one. */
let applicationToken: (issuer: string, clientId: string, credential: string, oid?: string | null) => Promise<string>
const principals = new Map<string, string>()
beforeAll(async () => {
  store = await createTestStore()
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'Ours', role_family: 'standard' }).execute()
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  now = new Date()
  const clock = () => now
  startVerifier = () =>
    createVerifier({
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
      audience: value =>
        ({ production: 'production', sandbox: 'sandbox', client: 'user' })[value] as 'user' | undefined,
      digest: (text, encoding) => createHash('sha256').update(text).digest(encoding),
    })
  verifier = startVerifier()
  tokenOf = (user, audience = 'production') =>
    new SignJWT({ tid: tenantId, oid: user, scp: 'user_impersonation' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('https://id.example')
      .setAudience(audience)
      .setExpirationTime('1h')
      .sign(privateKey)
  applicationToken = (issuer, clientId, credential, oid = principals.get(clientId)) =>
    new SignJWT({ tid: tenantId, appid: clientId, credential, idtyp: 'app', ...(oid === null ? {} : { oid }) })
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
    for (const id of [client, other]) principals.set(id, randomUUID())
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
          principal_id: principals.get(id) ?? '',
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

  it('is of no use for another application that was registered with the id of a deleted one', async () => {
    const deleted = randomUUID()
    const [own, foreign] = await Promise.all(
      ['https://own.example', 'https://id.example'].map(issuer =>
        applicationToken(issuer, client, credential, deleted),
      ),
    )
    const refusal = {
      reason: 'TokenClaimValueNotAllowed',
      message: 'The application of the token was deleted, or is not registered here.',
      bearer: { tenantId, clientId: client },
    }
    await expect(verifier.application(own ?? '')).rejects.toMatchObject(refusal)
    await expect(
      verifier.application(await applicationToken('https://own.example', client, credential, null)),
    ).rejects.toMatchObject(refusal)
    // The object ids of other issuers are not those of registered applications.
    expect((await verifier.application(foreign ?? '')).principalId).toBe(principals.get(client))
  })

  describe('that was revoked with its tokens', () => {
    const removed = randomUUID()
    const token = () => applicationToken('https://own.example', client, removed)
    const revoke = () =>
      store.db
        .insertInto('revoked_credential')
        .values({ credential_id: removed, client_id: client, revoked_at: now })
        .execute()
    const restore = () => store.db.deleteFrom('revoked_credential').execute()
    const refused = { reason: 'TokenClaimValueNotAllowed', message: 'The credential of the token was revoked.' }

    it('is refused in every process with its next poll of changes, and after a restart', async () => {
      const processes = [verifier, startVerifier()]
      const connection = await store.tail()
      const polls: (() => Promise<void>)[] = []
      for (const each of processes) {
        const changes = createServiceChanges()
        await changes.begin(store.db)
        changes.subscribe({ topics: ['rights'], onChanges: () => each.invalidate(), onMissed: () => each.invalidate() })
        polls.push(() => changes.source.poll(connection))
      }
      const running = await token()
      for (const each of processes) expect((await each.application(running)).clientId).toBe(client)
      await revoke()
      // The clock stands still: no cache ends by its age.
      for (const poll of polls) await poll()
      for (const each of processes) await expect(each.application(running)).rejects.toMatchObject(refused)
      await expect(startVerifier().application(running)).rejects.toMatchObject({
        ...refused,
        bearer: { tenantId, clientId: client },
      })
      await connection.end()
      await restore()
    })
    it('is refused after two seconds where the change was not heard', async () => {
      const running = await token()
      await verifier.application(running)
      await revoke()
      expect((await verifier.application(running)).clientId).toBe(client)
      now = new Date(now.getTime() + 2001)
      await expect(verifier.application(running)).rejects.toMatchObject(refused)
      await restore()
    })
    it('is read from the database once in two seconds, however many calls there are', async () => {
      const running = await token()
      await verifier.application(running)
      // Without the table no read would succeed.
      await sql`alter table api_client rename to api_client_moved`.execute(store.db)
      try {
        for (let n = 0; n < 100; n += 1) expect((await verifier.application(running)).clientId).toBe(client)
      } finally {
        await sql`alter table api_client_moved rename to api_client`.execute(store.db)
      }
    })
    it('leaves the tokens of other applications and of other issuers', async () => {
      await revoke()
      expect((await verifier.application(await applicationToken('https://own.example', other, removed))).clientId).toBe(
        other,
      )
      expect(
        (await verifier.application(await applicationToken('https://own.example', client, credential))).clientId,
      ).toBe(client)
      expect((await verifier.application(await applicationToken('https://id.example', client, removed))).clientId).toBe(
        client,
      )
      await restore()
    })
  })
})
