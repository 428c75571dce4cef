import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { writeSetting } from '../../kernel/store/setting-store.ts'
import { checkPlans } from './check-plans.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['metered_day', 'plan_notice', 'notification'] as const)
    await bench.store.db.deleteFrom(table).execute()
  await bench.store.db.deleteFrom('setting').where('key', '=', 'metering.plan').execute()
})

const check = (day = '2025-11-20') =>
  checkPlans({
    ports: { db: bench.store.db, clock: () => new Date(`${day}T12:00:00Z`), newId },
    live: bench.live,
  })
const setPlan = (more: Partial<Plan> = {}) =>
  writeSetting(bench.store.db, places.tenant, 'metering.plan', {
    name: '',
    startsOn: '2025-01-01',
    cycleMonths: 12,
    endsOn: null,
    purchased: { purchase: 1000, account: 1000, lossPrevention: null },
    monthlyCost: null,
    version: 1,
    ...more,
  })
const use = (units: number, more: { day?: string; capability?: string; environment?: string } = {}) =>
  bench.store.db
    .insertInto('metered_day')
    .values({
      environment_id: more.environment ?? places.eu,
      day: more.day ?? '2025-11-10',
      capability: more.capability ?? 'purchase',
      api_name: newId(),
      experience: '',
      response: '2xx',
      units,
    })
    .execute()
const notices = async () =>
  (
    await bench.store.db
      .selectFrom('notification')
      .select(['event', 'type', 'params', 'environment_id', 'tenant_id'])
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ event, params }) => [event, params])
const used = (capability: string, share: number) => ['PlanUsed', { capability, share }]

describe('an entitlement', () => {
  it('is announced at 80 % and at 100 %, to the unit and once', async () => {
    await setPlan()
    await use(799)
    await check()
    expect(await notices()).toEqual([])
    await use(1)
    await check()
    await check()
    expect(await notices()).toEqual([used('purchase', 0.8)])
    await use(199)
    await check()
    expect(await notices()).toHaveLength(1)
    await use(1)
    await check()
    await check('2025-12-31')
    expect(await notices()).toEqual([used('purchase', 0.8), used('purchase', 1)])
  })

  it('is announced once by processes that look at the same time', async () => {
    await setPlan()
    await use(1000)
    await use(850, { capability: 'account' })
    await Promise.all(Array.from({ length: 8 }, () => check()))
    expect((await notices()).toSorted()).toEqual(
      [used('purchase', 0.8), used('purchase', 1), used('account', 0.8)].toSorted(),
    )
  })

  it('is announced again in the next cycle, and not for a deleted notification', async () => {
    await setPlan({ cycleMonths: 1 })
    await use(900)
    await check()
    await bench.store.db.deleteFrom('notification').execute()
    await check('2025-11-30')
    expect(await notices()).toEqual([])
    await use(800, { day: '2025-12-01' })
    await check('2025-12-01')
    expect(await notices()).toEqual([used('purchase', 0.8)])
  })

  it('is announced again in its cycle after it was raised, as far as its marks are not reached', async () => {
    await setPlan()
    await use(1000)
    await use(1000, { capability: 'account' })
    await check()
    expect(await notices()).toHaveLength(4)
    const raise = async (purchase: number | null, baseVersion: number) => {
      const path = `/environments/${places.root}/billing/plan`
      const { plan } = (await bench.call('admin', 'GET', path)).json as { plan: Plan }
      const purchased = { ...plan.purchased, purchase }
      const answer = await bench.call('admin', 'PUT', path, { baseVersion, plan: { ...plan, purchased } })
      expect(answer.status, JSON.stringify(answer.json)).toBe(200)
      await bench.store.db.deleteFrom('notification').execute()
      await check()
    }
    // 1,000 of 1,250 are 80 %: that mark stays reached.
    await raise(1250, 1)
    expect(await notices()).toEqual([])
    await use(250)
    await check()
    expect(await notices()).toEqual([used('purchase', 1)])
    await raise(10_000, 2)
    expect(await notices()).toEqual([])
    await use(6750)
    await check()
    expect(await notices()).toEqual([used('purchase', 0.8)])
    // Nothing else is announced again, and a lower entitlement announces nothing twice.
    await raise(9000, 3)
    expect(await notices()).toEqual([])
    await raise(null, 4)
    await raise(8000, 5)
    expect(await notices()).toEqual([used('purchase', 0.8), used('purchase', 1)])
  })

  it('is one of the tenant: all production environments count, sandboxes and other tenants do not', async () => {
    await setPlan()
    await use(500, { environment: places.root })
    await use(5000, { environment: places.box })
    await use(5000, { environment: places.foreign })
    await check()
    expect(await notices()).toEqual([])
    await use(300, { environment: places.us })
    await check()
    const stored = await bench.store.db
      .selectFrom('notification')
      .select(['tenant_id', 'environment_id', 'type'])
      .execute()
    expect(stored).toEqual([{ tenant_id: places.tenant, environment_id: null, type: 'Warning' }])
  })

  it('that nobody has entered is not announced', async () => {
    await use(5000)
    await check()
    await setPlan({ purchased: { purchase: null, account: 0, lossPrevention: null } })
    await use(10, { capability: 'account' })
    await check()
    expect(await notices()).toEqual([])
  })

  it('is read by Product admins', async () => {
    await setPlan()
    await use(800)
    await check()
    const items = async (who: string) =>
      ((await bench.call(who, 'GET', '/notifications')).json as { items: { event: string }[] }).items
    expect(await items('admin')).toMatchObject([{ event: 'PlanUsed', type: 'Warning', topic: 'subscription' }])
    for (const who of ['viewer', 'engineer', 'outsider']) expect(await items(who)).toEqual([])
  })
})

describe('a plan that ends', () => {
  it('is announced 30, 7 and 1 days before, and when it is over, each once', async () => {
    await setPlan({ endsOn: '2025-12-31' })
    for (const day of [
      '2025-11-30',
      '2025-12-01',
      '2025-12-02',
      '2025-12-24',
      '2025-12-25',
      '2025-12-30',
      '2025-12-31',
    ])
      await check(day)
    expect(await notices()).toEqual([
      ['PlanExpires', { days: 30 }],
      ['PlanExpires', { days: 7 }],
      ['PlanExpires', { days: 1 }],
    ])
    await check('2026-01-01')
    await check('2027-03-01')
    expect((await notices()).slice(3)).toEqual([['PlanExpired', {}]])
  })
  it('and was not looked at for days is announced with the days that are left', async () => {
    await setPlan({ endsOn: '2025-12-31' })
    await check('2025-12-20')
    expect(await notices()).toEqual([['PlanExpires', { days: 11 }]])
  })
})
