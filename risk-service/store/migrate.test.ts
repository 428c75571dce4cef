import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { migrate, migrations } from './migrate.ts'
import { createTestStore } from './testing.ts'
import type { Store } from './index.ts'

describe('migrations', () => {
  let store: Store
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store.close())

  it('have all run in a new database and run once only', async () => {
    expect(await migrate(store.db)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db)
    expect(rows).toEqual(Object.keys(migrations).map(name => ({ name })))
  })

  it('refuse a database of a newer release and name what is unknown', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(store.db)
    await expect(migrate(store.db)).rejects.toMatchObject({ code: 'schema-newer', message: expect.stringContaining('9999-later') })
  })

  it('returns counts and sums as numbers', async () => {
    const { rows } = await sql<{ c: number; s: number }>`select count(*) as c, sum(x)::bigint as s, sum(x::bigint) as n from generate_series(1, 3) x`.execute(store.db)
    expect(rows).toEqual([{ c: 3, s: 6, n: 6 }])
  })
})

it('bodies of an earlier version read the same after the update, and new months keep theirs whole', async () => {
  const store = await createTestStore()
  const environment = '00000000-0000-4000-8000-00000000000a'
  await sql`alter table event_body alter column request type jsonb using request::jsonb, alter column enrichment type jsonb using enrichment::jsonb,
    alter column explanation type jsonb using explanation::jsonb`.execute(store.db)
  await sql`drop table rule_chain`.execute(store.db)
  await sql`drop index event_key_folded`.execute(store.db)
  await sql`delete from kysely_migration where name > '0001-foundation'`.execute(store.db)
  const request = JSON.stringify({ purchaseId: 'p', note: 'Grüße "x" \\', list: [1.5, null, 1e-7], long: 'y'.repeat(20_000) })
  await sql`insert into event_body (environment_id, at, event_id, request, enrichment, explanation)
    values (${environment}::uuid, now(), gen_random_uuid(), ${request}, '{"entities":[]}', '{"rules":[]}')`.execute(store.db)
  expect(await migrate(store.db)).toEqual(Object.keys(migrations).slice(1))
  const row = await store.db.selectFrom('event_body').select(['request', 'enrichment', 'explanation']).executeTakeFirstOrThrow()
  expect(row).toEqual({ request: JSON.parse(request), enrichment: { entities: [] }, explanation: { rules: [] } })
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_body'::regclass and not coalesce(c.reloptions, '{}') @> '{toast_tuple_target=8160}'`.execute(store.db)
  expect(rows).toEqual([])
  await store.close()
})
