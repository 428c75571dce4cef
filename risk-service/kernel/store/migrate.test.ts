import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueSettingsSchema } from '../../contract/cases/queue-entities.ts'
import { ensurePartitions } from './maintenance/partitions.ts'
import { migrate, migrations } from './migrate.ts'
import type { Store } from './store.ts'
import { createTestStore } from './testing/test-store.ts'

describe('migrations', () => {
  let store: Store
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store.close())

  it('migrations have all run in a new database and run once only', async () => {
    expect(await migrate(store.db)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db)
    expect(rows).toEqual(Object.keys(migrations).map(name => ({ name })))
  })

  it('migrations refuse a database of a newer release and name what is unknown', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(store.db)
    await expect(migrate(store.db)).rejects.toMatchObject({
      code: 'schema-newer',
      message: expect.stringContaining('9999-later'),
    })
  })

  it('the store returns counts and sums as numbers', async () => {
    const { rows } = await sql<{
      c: number
      s: number
    }>`select count(*) as c, sum(x)::bigint as s, sum(x::bigint) as n from generate_series(1, 3) x`.execute(store.db)
    expect(rows).toEqual([{ c: 3, s: 6, n: 6 }])
  })
})

/** Creates a store in the state of the first release. */
async function firstRelease(): Promise<Store> {
  const store = await createTestStore()
  await sql`drop schema public cascade`.execute(store.db)
  await sql`create schema public`.execute(store.db)
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateTo('0001-foundation')
  if (error) throw error as Error
  await ensurePartitions(store.db, new Date())
  return store
}

it('bodies of an earlier version read the same after the update, and new months keep theirs whole', async () => {
  const store = await firstRelease()
  const environment = '00000000-0000-4000-8000-00000000000a'
  const request = JSON.stringify({
    purchaseId: 'p',
    note: 'Grüße "x" \\',
    list: [1.5, null, 1e-7],
    long: 'y'.repeat(20_000),
  })
  await sql`insert into event_body (environment_id, at, event_id, request, enrichment, explanation)
    values (${environment}::uuid, now(), gen_random_uuid(), ${request}, '{"entities":[]}', '{"rules":[]}')`.execute(
    store.db,
  )
  expect(await migrate(store.db)).toEqual(Object.keys(migrations).slice(1))
  const row = await store.db
    .selectFrom('event_body')
    .select(['request', 'enrichment', 'explanation'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ request: JSON.parse(request), enrichment: { entities: [] }, explanation: { rules: [] } })
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_body'::regclass and not coalesce(c.reloptions, '{}') @> '{toast_tuple_target=8160}'`.execute(
    store.db,
  )
  expect(rows).toEqual([])
  await store.close()
})

it('environments of an earlier version get names that are unique in the tenant, their root’s geography and their counterpart', async () => {
  const store = await firstRelease()
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  await sql`insert into tenant (id, name, role_family) values (${id(1)}, 'T', 'standard')`.execute(store.db)
  const rows: [number, number | null, string, string, string][] = [
    [11, null, 'Shop', 'production', 'eu'],
    [12, null, 'Shop-sandbox', 'sandbox', 'eu'],
    [13, 11, 'Web', 'production', 'us'],
    [14, 13, 'web', 'production', 'ca'],
  ]
  for (const [number, parent, name, kind, geography] of rows) {
    await sql`insert into environment (id, tenant_id, parent_id, name, friendly_name, api_id, kind, geography, status, created_at)
      values (${id(number)}, ${id(1)}, ${parent === null ? null : id(parent)}, ${name}, ${name}, ${name}, ${kind}, ${geography}, 'Active', now() + make_interval(secs => ${number}))`.execute(
      store.db,
    )
  }
  await migrate(store.db)
  const now = await store.db
    .selectFrom('environment')
    .select(['name', 'api_id', 'geography', 'counterpart_id', 'tags'])
    .orderBy('id')
    .execute()
  expect(now).toEqual([
    { name: 'Shop', api_id: 'Shop', geography: 'eu', counterpart_id: id(12), tags: [] },
    { name: 'Shop-sandbox', api_id: 'Shop-sandbox', geography: 'eu', counterpart_id: id(11), tags: [] },
    { name: 'Web', api_id: 'Web', geography: 'eu', counterpart_id: null, tags: [] },
    {
      name: expect.stringMatching(/^web-[0-9a-f]{8}$/),
      api_id: expect.stringMatching(/^web-[0-9a-f]{8}$/),
      geography: 'eu',
      counterpart_id: null,
      tags: [],
    },
  ])
  await store.close()
})

it('clients of an earlier version keep their secret, which now has an end', async () => {
  const store = await firstRelease()
  const [tenant, environment, client] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
    'shop',
  ]
  await sql`insert into tenant (id, name, role_family) values (${tenant}, 'T', 'standard')`.execute(store.db)
  await sql`insert into environment (id, tenant_id, name, friendly_name, api_id, kind, geography, status) values (${environment}, ${tenant}, 'Shop', 'Shop', 'shop', 'production', 'eu', 'Active')`.execute(
    store.db,
  )
  await sql`insert into api_client (client_id, tenant_id, environment_id, principal_id, display_name, secret_hash) values (${client}, ${tenant}, ${environment}, gen_random_uuid(), 'Shop', 'sha256$a$b')`.execute(
    store.db,
  )
  await migrate(store.db)
  const credential = await store.db.selectFrom('api_client_credential').selectAll().executeTakeFirstOrThrow()
  expect(credential).toMatchObject({ client_id: client, secret_hash: 'sha256$a$b', certificate: null })
  expect(credential.expires_at.getTime() - Date.now()).toBeGreaterThan(700 * 86_400_000)
  // Deleting a client deletes its credentials.
  await store.db.deleteFrom('api_client').execute()
  expect(await store.db.selectFrom('api_client_credential').selectAll().execute()).toEqual([])
  await store.close()
})

it('addresses on support lists become one entry each, the one changed last', async () => {
  const store = await firstRelease()
  await new Migrator({ db: store.db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateTo(
    '0022-client-credentials',
  )
  const environment = '00000000-0000-4000-8000-00000000000b'
  const rows: [string, string, string][] = [
    ['ip', '2001:db8:0::1', 'Safe'],
    ['ip', '2001:db8::1', 'Block'],
    ['ip', '2001:0db8::1', 'Watch'],
    ['ip', '::ffff:203.0.113.9', 'Block'],
    ['ip', '2001:db8::2', 'Safe'],
    ['ip', '203.0.113.7', 'Safe'],
    ['user', 'a:b:0::1', 'Block'],
  ]
  for (const [at, [list, key, status]] of rows.entries()) {
    await sql`insert into support_entry (environment_id, list, key, value, status, reason, comments, added_by_name, added_at, updated_by, updated_by_name, updated_at)
      values (${environment}, ${list}, ${key}, ${key}, ${status}, '', '', 'A', now(), ${environment}, 'A', now() + make_interval(secs => ${at}))`.execute(
      store.db,
    )
  }
  expect(await migrate(store.db)).toContain('0023-address-keys')
  const now = await store.db
    .selectFrom('support_entry')
    .select(['list', 'key', 'status'])
    .orderBy('list')
    .orderBy('key')
    .execute()
  expect(now.map(row => Object.values(row))).toEqual([
    ['ip', '2001:db8::1', 'Watch'],
    ['ip', '2001:db8::2', 'Safe'],
    ['ip', '203.0.113.7', 'Safe'],
    ['ip', '203.0.113.9', 'Block'],
    ['user', 'a:b:0::1', 'Block'],
  ])
  await store.close()
})

it('models of an earlier version keep their trainings under the new name', async () => {
  const store = await firstRelease()
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  await migrator.migrateTo('0024-backtest-data')
  const environment = '00000000-0000-4000-8000-00000000000c'
  const training = '00000000-0000-4000-8000-00000000000d'
  await sql`insert into model_fit (environment_id, id, kind, state, rows, frauds, version, requested_by_name, requested_at, finished_at)
    values (${environment}, ${training}, 'risk', 'done', 600, 60, 1, 'A', '2026-01-02T00:00:00Z', '2026-01-02T00:01:00Z')`.execute(
    store.db,
  )
  await sql`insert into model_version (environment_id, kind, version, id, state, scorecard, card, rows, auc, fitted_at, fitted_by_name)
    values (${environment}, 'risk', 1, gen_random_uuid(), 'active', '{}', '{}', 600, 0.9, '2026-01-02T00:01:00Z', 'A')`.execute(
    store.db,
  )
  expect(await migrate(store.db)).toEqual(Object.keys(migrations).filter(name => name > '0024-backtest-data'))
  expect(await store.db.selectFrom('model_training').selectAll().execute()).toMatchObject([
    { environment_id: environment, id: training, kind: 'risk', state: 'done', rows: 600, frauds: 60, version: 1 },
  ])
  const version = store.db.selectFrom('model_version').select(['version', 'trained_at', 'trained_by_name'])
  expect(await version.executeTakeFirstOrThrow()).toEqual({
    version: 1,
    trained_at: new Date('2026-01-02T00:01:00Z'),
    trained_by_name: 'A',
  })
  const { rows } = await sql<{ indexname: string }>`
    select indexname from pg_indexes where tablename = 'model_training' order by indexname`.execute(store.db)
  expect(rows.map(({ indexname }) => indexname)).toEqual(['model_training_open', 'model_training_pkey'])
  await store.close()
})

it('queues that were a setting become queues with every setting of today, beside General', async () => {
  const store = await firstRelease()
  const tenant = '00000000-0000-4000-8000-0000000000a0'
  const environment = '00000000-0000-4000-8000-0000000000a1'
  await sql`insert into tenant (id, name, role_family) values (${tenant}, 'T', 'standard')`.execute(store.db)
  await sql`insert into environment (id, tenant_id, name, friendly_name, api_id, kind, geography, status)
    values (${environment}, ${tenant}, 'e', 'E', 'e', 'production', 'eu', 'Active')`.execute(store.db)
  await sql`insert into setting (scope, key, value)
    values (${environment}, 'caseManagement.queues', '["General", "Large orders", "large ORDERS", "Night"]')`.execute(
    store.db,
  )
  await migrate(store.db)
  const queues = await store.db
    .selectFrom('case_queue')
    .select(['name', 'kind', 'event_type', 'settings'])
    .where('environment_id', '=', environment)
    .orderBy(sql`lower(name)`)
    .execute()
  expect(queues.map(({ name, kind, event_type }) => [name.toLowerCase(), kind, event_type])).toEqual([
    ['general', 'System', null],
    ['large orders', 'User', 'purchase'],
    ['night', 'User', 'purchase'],
  ])
  for (const { name, settings } of queues)
    expect(settings).toEqual({ ...queueSettingsSchema.parse({ name, defaultAction: 'Approve' }), name })
  const left = await store.db.selectFrom('setting').select('key').where('key', '=', 'caseManagement.queues').execute()
  expect(left).toEqual([])
  await store.close()
})

it('tenants of an earlier version have the search, with every stored event; new ones do not', async () => {
  const store = await firstRelease()
  const tenant = (id: string) =>
    sql`insert into tenant (id, name, role_family) values (${id}, 'T', 'standard')`.execute(store.db)
  await tenant('00000000-0000-4000-8000-000000000001')
  await migrate(store.db)
  await tenant('00000000-0000-4000-8000-000000000002')
  expect(await store.db.selectFrom('search_switch').select(['tenant_id', 'state', 'from_at']).execute()).toEqual([
    { tenant_id: '00000000-0000-4000-8000-000000000001', state: 'On', from_at: null },
  ])
  await store.close()
})
