import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Case, QueuePreview } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.option({ undoSeconds: 0 })
  await bench.queue('Large orders')
})

const preview = (body: object = {}, as = 'Max') =>
  bench.call<QueuePreview>(as, 'POST', `${caseIds.root}/casemanagement/queue-preview`, {
    assessment: 'purchase',
    name: 'Large orders',
    ...body,
  })

/** Two large orders and a small one on one day, and a large one on the next. */
async function sendOrders() {
  await bench.send({ id: 'P-1', amount: 2000 })
  await bench.send({ id: 'P-2', amount: 3000 })
  await bench.send({ id: 'P-3', amount: 10 })
  bench.at('10:05:30')
  const { leaseToken } = (await bench.onCase<Case>('Max', 'P-1', '/lock', {})).json.own
  await bench.onCase('Max', 'P-1', '/decision', { leaseToken, decision: 'Approve', reason: 'Other' })
  bench.at(new Date('2025-03-04T08:00:00Z'))
  await bench.send({ id: 'P-4', amount: 5000 })
  bench.at(new Date('2025-03-04T08:06:00Z'))
}

it('says what the published rules that name the queue send to it, whatever was done with the cases', async () => {
  await sendOrders()
  await bench.route('To large', 'ROUTETO Queue("large ORDERS") WHEN @"purchase.request.totalAmount" > 1000')
  const { json, status } = await preview()
  expect(status).toBe(200)
  expect(json).toEqual({
    days: 7,
    rules: ['To large'],
    cases: 3,
    checked: 4,
    complete: true,
    busiestDay: 2,
    waitedMinutes: expect.any(Array),
  })
})

it('says how long each of the cases waited', async () => {
  await bench.route('To large', 'ROUTETO Queue("Large orders") WHEN @"purchase.request.totalAmount" > 1000')
  await sendOrders()
  // P-1 was decided after an hour, P-2 waits since yesterday, P-4 came a minute ago.
  const { waitedMinutes } = (await preview()).json
  expect(waitedMinutes.toSorted((one, other) => one - other)).toEqual([1, 61, 1381])
})

it('looks at no case while no published rule names the queue, and at none that is older', async () => {
  await sendOrders()
  expect((await preview()).json).toMatchObject({ rules: [], cases: 0, checked: 0 })
  await bench.route('To large', 'ROUTETO Queue("Large orders")')
  bench.at(new Date('2025-03-11T07:00:00Z'))
  expect((await preview()).json).toMatchObject({ rules: ['To large'], cases: 1, checked: 1 })
})

it('is for those who may define queues, and names a setting that is wrong', async () => {
  expect((await preview({}, 'Ana')).status).toBe(403)
  expect((await preview({}, 'Outsider')).status).toBe(404)
  const { status, json } = await preview({ name: '' })
  expect(status).toBe(422)
  expect(JSON.stringify(json)).toContain('name')
})
it('is limited by user, as what it evaluates delays decisions', async () => {
  const answers = await Promise.all(Array.from({ length: 65 }, () => preview({ name: 'Nowhere' }, 'Max')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})
