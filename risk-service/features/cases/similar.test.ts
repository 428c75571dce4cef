import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SimilarCase } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { sendChargeback, sendLabel } from './testing/later-events.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.option({ undoSeconds: 0 })
})

type Sent = Parameters<CaseBench['send']>[0]
const similar = (id = 'P-now', as = 'Ana') => bench.onCase<SimilarCase[]>(as, id, '/similar')
const idsOf = async (as = 'Ana') => (await similar('P-now', as)).json.map(({ externalId }) => externalId)

/** Decides purchases one after another, and lets the one that is compared wait. */
async function decided(before: readonly Sent[], now: Omit<Sent, 'id'>, decision = 'Reject', reason = 'Stolen card') {
  for (const event of before) await bench.send(event)
  bench.at('09:06')
  for (const [index, { id }] of before.entries()) {
    bench.at(`09:${10 + index}`)
    const { json } = await bench.onCase('Max', id, '/lock', {})
    await bench.onCase('Max', id, '/decision', { leaseToken: json.own.leaseToken, decision, reason })
  }
  bench.at('09:30')
  await bench.send({ id: 'P-now', ...now })
  bench.at('09:36')
}

describe('similar decided cases', () => {
  it('are those that share the most kinds of entities, then the latest, and not more than five', async () => {
    const now = { userId: 'u-1', instrument: 'pi-1', device: 'd-1', email: 'a@example.com', street: 'Main St. 1' }
    await decided(
      [
        { id: 'P-email', email: 'A@example.com' },
        { id: 'P-address', street: 'main st 1' },
        { id: 'P-both', device: 'd-1', instrument: 'pi-1' },
        { id: 'P-user', userId: 'u-1' },
        { id: 'P-all', ...now },
        { id: 'P-other' },
      ],
      now,
    )
    const { json } = await similar()
    expect(json.map(({ externalId }) => externalId)).toEqual(['P-all', 'P-both', 'P-user', 'P-address', 'P-email'])
    expect(json[0]).toMatchObject({
      shared: ['user', 'payment', 'device', 'email', 'address'],
      sameRule: true,
      decision: 'Reject',
      reason: 'Stolen card',
      via: 'Single',
      decidedAt: '2025-03-03T09:14:00.000Z',
      chargeback: null,
      label: null,
    })
  })

  it('without a shared entity are those of the same rule, the closest in score and amount first', async () => {
    await decided(
      [
        { id: 'P-far', amount: 5000 },
        { id: 'P-near', amount: 60 },
        { id: 'P-latest', amount: 2000 },
      ],
      {
        amount: 50,
      },
    )
    expect(await idsOf()).toEqual(['P-near', 'P-latest', 'P-far'])
    expect((await similar()).json[0]).toMatchObject({ shared: [], sameRule: true, sameAmountBand: true })
    await bench.store.db
      .updateTable('review_case')
      .set({ rule: 'Another' })
      .where('external_id', '=', 'P-now')
      .execute()
    expect(await idsOf()).toEqual(['P-near'])
  })

  it('are decided ones alone: there is none before the first decision', async () => {
    await bench.send({ id: 'P-waiting', userId: 'u-1' })
    await decided([], { userId: 'u-1' })
    expect((await similar()).json).toEqual([])
  })

  it('show what became known later, and no label that a review wrote', async () => {
    await decided([{ id: 'P-1' }, { id: 'P-2' }, { id: 'P-3' }], {}, 'Approve', 'Low risk')
    await sendChargeback(bench, 'P-1', 'Accepted', 'Fraud')
    await sendChargeback(bench, 'P-2', 'Reversed', 'Fraud')
    await sendLabel(bench, 'P-2', 'CustomerEscalation', false)
    await sendLabel(bench, 'P-3', 'ManualReview')
    const found = Object.fromEntries((await similar()).json.map(each => [each.externalId, each]))
    expect(found['P-1']).toMatchObject({ chargeback: { reason: 'Fraud' }, label: null })
    expect(found['P-2']).toMatchObject({ chargeback: null, label: { isFraud: false } })
    expect(found['P-3']).toMatchObject({ chargeback: null, label: null })
  })

  it('are those of the environment of the case, for callers who see the case', async () => {
    await decided([{ id: 'P-1', userId: 'u-1' }], { userId: 'u-1' })
    const { db } = bench.store
    expect(await idsOf()).toEqual(['P-1'])
    expect((await similar('P-now', 'Outsider')).status).toBe(404)
    expect((await similar('P-now', 'Finn')).status).toBe(403)
    const elsewhere = await bench.call('Ana', 'GET', `${caseIds.eu}/casemanagement/cases/purchase/P-now/similar`)
    expect(elsewhere.status).toBe(404)
    await db.updateTable('review_case').set({ environment_id: caseIds.eu }).where('external_id', '=', 'P-1').execute()
    expect(await idsOf()).toEqual([])
  })

  it('leave out cases of a queue that the caller does not see', async () => {
    const closed = await bench.queue('Closed', {
      restrictToAssignees: true,
      assignedUsers: [bench.people['Ana'] ?? ''],
    })
    await bench.route('R4', 'ROUTETO Queue("Closed") WHEN @"purchase.request.totalAmount" == 7')
    await decided(
      [
        { id: 'P-closed', amount: 7, userId: 'u-1' },
        { id: 'P-open', userId: 'u-1' },
      ],
      { userId: 'u-1' },
    )
    expect((await bench.onCase('Max', 'P-closed', '')).json.queueId).toBe(closed)
    expect(await idsOf('Ana')).toEqual(['P-open', 'P-closed'])
    expect(await idsOf('Ben')).toEqual(['P-open'])
  })
})
