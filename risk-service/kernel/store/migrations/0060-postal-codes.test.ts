import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { ensurePartitions } from '../maintenance/partitions.ts'
import { migrate, migrations } from '../migrate.ts'
import { createTestStore } from '../testing/test-store.ts'

it('environments with events of the last 90 days are to be filled with postal codes', async () => {
  const store = await createTestStore()
  await sql`drop schema public cascade`.execute(store.db)
  await sql`create schema public`.execute(store.db)
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  await new Migrator({ db: store.db, provider }).migrateTo('0059-received-labels')
  await ensurePartitions(store.db, new Date())
  const environment = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  for (const [n, days] of [
    [1, 0],
    [1, 2],
    [2, 91],
  ] as const)
    await sql`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score)
      values (${environment(n)}::uuid, now() - make_interval(days => ${days}::int), gen_random_uuid(), 'purchase', 'P', 'Protect', 'Approve', '', 1)`.execute(
      store.db,
    )
  await migrate(store.db)
  const rows = await store.db.selectFrom('postal_code_filling').selectAll().execute()
  expect(rows.map(row => row.environment_id)).toEqual([environment(1)])
  await store.close()
})
