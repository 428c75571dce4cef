import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { migrate, migrations } from '../migrate.ts'
import { createTestStore } from '../testing/test-store.ts'

const environment = '00000000-0000-4000-8000-000000000001'

it('reports are computed again, hashes without a key are replaced, and what was said of terminals stays', async () => {
  const store = await createTestStore()
  await sql`drop schema public cascade`.execute(store.db)
  await sql`create schema public`.execute(store.db)
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  await new Migrator({ db: store.db, provider }).migrateTo('0081-attack-failures')
  await store.db.transaction().execute(async trx => {
    // The environment need not exist here.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const [number, terminal, unit] of [
      ['N1', 'T1', 'A/B'],
      ['N2', 'T2', 'A'],
      ['N3', 'T2', 'B'],
    ] as const)
      await sql`insert into loss_transaction values (${environment}::uuid, ${number}, ${terminal}, ${unit}, 'eva', now(),
        '2026-09', false, false, 100, 0)`.execute(trx)
    for (const [number, instrument] of [
      ['N1', 'hash'],
      ['N2', 'hash'],
      ['N3', null],
    ] as const)
      await sql`insert into loss_payment values (${environment}::uuid, ${number}, 'T', 'A', 1, '2', ${instrument}::text,
        false)`.execute(trx)
    for (const terminal of ['T1', 'T2'])
      await sql`insert into loss_clearance values (gen_random_uuid(), ${environment}::uuid, 'terminal', ${terminal},
        '2026-09', 'returnRatio', 'Desk', gen_random_uuid(), 'Ana', now())`.execute(trx)
    await sql`insert into loss_entity values (${environment}::uuid, 'terminal', 'T1', 'T1'),
      (${environment}::uuid, 'staff', 'eva', 's_1')`.execute(trx)
    await sql`insert into loss_report (environment_id, status, requested_at, run)
      values (${environment}::uuid, 'ready', now(), gen_random_uuid())`.execute(trx)
    await sql`insert into loss_month values (${environment}::uuid, gen_random_uuid(), 'staff', 'eva', '2026-09', 'A', 'T1',
      1, 0, 0, 0, 0, '{}')`.execute(trx)
  })
  await migrate(store.db)
  const { rows } = await sql<Record<string, unknown>>`select
      (select array_agg(instrument order by number) from loss_payment) as instruments,
      (select array_agg(entity_id) from loss_clearance) as clearances,
      (select array_agg(id) from loss_entity) as entities,
      (select count(*) from loss_month) as months,
      (select status from loss_report) as status`.execute(store.db)
  const [row] = rows
  expect(row).toMatchObject({ clearances: ['A%2FB/T1'], entities: ['eva'], months: 0, status: 'waiting' })
  const [one, other, none] = row?.['instruments'] as (string | null)[]
  expect(one).toHaveLength(22)
  expect([other, none]).toEqual([one, null])
  await store.close()
})
