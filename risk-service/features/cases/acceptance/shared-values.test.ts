import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SupportEntry } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'
import { reviewerCall } from '../testing/reviewer-call.ts'
import { decideMany } from '../work/bulk.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('support_entry').execute()
  await bench.queue('Digital Goods')
  await bench.route('R1', 'ROUTETO Queue("Digital Goods") WHEN @"purchase.request.productList.type" == "Digital"')
  for (const id of ids) await bench.send({ id, product: 'Digital', email: 'ring@shop.example' })
  bench.at('09:05:01')
})

const ids = ['R-1', 'R-2', 'R-3']
const path = `${caseIds.root}/casemanagement/bulk-decisions`
const keys = (some: readonly string[]) => some.map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id }))
const watchEmail = (days: number | null) => [{ list: 'email', status: 'Watch', days }]
const decideAll = (some: readonly string[], listUpdates: object[]) =>
  bench.call<{ result: string }[]>('Ben', 'POST', path, {
    cases: keys(some),
    decision: 'Reject',
    reason: 'Abuse',
    listUpdates,
  })
const undo = async (...some: string[]) =>
  (await bench.call<{ result: string }[]>('Ben', 'POST', `${path}/undo`, { cases: keys(some) })).json.map(
    ({ result }) => result,
  )
const entry = async () =>
  (
    await bench.call<{ entry: SupportEntry }[]>('Max', 'POST', `${caseIds.root}/support-entries`, {
      entities: [{ list: 'email', value: 'ring@shop.example' }],
    })
  ).json[0]?.entry
const put = (status: string, reason: string) =>
  bench.call('Max', 'PUT', `${caseIds.root}/lists/support/email`, { values: ['ring@shop.example'], status, reason })

describe('an e-mail address that several cases share', () => {
  it.each([[['R-1', 'R-2', 'R-3']], [['R-3', 'R-2', 'R-1']], [['R-2', 'R-3', 'R-1']]])(
    'stays on its list until the last decision is taken back: %s',
    async order => {
      await decideAll(ids, watchEmail(30))
      for (const id of order) {
        expect(await entry()).toMatchObject({ status: 'Watch', expiresAt: '2025-04-02T09:05:01.000Z' })
        expect(await undo(id)).toEqual(['undone'])
      }
      expect(await entry()).toBeUndefined()
    },
  )

  it('leaves its list when all are taken back at once, and its earlier status returns', async () => {
    await put('Safe', 'Known customer')
    await decideAll(ids, watchEmail(null))
    expect(await entry()).toMatchObject({ status: 'Watch' })
    expect(await undo(...ids)).toEqual(['undone', 'undone', 'undone'])
    expect(await entry()).toMatchObject({ status: 'Safe', reason: 'Known customer' })
  })

  it('has what the decision wants that still stands', async () => {
    const decide = async (id: string, status: string) => {
      const { json } = await bench.onCase('Ben', id, '/lock')
      await bench.onCase('Ben', id, '/decision', {
        leaseToken: json.own.leaseToken,
        decision: 'Reject',
        reason: 'Abuse',
        listUpdates: [{ list: 'email', status, days: 10 }],
      })
    }
    await decide('R-1', 'Watch')
    bench.at('09:05:02')
    await decide('R-2', 'Block')
    expect(await undo('R-2')).toEqual(['undone'])
    expect(await entry()).toMatchObject({ status: 'Watch', expiresAt: '2025-03-13T09:05:01.000Z' })
    expect(await undo('R-1')).toEqual(['undone'])
    expect(await entry()).toBeUndefined()
  })

  it('keeps what a person says meanwhile, also when it is what the decisions said', async () => {
    await decideAll(ids, watchEmail(null))
    await put('Watch', 'Abuse')
    await undo(...ids)
    expect(await entry()).toMatchObject({ status: 'Watch', updatedBy: 'Max' })
  })
})

it('a value that cases share expires at one time, however long its decisions take', async () => {
  const start = bench.now().getTime()
  const call = reviewerCall(bench, bench.people.Ben ?? '')
  let seconds = 0
  const results = await decideMany(
    {
      ...call,
      ports: { ...call.ports, clock: () => new Date(start + 1000 * seconds++) },
      principal: {
        ...call.principal,
        assignments: [{ role: 'ManualReviewAnalyst', environmentId: caseIds.root }],
      },
      lists: { reloadSupport: () => Promise.resolve() },
    },
    {
      cases: keys(ids),
      decision: 'Reject',
      reason: 'Abuse',
      note: '',
      usefulness: null,
      listUpdates: [{ list: 'email', status: 'Watch', days: 1 }],
      tag: null,
      origin: null,
      includeUnderReview: false,
    },
  )
  expect(results.map(({ result }) => result)).toEqual(['applied', 'applied', 'applied'])
  const audited = await bench.store.db
    .selectFrom('audit_log')
    .select('after')
    .where('resource_type', '=', 'SupportList')
    .execute()
  const times = audited.map(({ after }) => (after as { entries: { expiresAt: string }[] }).entries[0]?.expiresAt)
  const expiry = new Date(start + 86_400_000).toISOString()
  expect(times).toEqual([expiry, expiry, expiry])
})
