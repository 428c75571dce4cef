import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { storeGraphPurchase } from '../../graph/testing/graph-events.ts'
import { refreshReports } from './refresh-reports.ts'

const dayMs = 86_400_000
const dayOf = (time: number): number => Math.floor(time / dayMs)
let bench: ConsoleBench
let written: string[]

beforeEach(async () => {
  bench = await openConsoleBench()
  written = []
})
afterEach(() => bench.close())

const refresh = (days = 0) =>
  refreshReports({
    db: bench.store.db,
    clock: () => new Date(now.getTime() + days * dayMs),
    log: { write: (_level, event) => void written.push(event) },
  })
const store = (id: string, environmentId: string, daysAgo = 1) =>
  storeGraphPurchase(bench.store.db, { id, environmentId, hoursAgo: daysAgo * 24 })
const days = async (environmentId: string): Promise<number[]> =>
  (
    await bench.store.db
      .selectFrom('report_day')
      .select('day')
      .where('environment_id', '=', environmentId)
      .orderBy('day')
      .execute()
  ).map(({ day }) => day)

it('an environment that cannot be read does not hold up those after it', async () => {
  await store('P-1', places.root)
  await store('P-2', places.us)
  await sql`alter table report_transaction add check (environment_id <> ${sql.lit(places.root)}::uuid)`.execute(
    bench.store.db,
  )
  await refresh()
  expect([await days(places.root), await days(places.us)]).toEqual([[], [dayOf(now.getTime() - dayMs)]])
  expect(written).toEqual(['reports.not-refreshed'])
})

it('an environment that was removed is not read', async () => {
  await store('P-1', places.us)
  await bench.store.db.updateTable('environment').set({ status: 'Deleted' }).where('id', '=', places.us).execute()
  await refresh()
  const refreshed = await bench.store.db.selectFrom('report_refresh').select('environment_id').execute()
  expect(refreshed.map(row => row.environment_id)).not.toContain(places.us)
  expect([await days(places.us), written]).toEqual([[], []])
})

it('sums of days that reports no longer cover stay as they were', async () => {
  const { db } = bench.store
  await store('P-old', places.eu, 120)
  await store('P-new', places.eu, 1)
  await refresh()
  const [old = 0, recent = 0] = await days(places.eu)
  await db
    .insertInto('report_later_day')
    .values({ environment_id: places.eu, event_type: 'purchase', kind: 'settled', day: old, events: 1, amount_usd: 5 })
    .execute()
  await sql`delete from event where environment_id = ${places.eu}::uuid`.execute(db)
  await refresh(20)
  expect([old, recent]).toEqual([dayOf(now.getTime() - 120 * dayMs), dayOf(now.getTime() - dayMs)])
  expect(await days(places.eu)).toEqual([old])
  const later = await db.selectFrom('report_later_day').select('day').where('environment_id', '=', places.eu).execute()
  expect(later.map(({ day }) => day)).toContain(old)
})
