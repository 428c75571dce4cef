import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseRow, Queue, ReportCosts, SavingEstimate } from '../../contract/index.ts'
import { refreshSavings } from './clock/refresh-savings.ts'
import { enoughCases, savingDefaults } from './model/expected-saving.ts'
import { measureDecisions } from './store/saving-store.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { sendChargeback, sendLabel } from './testing/later-events.ts'

let bench: CaseBench
let queueId = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  queueId = randomUUID()
  await create(queueId, { orderBy: 'expectedSaving', direction: 'descending' })
  await bench.route('R1', 'ROUTETO Queue("Worth it") WHEN @"purchase.request.totalAmount" > 0')
})

const management = `${caseIds.root}/casemanagement`
const settings = (more: object) => ({ name: 'Worth it', defaultAction: 'Approve', ...more })
const create = (id: string, more: object, name = 'Worth it') =>
  bench.call<Queue & { details: { issues: { path: string[] }[] } }>('Max', 'PUT', `${management}/queues/${id}`, {
    assessment: 'purchase',
    settings: settings({ ...more, name }),
  })
const update = async (more: object) => {
  const { json } = await bench.call<Queue>('Max', 'GET', `${management}/queues/${queueId}`)
  return bench.call<Queue>('Max', 'PATCH', `${management}/queues/${queueId}`, {
    baseVersion: json.version,
    settings: settings(more),
  })
}
interface Page {
  rows: CaseRow[]
  total: number
  breakEven: { costPerMinuteUsd: number | null; worthwhile: number | null } | null
}
const page = async (more: object = {}) =>
  (await bench.call<Page>('Ana', 'POST', `${management}/queues/${queueId}/cases`, { view: 'pending', ...more })).json
const saveCosts = (as: string, costs: Partial<ReportCosts>) =>
  bench.call<ReportCosts>(as, 'PUT', `${management}/costs`, { costs })
const estimateOf = async (id: string, as = 'Ana') =>
  (await bench.onCase<{ estimate: SavingEstimate | null }>(as, id, '/saving')).json.estimate
const measure = () =>
  measureDecisions(bench.store.db, { environmentId: caseIds.root, eventType: 'purchase', now: bench.now() })
const refresh = () => refreshSavings({ ports: { db: bench.store.db, clock: bench.now }, live: bench.live })

/** Stores cases that people decided, as the service stores them. */
async function addDecided(
  count: number,
  { reject, queue = queueId, score = 500, amountUsd = 50_00, days = 1 }: Decided,
): Promise<string[]> {
  const decidedAt = new Date(bench.now().getTime() - days * 86_400_000)
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  await bench.store.db
    .insertInto('review_case')
    .values(
      ids.map(id => ({
        environment_id: caseIds.root,
        event_type: 'purchase',
        external_id: `D-${id}`,
        id,
        at: decidedAt,
        state: 'Decided' as const,
        queue_id: queue,
        rank: null,
        decision: 'Review',
        reason: '',
        routed_rule: null,
        routed_clause: null,
        rule: null,
        clause: null,
        risk_score: score,
        amount: amountUsd,
        currency: 'USD',
        amount_usd: amountUsd,
        user_id: null,
        email: null,
        ip: null,
        country: null,
        device_id: null,
        payment_id: null,
        lock_owner_id: null,
        lock_owner_name: null,
        lease_token: null,
        hold_owner_id: null,
        hold_owner_name: null,
        hold_reason: null,
        assignee_id: null,
        assignee_name: null,
        created_at: decidedAt,
        hold_until: decidedAt,
        decided_at: decidedAt,
        outcome: JSON.stringify({ via: 'Bulk', caseAction: reject ? 'Reject' : 'Approve' }),
      })),
    )
    .execute()
  return ids
}
interface Decided {
  reject: boolean
  queue?: string
  score?: number
  amountUsd?: number
  days?: number
}

describe('the order by expected saving', () => {
  it('is off until a manager switches it on, and needs an action that it can be compared with', async () => {
    const plain = await create(randomUUID(), {}, 'Plain')
    expect(plain.json.orderBy).toBe('eventTimestamp')
    const ascending = await create(randomUUID(), { orderBy: 'expectedSaving', direction: 'ascending' }, 'Other')
    expect([ascending.status, ascending.json.details.issues[0]?.path.at(-1)]).toEqual([422, 'direction'])
    expect((await update({ orderBy: 'riskScore' })).json.orderBy).toBe('riskScore')
    const byReviewer = { baseVersion: 2, settings: settings({ orderBy: 'expectedSaving', direction: 'descending' }) }
    expect((await bench.call('Ana', 'PATCH', `${management}/queues/${queueId}`, byReviewer)).status).toBe(403)
  })

  it('places new cases by amount and band, the most first, and those without an estimate last', async () => {
    await bench.send({ id: 'P-1', amount: 40 })
    await bench.send({ id: 'P-2', amount: 900 })
    await bench.send({ id: 'P-3', amount: 90 })
    bench.at('09:06')
    const { rows } = await page()
    expect(rows.map(row => row.externalId)).toEqual(['P-2', 'P-3', 'P-1'])
    const { changeShare, rightReject, minutes, margin } = savingDefaults
    const perMinute = (changeShare * (rightReject - (1 - rightReject) * margin)) / minutes
    expect(rows[0]?.savingPerMinuteUsd).toBeCloseTo(900_00 * perMinute)
    expect((await bench.next('Ana', queueId))?.externalId).toBe('P-2')
    await bench.store.db.deleteFrom('case_saving').execute()
    await bench.send({ id: 'P-4', amount: 5000 })
    bench.at('09:12')
    expect((await page()).rows.at(-1)).toMatchObject({ externalId: 'P-4', savingPerMinuteUsd: null })
  })

  it('follows what people decided: a band in which they never intervene comes later', async () => {
    await addDecided(60, { reject: false, amountUsd: 300_00 })
    await addDecided(60, { reject: true, amountUsd: 60_00 })
    await bench.send({ id: 'P-large', amount: 300 })
    await bench.send({ id: 'P-small', amount: 60 })
    bench.at('09:06')
    expect(await bench.list('Ana', queueId)).toEqual(['P-large', 'P-small'])
    await refresh()
    // The score of both is in the band of the decided ones, or the queue as a whole would speak for them.
    await bench.store.db.updateTable('review_case').set({ risk_score: 500 }).where('state', '=', 'Pending').execute()
    await refresh()
    expect(await bench.list('Ana', queueId)).toEqual(['P-small', 'P-large'])
    const small = await estimateOf('P-small')
    expect(small?.change).toMatchObject({ cases: 60, source: 'band' })
    expect((await estimateOf('P-large'))?.change.value).toBeLessThan(0.2)
    expect((await page()).rows[0]?.savingPerMinuteUsd).toBeCloseTo(60_00 * (small?.perMinute ?? 0))
  })

  it('the default action decides what a change is', async () => {
    await addDecided(enoughCases, { reject: true })
    await refresh()
    await bench.send({ id: 'P-1', amount: 50 })
    bench.at('09:06')
    const before = (await page()).rows[0]?.savingPerMinuteUsd ?? 0
    expect((await estimateOf('P-1'))?.defaultAction).toBe('Approve')
    await update({ orderBy: 'expectedSaving', direction: 'descending', defaultAction: 'Reject' })
    expect(await estimateOf('P-1')).toMatchObject({ defaultAction: 'Reject', margin: savingDefaults.margin })
    expect((await page()).rows[0]?.savingPerMinuteUsd).toBeLessThan(before)
  })

  it('a case that comes from another queue, or whose event is sent again, has its place', async () => {
    const other = await bench.queue('Other', {})
    await bench.send({ id: 'P-1', amount: 100 })
    await bench.send({ id: 'P-2', amount: 200 })
    bench.at('09:06')
    await bench.onCase('Max', 'P-2', '/transfer', { queueId: other, comment: 'there' })
    expect((await bench.rows('Max', other))[0]?.savingPerMinuteUsd).toBeNull()
    await bench.onCase('Max', 'P-2', '/transfer', { queueId, comment: 'and back' })
    expect(await bench.list('Ana', queueId)).toEqual(['P-2', 'P-1'])
    await bench.send({ id: 'P-1', amount: 240 })
    expect(await bench.list('Ana', queueId)).toEqual(['P-1', 'P-2'])
  })

  it('keeps the place of a case whose review ended without a decision', async () => {
    await bench.send({ id: 'P-1', amount: 100 })
    await bench.send({ id: 'P-2', amount: 200 })
    bench.at('09:06')
    const found = (await bench.next('Ana', queueId)) as Case
    await bench.onCase('Ana', 'P-2', '/sendback', { leaseToken: found.own.leaseToken })
    expect(await bench.list('Ben', queueId)).toEqual(['P-2', 'P-1'])
  })
})

describe('what is measured', () => {
  it('counts decisions of people alone, of the year, and adds the handling time of single ones', async () => {
    await bench.option({ undoSeconds: 0 })
    await addDecided(2, { reject: true, days: 400 })
    await addDecided(3, { reject: false, days: 2 })
    await bench.send({ id: 'P-1', amount: 50 })
    bench.at('09:06')
    const found = (await bench.next('Ana', queueId)) as Case
    bench.at('09:10')
    await bench.onCase('Ana', 'P-1', '/decision', {
      leaseToken: found.own.leaseToken,
      decision: 'Reject',
      reason: 'Stolen card',
    })
    const groups = await measure()
    const sum = (name: 'decided' | 'rejected' | 'handled' | 'minutes') =>
      groups.reduce((total, group) => total + group[name], 0)
    expect([sum('decided'), sum('rejected'), sum('handled'), sum('minutes')]).toEqual([4, 1, 1, 4])
    await bench.send({ id: 'P-2', amount: 50 })
    bench.at(new Date('2025-03-05T12:00:00Z'))
    await bench.tick()
    expect((await bench.onCase('Max', 'P-2', '')).json.outcome?.via).toBe('Timeout')
    expect((await measure()).reduce((total, { decided }) => total + decided, 0)).toBe(4)
  })

  it('knows an outcome by labels of others, by chargebacks for fraud, and by silence after 90 days', async () => {
    const [known = '', own = ''] = await addDecided(3, { reject: true })
    const [, charged = '', delivery = '', asked = ''] = await addDecided(4, { reject: false, days: 100 })
    await addDecided(1, { reject: false })
    await sendLabel(bench, `D-${known}`, 'CustomerEscalation')
    await sendLabel(bench, `D-${own}`, 'ManualReview')
    await sendChargeback(bench, `D-${charged}`, 'Accepted', 'Cardholder does not recognise the order')
    await sendChargeback(bench, `D-${delivery}`, 'Accepted', 'Merchandise not received')
    await sendChargeback(bench, `D-${asked}`, 'Inquiry', 'Fraud')
    expect(await measure()).toMatchObject([
      { decided: 8, rejected: 3, rejectedKnown: 1, rejectedFraud: 1, approvedKnown: 4, approvedGood: 2 },
    ])
  })

  it('is of one environment and of one assessment', async () => {
    await addDecided(3, { reject: true })
    const { db } = bench.store
    const now = bench.now()
    expect(await measureDecisions(db, { environmentId: caseIds.eu, eventType: 'purchase', now })).toEqual([])
    expect(await measureDecisions(db, { environmentId: caseIds.root, eventType: 'accountlogin', now })).toEqual([])
    const basis = (as: string) =>
      bench.call<Record<string, number>>(as, 'GET', `${management}/queues/${queueId}/saving`)
    expect((await basis('Ana')).json).toMatchObject({ environmentCases: 3, queueCases: 3, enoughCases })
    expect((await basis('Outsider')).status).toBe(404)
  })
})

describe('the break-even line', () => {
  beforeEach(async () => {
    await bench.send({ id: 'P-1', amount: 20 })
    await bench.send({ id: 'P-2', amount: 90 })
    await bench.send({ id: 'P-3', amount: 900 })
    bench.at('09:06')
  })

  it('waits for the cost of an hour, and counts the cases that save more', async () => {
    expect((await page()).breakEven).toEqual({ costPerMinuteUsd: null, worthwhile: null })
    expect((await saveCosts('Max', { hourlyCostUsd: 60_00 })).json).toEqual({
      hourlyCostUsd: 60_00,
      margin: null,
    })
    const { rows, breakEven, total } = await page()
    expect(breakEven).toEqual({ costPerMinuteUsd: 100, worthwhile: 2 })
    expect(total).toBe(3)
    expect(rows.map(row => (row.savingPerMinuteUsd ?? 0) >= 100)).toEqual([true, true, false])
    expect((await page({ filter: { maxAmountUsd: 100_00 } })).breakEven?.worthwhile).toBe(1)
  })

  it('belongs to the waiting cases in the order of the queue alone', async () => {
    expect((await page({ orderBy: 'riskScore' })).breakEven).toBeNull()
    expect((await page({ view: 'inReview' })).breakEven).toBeNull()
    await update({ orderBy: 'amountUsd' })
    expect((await page()).breakEven).toBeNull()
    expect(await estimateOf('P-1')).toBeNull()
    const refused = await bench.call('Ana', 'POST', `${management}/queues/${queueId}/cases`, {
      view: 'pending',
      orderBy: 'expectedSaving',
    })
    expect(refused.status).toBe(422)
  })

  it('the costs are those of managers of the tenant, are audited, and move what depends on the margin', async () => {
    expect((await saveCosts('Ana', { hourlyCostUsd: 60_00 })).status).toBe(403)
    expect((await saveCosts('Outsider', { hourlyCostUsd: 60_00 })).status).toBe(404)
    expect((await saveCosts('Max', { hourlyCostUsd: -1 })).status).toBe(422)
    const before = await estimateOf('P-3')
    await saveCosts('Max', { margin: 0.9 })
    const after = await estimateOf('P-3')
    expect([before?.margin, after?.margin]).toEqual([savingDefaults.margin, 0.9])
    expect((await page()).rows[0]?.savingPerMinuteUsd).toBeCloseTo(900_00 * (after?.perMinute ?? 0))
    const audit = await bench.store.db
      .selectFrom('audit_log')
      .select('after')
      .where('resource_type', '=', 'CaseConfiguration')
      .execute()
    expect(audit).toEqual([{ after: { hourlyCostUsd: null, margin: 0.9 } }])
  })

  it('the explanation of a case is for those who see the case', async () => {
    expect((await bench.onCase('Outsider', 'P-1', '/saving')).status).toBe(404)
    const elsewhere = await bench.call('Ana', 'GET', `${caseIds.eu}/casemanagement/cases/purchase/P-1/saving`)
    expect(elsewhere.status).toBe(404)
  })
})
