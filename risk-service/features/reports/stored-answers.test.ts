import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RulesReport, SummaryReport } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { randomRecord } from './testing/random-records.ts'
import { storeRecords } from './testing/store-records.ts'
import { coveredDay as day, placeRecord } from './testing/summary-recount.ts'

let bench: ConsoleBench
const records = fc.sample(randomRecord, { numRuns: 200, seed: 7 }).map(placeRecord)
const whole = { from: day(0), to: day(123) }

beforeAll(async () => {
  bench = await openConsoleBench()
  await storeRecords(bench.store.db, records)
  await refresh()
})
afterAll(() => bench.close())

const refresh = () => refreshReports({ db: bench.store.db, clock: () => now, log: silentLog })
async function volume(environment: string, input: object, who = 'admin'): Promise<number> {
  const { status, json } = await bench.call(who, 'POST', `/environments/${environment}/reports/summary`, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as SummaryReport).kpis.transactionVolume
}
it('a report that was asked for is not read again, for anybody who may read it', async () => {
  const before = await volume(places.root, whole)
  expect(before).toBeGreaterThan(0)
  await sql`update report_day set events = events + 1000`.execute(bench.store.db)
  expect(await volume(places.root, whole)).toBe(before)
  expect(await volume(places.root, whole, 'viewer')).toBe(before)
  // Another period, and another environment, are others.
  expect(await volume(places.root, { ...whole, from: day(1) })).toBeGreaterThan(before)
  expect(await volume(places.eu, whole)).toBeGreaterThan(1000)
  expect((await bench.call('nobody', 'POST', `/environments/${places.root}/reports/summary`, whole)).status).toBe(404)
})

it('a change of the figures outdates what was computed before', async () => {
  const before = await volume(places.eu, whole)
  await sql`update report_version set version = version + 1 where environment_id = ${places.us}::uuid`.execute(
    bench.store.db,
  )
  await sql`update report_day set events = events + 1000`.execute(bench.store.db)
  expect(await volume(places.eu, whole)).toBe(before)
  await sql`update report_version set version = version + 1 where environment_id = ${places.eu}::uuid`.execute(
    bench.store.db,
  )
  expect(await volume(places.eu, whole)).toBeGreaterThan(before)
})

it('a refresh that stores a piece is such a change', async () => {
  const read = () => bench.store.db.selectFrom('report_version').selectAll().orderBy('environment_id').execute()
  const before = await read()
  await bench.store.db.updateTable('event').set({ decision: 'Reject' }).execute()
  await bench.store.db.deleteFrom('report_refresh').execute()
  await refresh()
  const after = await read()
  expect(after.map(({ version }) => Number(version))).not.toEqual(before.map(({ version }) => Number(version)))
})

it('a published rule outdates the report of rules', async () => {
  const { db } = bench.store
  const ask = async (): Promise<number> => {
    const { json } = await bench.call('admin', 'POST', `/environments/${places.root}/reports/rules`, whole)
    return (json as RulesReport).whole.transactionVolume
  }
  const before = await ask()
  await sql`update report_path_day set events = events + 1000`.execute(db)
  expect(await ask()).toBe(before)
  await db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      event_type: 'purchase',
      name: 'New',
      status: 'active',
      position: 0,
      version: 1,
      body: JSON.stringify({ clauses: [] }),
      published_by: randomUUID(),
      published_by_name: 'Ada',
    })
    .execute()
  expect(await ask()).toBeGreaterThan(before)
})
