import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plan, StoredPlan, UsageDetails, UsageSummary } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.store
  await db.deleteFrom('metered_day').execute()
  await db.deleteFrom('audit_log').execute()
  await db.deleteFrom('setting').where('key', '=', 'metering.plan').execute()
  await db.updateTable('environment').set({ status: 'Active' }).execute()
})

const purchase = 'v1.0/MerchantServices/Events/Purchase'
interface Units {
  environment?: string
  day?: string
  capability?: string
  apiName?: string
  experience?: string
  response?: string
  units?: number
}
async function use(...all: Units[]): Promise<void> {
  await bench.store.db
    .insertInto('metered_day')
    .values(
      all.map(each => ({
        environment_id: each.environment ?? places.root,
        day: each.day ?? '2025-11-10',
        capability: each.capability ?? 'purchase',
        api_name: each.apiName ?? purchase,
        experience: each.experience ?? 'Protect',
        response: each.response ?? '2xx',
        units: each.units ?? 1,
      })),
    )
    .execute()
}
const plan = (more: Partial<Plan> = {}): Plan => ({
  name: 'Business',
  startsOn: '2025-01-01',
  cycleMonths: 12,
  endsOn: null,
  purchased: { purchase: 10_000, account: 50_000, lossPrevention: null },
  monthlyCost: null,
  ...more,
})
const savePlan = (more: Partial<Plan> = {}, baseVersion = 0, who = 'admin') =>
  bench.call(who, 'PUT', `/environments/${places.root}/billing/plan`, { baseVersion, plan: plan(more) })

async function read<Answer>(path: string, query: object = {}, who = 'admin', environment: string = places.root) {
  const text = new URLSearchParams(query as Record<string, string>).toString()
  const answer = await bench.call(who, 'GET', `/environments/${environment}/${path}?${text}`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as Answer
}
const summary = (query: object = {}, environment: string = places.root) =>
  read<UsageSummary>('usage/summary', query, 'viewer', environment)
const capabilityOf = ({ capabilities }: UsageSummary, name: string) => {
  const found = capabilities.find(({ capability }) => capability === name)
  if (found === undefined) throw new Error(`No ${name}`)
  return found
}
const november = { from: '2025-11-01', to: '2025-11-30' }
const details = (query: object = {}, environment: string = places.root) =>
  read<UsageDetails>('usage/details', { ...november, ...query }, 'viewer', environment)

describe('the summary', () => {
  it('900 answers 2xx and 50 4xx are 950 of 10,000: 9.50 %', async () => {
    await savePlan()
    await use({ units: 900 }, { units: 50, response: '4xx', experience: '' })
    const answer = capabilityOf(await summary(), 'purchase')
    expect(answer).toMatchObject({ purchased: 10_000, used: 950, tenantUsed: 950 })
    expect(((answer.used / 10_000) * 100).toFixed(2)).toBe('9.50')
  })

  it('includes environments below, deleted ones too, and no sandbox', async () => {
    await savePlan()
    await use(
      { units: 1 },
      { units: 20, environment: places.eu },
      { units: 300, environment: places.us },
      { units: 4000, environment: places.box },
      { units: 50_000, environment: places.foreign },
    )
    await bench.store.db.updateTable('environment').set({ status: 'Deleted' }).where('id', '=', places.us).execute()
    expect(capabilityOf(await summary(), 'purchase')).toMatchObject({ used: 321, tenantUsed: 321 })
    expect(capabilityOf(await summary({}, places.eu), 'purchase')).toMatchObject({ used: 20, tenantUsed: 321 })
    const { options } = await details()
    expect(options.environments.filter(({ isDeleted }) => isDeleted)).toEqual([
      { id: places.us, name: 'Harbor US', isDeleted: true },
    ])
  })

  it('has the months of its cycle, with the share of each in what was purchased', async () => {
    await savePlan({ startsOn: '2025-01-12' })
    await use(
      { day: '2025-01-11', units: 7 },
      { day: '2025-01-12', units: 5 },
      { day: '2025-01-31', units: 6 },
      { day: '2025-11-20', units: 9 },
    )
    const answer = await summary()
    expect(answer.cycle).toEqual({ from: '2025-01-12', to: '2026-01-11', isCurrent: true, daysLeft: 52 })
    const { months, used, projected } = capabilityOf(answer, 'purchase')
    expect(used).toBe(20)
    // 312 of 365 days are over.
    expect(projected).toBe(Math.round((20 * 365) / 312))
    expect(months.map(each => each.used)).toEqual([11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0])
    expect(months.map(each => each.state).slice(9)).toEqual(['past', 'running', 'future', 'future'])
    expect(months.reduce((sum, each) => sum + (each.purchased ?? 0), 0)).toBe(10_000)
    expect(answer.cycles).toEqual([
      { from: '2025-01-12', to: '2026-01-11' },
      { from: '2024-01-12', to: '2025-01-11' },
    ])
    const before = await summary({ day: '2025-01-11' })
    expect(before.cycle).toMatchObject({ from: '2024-01-12', isCurrent: false, daysLeft: 0 })
    expect(capabilityOf(before, 'purchase')).toMatchObject({ used: 7, projected: null })
  })

  it('has calendar years without a limit where nobody has entered a plan', async () => {
    await use({ units: 3 })
    const answer = await summary()
    expect(answer.cycle).toMatchObject({ from: '2025-01-01', to: '2025-12-31' })
    expect(capabilityOf(answer, 'purchase')).toMatchObject({ purchased: null, used: 3 })
  })

  it('names assessments of the tenant', async () => {
    await use(
      { capability: 'account', apiName: 'v1.0/Assessment/Locker' },
      { capability: 'account', apiName: 'v1.0/Action/Login' },
    )
    expect(capabilityOf(await summary(), 'account').apiNames).toEqual(['v1.0/Assessment/Locker'])
  })
})

describe('the details', () => {
  beforeEach(() =>
    use(
      { day: '2025-10-31', units: 1000 },
      { day: '2025-11-01', units: 1 },
      { day: '2025-11-30', units: 2, environment: places.eu, experience: 'Evaluate' },
      { day: '2025-11-10', units: 30, response: '4xx', experience: '' },
      { day: '2025-11-10', units: 400, capability: 'account', apiName: 'v1.0/Action/Login' },
      { day: '2025-12-01', units: 5000 },
    ),
  )
  it.each([
    [{}, 433],
    [{ capability: 'purchase' }, 33],
    [{ apiName: 'v1.0/Action/Login' }, 400],
    [{ only: places.eu }, 2],
    [{ only: places.foreign }, 0],
    [{ experience: 'Evaluate' }, 2],
    [{ response: '4xx' }, 30],
    [{ from: '2025-10-31' }, 1433],
    [{ capability: 'account', response: '4xx' }, 0],
  ])('filtered by %o have %i units', async (filter, used) => {
    const answer = await details(filter)
    expect(answer.used).toBe(used)
    expect(answer.rows.reduce((sum, { count }) => sum + count, 0)).toBe(used)
    expect(answer.days.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0)).toBe(used)
    expect(answer.rowCount).toBe(answer.rows.length)
  })
  it('have the newest day first, each day of the range, and what it can be filtered by', async () => {
    const { rows, days, options } = await details()
    expect(rows.map(({ date, environment, count }) => [date, environment, count])).toEqual([
      ['2025-11-30', 'Harbor EU', 2],
      ['2025-11-10', 'Harbor', 400],
      ['2025-11-10', 'Harbor', 30],
      ['2025-11-01', 'Harbor', 1],
    ])
    expect(days).toHaveLength(30)
    expect(options.apiNames).toEqual(['v1.0/Action/Login', purchase])
  })
  it('are exported with a line in the activity log', async () => {
    const { app } = bench
    const response = await app.request(`/api/console/v1/environments/${places.root}/usage/export`, {
      method: 'POST',
      headers: { authorization: 'Bearer viewer', 'content-type': 'application/json' },
      body: JSON.stringify({ ...november, capability: 'purchase' }),
    })
    expect(response.status).toBe(200)
    const lines = (await response.text()).replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(lines[0]).toBe('date,environmentId,capability,apiName,experience,response,count,environment')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('2025-11-30')
    const log = await bench.store.db.selectFrom('audit_log').select(['operation', 'resource_type', 'after']).execute()
    expect(log).toMatchObject([{ operation: 'Export', resource_type: 'Usage', after: { rows: 3 } }])
  })
  it.each([
    [{ from: '2025-11-02', to: '2025-11-01' }, 'to'],
    [{ from: '2015-11-02', to: '2025-11-01' }, 'to'],
    [{ from: 'yesterday' }, 'from'],
    [{ capability: 'other' }, 'capability'],
    [{ response: '5xx' }, 'response'],
  ])('refuse %o', async (query, field) => {
    const text = new URLSearchParams({ ...november, ...query } as Record<string, string>).toString()
    const answer = await bench.call('viewer', 'GET', `/environments/${places.root}/usage/details?${text}`)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.json)).toContain(`"${field}"`)
  })
})

describe('the plan', () => {
  it('is saved with a line in the activity log, and once', async () => {
    const saved = await savePlan()
    expect(saved.status).toBe(200)
    expect(saved.json).toMatchObject({ version: 1, plan: plan(), cycle: { from: '2025-01-01', to: '2025-12-31' } })
    expect((await savePlan({}, 0)).json).toMatchObject({ version: 1 })
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'before', 'after'])
      .execute()
    expect(log).toMatchObject([{ operation: 'Update', resource_type: 'Subscription', after: { name: 'Business' } }])
  })
  it('of somebody else is not overwritten', async () => {
    await savePlan()
    expect(await savePlan({ name: 'Other' }, 0)).toMatchObject({ status: 409, json: { code: 'version.conflict' } })
    expect((await savePlan({ name: 'Other' }, 1)).json).toMatchObject({ version: 2, plan: { name: 'Other' } })
  })
  it.each([
    [{ cycleMonths: 5 }, 'cycleMonths'],
    [{ startsOn: '2025-02-30' }, 'startsOn'],
    [{ endsOn: '2024-01-01' }, 'endsOn'],
    [{ purchased: { purchase: -1, account: 1, lossPrevention: 1 } }, 'purchase'],
    [{ purchased: { purchase: 1.5, account: 1, lossPrevention: 1 } }, 'purchase', 400],
    [{ monthlyCost: -0.01 }, 'monthlyCost'],
    [{ name: 'x'.repeat(61) }, 'name'],
  ])('with %o is refused', async (more, field, status = 422) => {
    const answer = await savePlan(more)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.json)).toContain(field)
  })
  it('has what the running month is priced by', async () => {
    await use(
      { day: '2025-10-31', units: 1 },
      { day: '2025-11-01', units: 20, capability: 'account' },
      { day: '2025-11-20', units: 300 },
      { day: '2025-11-20', units: 4000, environment: places.box },
    )
    const { month } = await read<StoredPlan>('billing/plan')
    expect(month).toEqual({ month: '2025-11', units: { purchase: 300, account: 20, lossPrevention: 0 } })
  })
})

describe('the use of the tenant', () => {
  it('has all production environments, or those of one root', async () => {
    await use({ units: 1 }, { units: 20, environment: places.eu }, { units: 300, environment: places.foreign })
    expect(capabilityOf(await read<UsageSummary>('billing/summary', {}, 'admin', places.eu), 'purchase').used).toBe(21)
    const of = (rootId: string) => read<UsageSummary>('billing/summary', { rootId })
    expect(capabilityOf(await of(places.root), 'purchase')).toMatchObject({ used: 21, tenantUsed: 21 })
    expect(capabilityOf(await of(places.eu), 'purchase')).toMatchObject({ used: 20, tenantUsed: 21 })
    expect(capabilityOf(await of(places.foreign), 'purchase')).toMatchObject({ used: 0, tenantUsed: 21 })
    expect((await read<UsageDetails>('billing/details', november, 'admin', places.eu)).used).toBe(21)
  })
  it('keeps what a deleted root has used', async () => {
    await use({ units: 5 }, { units: 20, environment: places.eu })
    await bench.store.db.updateTable('environment').set({ status: 'Deleted' }).where('id', '=', places.eu).execute()
    expect(capabilityOf(await read<UsageSummary>('billing/summary'), 'purchase').used).toBe(25)
  })
  it('is for Product admins alone', async () => {
    for (const who of ['viewer', 'engineer', 'support'])
      for (const part of ['summary', 'plan'])
        expect((await bench.call(who, 'GET', `/environments/${places.root}/billing/${part}`)).status).toBe(403)
    expect((await savePlan({}, 0, 'viewer')).status).toBe(403)
    expect((await bench.call('engineer', 'GET', `/environments/${places.root}/usage/summary`)).status).toBe(403)
    expect((await bench.call('outsider', 'GET', `/environments/${places.root}/billing/plan`)).status).toBe(404)
    expect((await bench.call('outsider', 'GET', `/environments/${places.root}/usage/summary`)).status).toBe(404)
  })
})
