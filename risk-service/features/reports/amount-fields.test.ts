import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SummaryReport } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { followReports } from './refresh/follow-reports.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { randomRecord } from './testing/random-records.ts'
import { storeRecords, tenantForm } from './testing/store-records.ts'
import { coveredDay, isCovered, placeRecord } from './testing/summary-recount.ts'
import { insertTenantAssessment, tenantType } from './testing/tenant-assessment.ts'

const records = fc.sample(randomRecord, { numRuns: 200, seed: 80 }).map(placeRecord)
const counted = records.filter(
  record => isCovered(record) && record.environmentId === places.root && record.time.slice(0, 10) <= coveredDay(122),
)
const cycle = { rest: () => Promise.resolve() }
let passes = 0

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertTenantAssessment(db, { custom: [{ name: 'fee', type: 'Double' }], observations: [] })
  await storeRecords(db, records, tenantForm(tenantType))
  for (const [index, record] of records.entries())
    await sql`update event_body b set request = ${JSON.stringify(bodyOf(index))}
      from event_key k where k.event_id = b.event_id and k.external_id = ${record.id}`.execute(db)
  await refreshReports({ db, clock: () => now, log: silentLog })
})
afterAll(() => bench.close())

/** Every fifth event has no fee, and every seventh a text in its place. */
const feeOf = (index: number): number | string | undefined =>
  index % 5 === 0 ? undefined : index % 7 === 0 ? 'none' : 1 + index / 100
const bodyOf = (index: number) => ({
  transaction: { txnAmount: 10 + index, currency: 'usd' },
  custom: { fee: feeOf(index) },
})
const indexOf = ({ id }: (typeof records)[number]): number => Number(id.slice(1))
const dollars = (valueOf: (index: number) => number): number =>
  Math.round(counted.reduce((sum, record) => sum + Math.round(valueOf(indexOf(record)) * 100), 0)) / 100
const ownFee = (index: number): number => {
  const fee = feeOf(index)
  return typeof fee === 'number' ? fee : 0
}

async function volume(): Promise<number> {
  const { status, json } = await bench.call('viewer', 'POST', `/environments/${places.root}/reports/summary`, {
    assessment: tenantType,
    view: 'amount',
    from: coveredDay(0),
    to: coveredDay(122),
    environmentIds: [places.root],
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as SummaryReport).kpis.transactionVolume
}
/** Stores the choice of an assessment, and has reports follow it. */
async function choose(...amountFields: string[]): Promise<void> {
  const { db } = bench.store
  await sql`update assessment set settings = ${JSON.stringify({ reports: { amountFields } })}
    where api_name = ${tenantType}`.execute(db)
  passes += 1
  await followReports({ db, clock: () => new Date(now.getTime() + passes * 60_000), log: silentLog }, { cycle })
}

it('amounts are the sums of the chosen fields, and those of the events where none is chosen', async () => {
  const stored = dollars(index => records[index]?.amountUsd ?? 0)
  expect(counted.length).toBeGreaterThan(20)
  expect(await volume()).toBe(stored)
  await choose('transaction.txnAmount', 'custom.fee')
  const both = dollars(index => 10 + index + ownFee(index))
  expect(await volume()).toBe(both)
  expect(both).not.toBe(stored)
  await choose('custom.fee')
  expect(await volume()).toBe(dollars(ownFee))
  await choose('transaction.txnAmount')
  expect(await volume()).toBe(stored)
})

it('a pass without a change reads no event again', async () => {
  await choose('custom.fee')
  const { whole_at: before } = await bench.store.db
    .selectFrom('report_refresh')
    .select('whole_at')
    .where('environment_id', '=', places.root)
    .executeTakeFirstOrThrow()
  await choose('custom.fee')
  const { whole_at: after } = await bench.store.db
    .selectFrom('report_refresh')
    .select('whole_at')
    .where('environment_id', '=', places.root)
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
})
