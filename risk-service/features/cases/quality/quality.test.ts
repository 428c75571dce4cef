import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QualityJudgement, QualitySample } from '../../../contract/cases/case-quality.ts'
import type { Case } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('case_quality_sample').execute()
  await bench.queue('Judged', { qualityPercent: 100, allowedDecisions: ['Approve', 'Reject'], timeoutMinutes: 60 })
  await bench.queue('Others')
  await bench.route('R1', 'ROUTETO Queue("Judged") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.route('R2', 'ROUTETO Queue("Others") WHEN @"purchase.request.totalAmount" < 1000')
  await bench.send({ id: 'P-1', amount: 2500, email: 'sofia@contoso.example' })
  await bench.send({ id: 'P-2', amount: 1800, email: 'a@shop.example' })
  await bench.send({ id: 'P-3', amount: 20 })
  bench.at('09:05:01')
})

const quality = `${caseIds.root}/casemanagement/quality`
const list = (as: string) => bench.call<{ waiting: QualitySample[]; judged: QualityJudgement[] }>(as, 'GET', quality)
const waiting = async (as: string) => (await list(as)).json.waiting.map(({ externalId }) => externalId)
const judge = (as: string, id: string, choice: object) =>
  bench.call<QualityJudgement>(as, 'POST', `${quality}/purchase/${id}`, choice)
const decide = async (as: string, id: string) => {
  const { json } = await bench.onCase(as, id, '/lock', {})
  const choice = { decision: 'Approve', reason: 'Low risk', leaseToken: json.own.leaseToken }
  return (await bench.onCase(as, id, '/decision', choice)).json.state
}

describe('a share of the decisions of a queue', () => {
  it('waits for the judgement of somebody senior who did not decide, and tells nothing of the decision', async () => {
    for (const id of ['P-1', 'P-2', 'P-3']) expect(await decide('Ana', id)).toBe('Decided')
    expect(await waiting('Max')).toEqual(['P-1', 'P-2'])
    // The customer of the other one is Sofia herself.
    expect(await waiting('Sofia')).toEqual(['P-2'])
    expect((await list('Ben')).json).toEqual({ waiting: [], judged: [] })
    expect((await bench.call('Ben', 'GET', `${quality}/purchase/P-2`)).status).toBe(403)
    expect((await list('Vera')).status).toBe(403)
    const read = await bench.call<{ request: Record<string, unknown> }>('Sofia', 'GET', `${quality}/purchase/P-2`)
    expect(read.json).toMatchObject({
      sample: { externalId: 'P-2', queueName: 'Judged', email: 'a@shop.example' },
      request: { totalAmount: 1800 },
      decisions: [{ name: 'Approve' }, { name: 'Reject' }],
    })
    for (const answer of [read, await list('Sofia')]) {
      expect(JSON.stringify(answer.json)).not.toContain('Ana')
      expect(JSON.stringify(answer.json)).not.toContain('"decision":"')
    }
  })

  it('is judged once; the decision stays, and what differs is stored', async () => {
    await decide('Ana', 'P-1')
    await decide('Ana', 'P-2')
    const choice = { decision: 'Reject', reason: 'Abuse', note: 'same card' }
    expect((await judge('Ben', 'P-2', choice)).status).toBe(403)
    expect((await judge('Sofia', 'P-2', { ...choice, reason: 'Mood' })).status).toBe(422)
    expect((await judge('Sofia', 'P-2', choice)).json).toMatchObject({
      first: { decision: 'Approve', reason: 'Low risk', by: 'Ana' },
      second: { decision: 'Reject', note: 'same card' },
      overturned: true,
    })
    expect((await judge('Max', 'P-1', { decision: 'Approve', reason: 'Other' })).json.overturned).toBe(false)
    expect(await judge('Max', 'P-2', choice)).toMatchObject({ status: 409, json: { code: 'case.alreadyJudged' } })
    expect((await bench.onCase<Case>('Max', 'P-2', '')).json).toMatchObject({
      state: 'Decided',
      outcome: { decision: 'Approve', corrected: false },
    })
    expect((await list('Sofia')).json).toMatchObject({ waiting: [], judged: [{ externalId: 'P-2', overturned: true }] })
    const rows = await bench.store.db
      .selectFrom('case_quality_sample')
      .select(['external_id', 'case_action', 'judged_case_action', 'overturned', 'judged_by_name'])
      .orderBy('external_id')
      .execute()
    expect(rows).toEqual([
      {
        external_id: 'P-1',
        case_action: 'Approve',
        judged_case_action: 'Approve',
        overturned: false,
        judged_by_name: 'Max',
      },
      {
        external_id: 'P-2',
        case_action: 'Approve',
        judged_case_action: 'Reject',
        overturned: true,
        judged_by_name: 'Sofia',
      },
    ])
  })

  it('leaves out decisions that were taken back, time-outs, and those of the judge', async () => {
    await decide('Max', 'P-1')
    expect(await waiting('Max')).toEqual([])
    expect((await judge('Max', 'P-1', { decision: 'Approve', reason: 'Other' })).status).toBe(403)
    expect(await waiting('Adi')).toEqual(['P-1'])
    bench.at('09:05:03')
    expect((await bench.onCase('Max', 'P-1', '/undo')).status).toBe(200)
    expect(await waiting('Adi')).toEqual([])
    bench.at('10:30')
    await bench.tick()
    expect((await bench.onCase<Case>('Max', 'P-2', '')).json.outcome?.via).toBe('Timeout')
    expect(await waiting('Adi')).toEqual([])
  })
})
