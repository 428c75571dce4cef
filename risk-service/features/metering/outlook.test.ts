import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { latencyBounds } from '../../contract/common/latency-bands.ts'
import type { Outlook } from '../../contract/index.ts'
import { projectNeeds } from '../../contract/metering/capacity.ts'
import { summaryInputSchema } from '../../contract/reports/reports.ts'
import { type ConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { writeSetting } from '../../kernel/store/setting-store.ts'
import { covered, openReportBench } from '../reports/testing/report-bench.ts'
import { recountSummary } from '../reports/testing/summary-recount.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('metered_day').execute()
  await bench.store.db.deleteFrom('setting').where('key', '=', 'metering.plan').execute()
  await owner(places.other)
})
/** Gives the environment of the other tenant to one. */
const owner = (tenantId: string) =>
  bench.store.db.updateTable('environment').set({ tenant_id: tenantId }).where('id', '=', places.foreign).execute()

async function read(): Promise<Outlook> {
  const answer = await bench.call('admin', 'GET', `/environments/${places.root}/billing/outlook`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as Outlook
}
/** Of an installation with one tenant. */
async function readCapacity(): Promise<NonNullable<Outlook['capacity']>> {
  await owner(places.tenant)
  const { capacity } = await read()
  if (capacity === null) throw new Error('There is no capacity.')
  return capacity
}
const use = (day: string, units: number, capability = 'purchase', response = '2xx') =>
  bench.store.db
    .insertInto('metered_day')
    .values({ environment_id: places.root, day, capability, api_name: 'Any', experience: '', response, units })
    .execute()

it('a stopped fraud costs what three full months cost ÷ the fraud that rules rejected in them', async () => {
  await use('2025-08-01', 150_000, 'account')
  await use('2025-10-31', 100)
  // Of other months.
  await use('2025-07-31', 1_000_000)
  await use('2025-11-01', 1_000_000)
  const { cost } = await read()
  expect(cost.months).toEqual([
    { month: '2025-08', dollars: 1387 },
    { month: '2025-09', dollars: 12 },
    { month: '2025-10', dollars: 22 },
  ])
  const input = summaryInputSchema.parse({
    environmentId: places.root,
    from: '2025-08-01',
    to: '2025-10-31',
  })
  const rejected = covered.filter(({ decision }) => decision === 'Reject')
  const { kpis } = recountSummary(rejected, [places.root, places.eu, places.us], input)
  const stopped = (kpis as { fraudVolume: number }).fraudVolume
  expect(stopped).toBeGreaterThan(5)
  expect(cost).toMatchObject({ dollars: 1421, source: 'prices', stoppedFrauds: stopped })
  expect(cost.perStoppedFraud).toBeCloseTo(1421 / stopped)
})

it('the cost of the plan stands in place of prices', async () => {
  await writeSetting(bench.store.db, places.tenant, 'metering.plan', {
    name: '',
    startsOn: '2025-01-01',
    cycleMonths: 12,
    endsOn: null,
    purchased: { purchase: null, account: null, lossPrevention: null },
    monthlyCost: 500,
    version: 1,
  })
  expect((await read()).cost).toMatchObject({ dollars: 1500, source: 'plan' })
})

it('needs follow from the calls of 28 full days and those before, the busiest hour and what is stored', async () => {
  // 23 October to 19 November, and the 28 days before; today is not over.
  await use('2025-11-19', 200)
  await use('2025-10-23', 100, 'account', '4xx')
  await use('2025-10-22', 150)
  await use('2025-09-25', 50)
  await use('2025-09-24', 7000)
  await use('2025-11-20', 7000)
  // Transactions of reports are no calls.
  await use('2025-11-10', 9000, 'lossPrevention', '')
  const hours = (at: string, calls: number, experience = 'Protect') => ({
    environment_id: places.root,
    hour: new Date(at),
    api_name: 'v1.0/MerchantServices/Events/Purchase',
    experience,
    status: 200,
    calls,
    latency_ms: 1,
    longest_ms: 1,
    latency_bands: [...latencyBounds, 0].map(() => 0),
  })
  await bench.store.db
    .insertInto('api_call_hour')
    .values([
      hours('2025-11-10T10:00:00Z', 60),
      { ...hours('2025-11-10T10:00:00Z', 30), environment_id: places.eu },
      hours('2025-11-11T10:00:00Z', 80),
      hours('2025-10-01T10:00:00Z', 900),
      hours('2025-11-12T10:00:00Z', 500, 'Refused'),
      // Neither is metered, as it is not in `calls`; today is not over.
      { ...hours('2025-11-13T10:00:00Z', 600), api_name: 'v1.0/MerchantServices/Events/Label' },
      { ...hours('2025-11-14T10:00:00Z', 700), status: 500 },
      hours('2025-11-20T01:00:00Z', 800),
    ])
    .execute()
  await sql`analyze event`.execute(bench.store.db)
  const capacity = await readCapacity()
  const { rows } = await sql<{ events: number }>`select count(*)::int as events from event`.execute(bench.store.db)
  expect(capacity.storedEvents).toBe(rows[0]?.events)
  expect(capacity).toMatchObject({
    days: 28,
    calls: 300,
    callsBefore: 200,
    growth: 1.5,
    peakHour: 90,
    processorMs: null,
  })
  expect(capacity.storedEvents).toBeGreaterThan(0)
  expect(capacity.bytesPerEvent).toBeCloseTo(capacity.storedBytes / capacity.storedEvents)
  expect(capacity.later).toEqual(
    (({ growth: _growth, ...later }) => later)(
      projectNeeds({
        calls: 300,
        callsBefore: 200,
        peakHour: 90,
        processorMs: null,
        storedBytes: capacity.storedBytes,
        bytesPerEvent: capacity.bytesPerEvent,
      }),
    ),
  )
  expect(capacity.later.callsPerDay).toBeCloseTo((300 / 28) * 1.5 ** (90 / 28))
})

it('what the installation needs is left out where it serves other tenants, whose calls it would name', async () => {
  await use('2025-11-19', 200)
  expect((await readCapacity()).calls).toBe(200)
  await owner(places.other)
  await bench.store.db
    .insertInto('metered_day')
    .values({
      ...{ environment_id: places.foreign, day: '2025-11-18', capability: 'purchase', api_name: 'Any' },
      ...{ experience: '', response: '2xx', units: 7 },
    })
    .execute()
  const { cost, capacity } = await read()
  expect(capacity).toBeNull()
  expect(cost.months).toHaveLength(3)
})

it('is for Product admins alone', async () => {
  for (const [who, status] of [
    ['viewer', 403],
    ['engineer', 403],
    ['outsider', 404],
  ] as const)
    expect((await bench.call(who, 'GET', `/environments/${places.root}/billing/outlook`)).status).toBe(status)
})
