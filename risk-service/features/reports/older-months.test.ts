import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OlderMonths } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { calculate } from './testing/calculate.ts'
import { covered } from './testing/report-bench.ts'
import { storeRecords } from './testing/store-records.ts'

let bench: ConsoleBench
const dayMs = 86_400_000
/** So many days later reports cover the time from February 2026 on. */
const daysLater = 200

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await storeRecords(db, covered)
  const refresh = (days: number) =>
    refreshReports({ db, clock: () => new Date(now.getTime() + days * dayMs), log: silentLog })
  await refresh(0)
  // What is deleted later is not taken out of what is frozen.
  await db.deleteFrom('event').where('event_type', '=', 'purchase').execute()
  await refresh(daysLater)
})
afterAll(() => bench.close())

const ask = (who: string, environment: string, input: object = {}) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/older-months`, input)
async function months(environment: string, input: object = {}): Promise<OlderMonths['months']> {
  const { status, json } = await ask('admin', environment, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as OlderMonths).months
}

describe.each(['count', 'amount'] as const)('the older months, as %s', view => {
  it('have the figures of a recount of the events, as they were when they were covered', async () => {
    const scope: string[] = [places.root, places.eu, places.us]
    const byMonth = Map.groupBy(
      covered.filter(({ environmentId }) => scope.includes(environmentId)),
      ({ time }) => `${time.slice(0, 7)}-01`,
    )
    const expected = [...byMonth]
      .sort(([left], [right]) => right.localeCompare(left))
      .map(([start, records]) => ({ start, kpis: calculate('summaryKpis', records, { view }) }))
    expect(expected.length).toBeGreaterThan(3)
    expect(await months(places.root, { view })).toEqual(expected)
  })
})

it('are those of the chosen environments', async () => {
  const inUs = covered.filter(({ environmentId }) => environmentId === places.us)
  const volumes = (await months(places.root, { environmentIds: [places.us] })).map(({ kpis }) => kpis.transactionVolume)
  expect(volumes.reduce((sum, volume) => sum + volume, 0)).toBe(inUs.length)
})

it('are none for an assessment without events', async () => {
  expect(await months(places.root, { assessment: 'accountlogin' })).toEqual([])
})

it('are none of the month in which the first covered day is', async () => {
  const { db } = bench.store
  const read = async (days: number) => {
    await db
      .updateTable('report_refresh')
      .set({ refreshed_at: new Date(now.getTime() + days * dayMs) })
      .execute()
    return (await months(places.root)).map(({ start }) => start)
  }
  // 2025-11-20: reports cover the time from July 20 on; 2025-12-31: from August 31 on.
  expect(await read(0)).toEqual([])
  expect(await read(41)).toEqual(['2025-07-01'])
  expect(await read(42)).toEqual(['2025-08-01', '2025-07-01'])
})

describe('access', () => {
  it.each(['viewer', 'engineer'])('%s reads them', async who => {
    expect((await ask(who, places.root)).status).toBe(200)
  })
  it.each([
    ['support', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await ask(who, environment)).status).toBe(status)
  })
  it('another environment and an unknown assessment are refused', async () => {
    const { status, json } = await ask('admin', places.eu, { environmentIds: [places.us] })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['environmentIds', 0] }] } })
    expect((await ask('admin', places.eu, { assessment: 'Elsewhere' })).status).toBe(404)
  })
})
