import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { loadReportSigner } from '../../features/dual-runs/signing/report-signer.ts'
import { loadInstrumentHash } from '../../http/node/retail/instrument-hash.ts'
import { loadKeys, renewKeys } from '../../kernel/identity/signing-keys.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../kernel/store/testing/test-store.ts'
import { renewSecrets } from './renew-secrets.ts'
import { sealedTextSources } from './sealed-texts.ts'

const [oldKey, newKey, otherKey] = ['o'.repeat(44), 'n'.repeat(44), 'x'.repeat(44)] as const
const during = { current: newKey, accepted: [oldKey] }
const [tenantId, environmentId, id] = [
  '10000000-0000-4000-8000-000000000001',
  '20000000-0000-4000-8000-000000000001',
  '30000000-0000-4000-8000-000000000001',
] as const

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

/** Stores one secret of each kind, encrypted with a key. */
async function storeSecrets(key: string): Promise<void> {
  const cipher = createSecretCipher(key)
  const sealed = (place: string): Promise<string> => cipher.encrypt(place, `secret of ${place}`)
  const setting = (scope: string, name: string, value: object) =>
    store.db
      .insertInto('setting')
      .values({ scope, key: name, value: JSON.stringify(value) })
      .execute()
  const client = await store.pool.connect()
  try {
    // Only the columns with secrets matter here.
    await client.query('set session_replication_role = replica')
    const nil = '00000000-0000-0000-0000-000000000000'
    await client.query(
      `insert into external_call (id, environment_id, name, version, body, created_at, updated_by, updated_by_name, updated_at, secrets)
       values ($1, $2, 'call', 1, '{}', now(), $3, '', now(), $4)`,
      [
        id,
        environmentId,
        nil,
        {
          'configurations.0': await sealed(`external-call ${environmentId} ${id} configurations.0`),
          'authentication.password': await sealed(`external-call ${environmentId} ${id} authentication.password`),
        },
      ],
    )
    await client.query(
      `insert into list (id, environment_id, name, description, version, columns, rows, size, created_at, updated_by, updated_by_name, updated_at, source)
       values ($1, $2, 'list', '', 1, '{}', 0, 0, now(), $3, '', now(), 'cosmos')`,
      [id, environmentId, nil],
    )
    await client.query(`insert into list_source (list_id, connection, secret) values ($1, '{}', $2)`, [
      id,
      await sealed(`list ${environmentId} ${id} connection`),
    ])
    await client.query(
      `insert into alert_target (id, environment_id, name, url, secret, enabled, updated_at, kind)
       values ($1, $2, 'target', 'https://example.net', $3, true, now(), 'webhook')`,
      [id, environmentId, await sealed(`alert-target/${id}`)],
    )
    await client.query(
      `insert into event_subscription (id, environment_id, name, sink, url, secret, previous_secret, credential, kinds, batch, active, reached, created_at, updated_at, updated_by)
       values ($1, $2, 'subscription', 'webhook', 'https://example.net', $3, $4, $5, '{}', 1, false, 0, now(), now(), '')`,
      [
        id,
        environmentId,
        await sealed(`event-subscription/${id}`),
        await sealed(`event-subscription/${id}`),
        await sealed(`event-subscription/${id}/credential`),
      ],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  await setting(environmentId, 'mapProvider', {
    sealedKey: await sealed(`map-provider/${environmentId}/key`),
    version: 3,
  })
  await setting(tenantId, 'assistant', { sealedKey: await sealed(`assistant/${tenantId}/model-key`), enabled: true })
}

beforeEach(async () => {
  for (const table of [
    'external_call',
    'list_source',
    'list',
    'alert_target',
    'event_subscription',
    'setting',
    'environment',
  ] as const)
    await store.db.deleteFrom(table).execute()
  await store.db.deleteFrom('tenant').execute()
  await store.pool.query(`insert into tenant (id, name, role_family) values ($1, 'Harbor', 'standard')`, [tenantId])
  await store.pool.query(
    `insert into environment (id, tenant_id, name, friendly_name, api_id, kind, geography, status)
     values ($1, $2, 'root', 'Root', 'root', 'production', 'eu', 'active')`,
    [environmentId, tenantId],
  )
})

const texts = async () => (await Promise.all(sealedTextSources.map(source => source(store.db)))).flat()
async function unreadable(key: string): Promise<string[]> {
  const cipher = createSecretCipher(key)
  const read = (await texts()).map(({ place, sealed }) =>
    cipher.decrypt(place, sealed).then(
      () => [],
      () => [place],
    ),
  )
  return (await Promise.all(read)).flat()
}

it('a rotation leaves nothing that needs the former key, and changes no signature and no hash', async () => {
  await storeSecrets(oldKey)
  const keysBefore = await loadKeys({ db: store.db, log: silentLog, secretKey: oldKey })
  const signerBefore = await loadReportSigner(store.db, oldKey)
  const hashBefore = (await loadInstrumentHash(store.db, oldKey, environmentId))('4111')

  // With both keys, before the command: everything is read, nothing is replaced.
  expect((await loadKeys({ db: store.db, log: silentLog, secretKey: during })).kid).toBe(keysBefore.kid)
  expect((await loadReportSigner(store.db, during)).keyId).toBe(signerBefore.keyId)
  expect((await loadInstrumentHash(store.db, during, environmentId))('4111')).toBe(hashBefore)
  const status = await renewSecrets(store.db, during, { isTrial: true })
  expect(status.get('external calls')).toEqual({ current: 0, renewed: 2, unreadable: 0 })
  expect(await unreadable(oldKey)).toEqual([])

  const counts = await renewSecrets(store.db, during)
  expect(Object.fromEntries(counts)).toEqual({
    'external calls': { current: 0, renewed: 2, unreadable: 0 },
    'database lists': { current: 0, renewed: 1, unreadable: 0 },
    'alert targets': { current: 0, renewed: 1, unreadable: 0 },
    'event subscriptions': { current: 0, renewed: 3, unreadable: 0 },
    'map providers': { current: 0, renewed: 1, unreadable: 0 },
    'assistant models': { current: 0, renewed: 1, unreadable: 0 },
    'report keys': { current: 0, renewed: 1, unreadable: 0 },
    'retail instrument keys': { current: 1, renewed: 0, unreadable: 0 },
    'signing keys': { current: 0, renewed: 1, unreadable: 0 },
  })
  expect(await unreadable(newKey)).toEqual([])
  expect((await unreadable(oldKey)).length).toBe((await texts()).length)
  const plain = await texts()
  const cipher = createSecretCipher(newKey)
  expect(await Promise.all(plain.slice(0, 2).map(({ place, sealed }) => cipher.decrypt(place, sealed)))).toEqual(
    plain.slice(0, 2).map(({ place }) => `secret of ${place}`),
  )

  // Without the former key.
  expect((await loadKeys({ db: store.db, log: silentLog, secretKey: newKey })).kid).toBe(keysBefore.kid)
  expect((await loadReportSigner(store.db, newKey)).keyId).toBe(signerBefore.keyId)
  expect((await loadInstrumentHash(store.db, newKey, environmentId))('4111')).toBe(hashBefore)
})

it('a rotation that was stopped continues with what is left, and a repeat changes nothing', async () => {
  await storeSecrets(oldKey)
  await loadKeys({ db: store.db, log: silentLog, secretKey: oldKey })
  const stop = new AbortController()
  const [first] = await texts()
  await first?.replace(await createSecretCipher(newKey).encrypt(first.place, 'renewed before the stop'))
  stop.abort()
  await expect(renewSecrets(store.db, during, { signal: stop.signal })).rejects.toThrow()
  expect((await unreadable(newKey)).length).toBeGreaterThan(5)
  expect((await renewSecrets(store.db, during)).get('external calls')).toEqual({
    current: 1,
    renewed: 1,
    unreadable: 0,
  })
  const before = (await texts()).map(({ sealed }) => sealed)
  const again = await renewSecrets(store.db, during)
  expect([...again.values()].every(({ renewed, unreadable }) => renewed + unreadable === 0)).toBe(true)
  expect((await texts()).map(({ sealed }) => sealed)).toEqual(before)
})

it('a secret of an unknown key is reported and stays; one that is saved meanwhile is not overwritten', async () => {
  await storeSecrets(otherKey)
  await loadKeys({ db: store.db, log: silentLog, secretKey: otherKey })
  expect(await renewKeys(store.db, during)).toBe('unreadable')
  const counts = await renewSecrets(store.db, during)
  expect(counts.get('alert targets')).toEqual({ current: 0, renewed: 0, unreadable: 1 })
  expect(counts.get('signing keys')).toEqual({ current: 0, renewed: 0, unreadable: 1 })
  expect(await unreadable(otherKey)).toEqual([`retail-instruments/${environmentId}`])
  const [call] = await texts()
  const stale = { ...call, replace: call?.replace ?? (async () => 0n) }
  await call?.replace('saved meanwhile')
  expect(await stale.replace('from the command')).toBe(0n)
})

it('every place that encrypts is one that a rotation renews', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const encrypting = globSync('{engine,features,http,kernel,start,tools}/**/*.ts', { cwd: root })
    .filter(file => !/\.test\.ts$|[\\/]testing[\\/]/.test(file))
    .filter(file => /(?:calls|cipher|sources|byCurrent)\.encrypt\(/.test(readFileSync(path.join(root, file), 'utf8')))
    .map(file => file.replaceAll('\\', '/'))
    .sort()
  expect(encrypting).toEqual([
    'engine/calls/call-registry.ts',
    'engine/lists/list-sources.ts',
    'features/alerts/delivery/targets.ts',
    'features/assistant/settings/settings.ts',
    'features/dual-runs/signing/report-signer.ts',
    'features/event-tracing/subscriptions/change-subscriptions.ts',
    'features/external-calls/external-calls.ts',
    'features/lists/database-lists.ts',
    'features/map-tiles/map-provider.ts',
    'http/node/retail/instrument-hash.ts',
    'tools/secret-key/renew-secrets.ts',
  ])
})
