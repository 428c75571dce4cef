import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { reviewerCall } from './testing/reviewer-call.ts'

let bench: CaseBench
let digital = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  digital = await bench.queue('Digital Goods')
  await bench.route('R1', 'ROUTETO Queue("Digital Goods") WHEN @"purchase.request.productList.type" == "Digital"')
})

const send = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, index) => `D-${String(index).padStart(3, '0')}`)
  for (const id of ids) await bench.send({ id, product: 'Digital', instrument: 'pi-1' })
  bench.at('09:05:01')
  return ids
}
const refOf = (id: string) => ({ environmentId: caseIds.root as string, eventType: 'purchase', id })
const decideMany = (as: string, ids: readonly string[], more: object = {}, key?: string) =>
  bench.call<{ id: string; result: string; by: string | null }[]>(
    as,
    'POST',
    `${caseIds.root}/casemanagement/bulk-decisions`,
    { cases: ids.map(refOf), decision: 'Reject', reason: 'Abuse', note: 'a ring', ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const results = (answer: { json: { id: string; result: string }[] }) =>
  Object.fromEntries(answer.json.map(({ id, result }) => [id, result]))

describe('a bulk decision', () => {
  it('decides the chosen cases with reason and note, and leaves the others', async () => {
    const ids = await send(5)
    expect(results(await decideMany('Ben', ids.slice(0, 3)))).toEqual({
      'D-000': 'applied',
      'D-001': 'applied',
      'D-002': 'applied',
    })
    expect(await bench.list('Ana', digital)).toEqual(['D-003', 'D-004'])
    expect((await bench.onCase('Ana', 'D-001', '')).json.outcome).toMatchObject({
      via: 'Bulk',
      reason: 'Abuse',
      note: 'a ring',
      by: { name: 'Ben' },
    })
  })

  it('skips a case that is under review by now, unless it is told not to', async () => {
    const ids = await send(2)
    await bench.onCase('Ana', 'D-000', '/lock', {})
    const answer = await decideMany('Ben', ids)
    expect(results(answer)).toEqual({ 'D-000': 'case.lockedByOther', 'D-001': 'applied' })
    expect(answer.json[0]?.by).toBe('Ana')
    expect(results(await decideMany('Ben', ['D-000'], { includeUnderReview: true }))).toEqual({ 'D-000': 'applied' })
  })

  it('of linked cases ends the review of another person, and cannot include its own origin', async () => {
    await send(2)
    const { json: own } = await bench.onCase('Ana', 'D-000', '/lock', {})
    const { json: other } = await bench.onCase('Ben', 'D-001', '/lock', {})
    const answer = await decideMany('Ana', ['D-000', 'D-001'], { origin: refOf('D-000') })
    expect(results(answer)).toEqual({ 'D-000': 'case.isOrigin', 'D-001': 'applied' })
    expect((await bench.onCase('Ana', 'D-000', '')).json.state).toBe('InReview')
    const late = await bench.onCase('Ben', 'D-001', '/decision', {
      leaseToken: (other as Case).own.leaseToken,
      decision: 'Approve',
      reason: 'Low risk',
    })
    expect(late.json).toMatchObject({
      code: 'case.alreadyDecided',
      details: { case: { by: 'Ana', decision: 'Reject' } },
    })
    expect(own.own.leaseToken).not.toBe(null)
  })

  it('answers what it cannot change', async () => {
    const ids = await send(3)
    await decideMany('Ana', ['D-000'])
    await bench.onCase('Ana', 'D-001', '/lock', {})
    expect(results(await decideMany('Ben', [...ids, 'none']))).toEqual({
      'D-000': 'case.alreadyDecided',
      'D-001': 'case.lockedByOther',
      'D-002': 'applied',
      none: 'case.notFound',
    })
    expect((await decideMany('Vera', ids)).status).toBe(403)
    expect((await decideMany('Ben', ids, { decision: 'None' })).status).toBe(422)
  })

  it('asks each case by the configuration of its own root environment', async () => {
    const { db } = bench.store
    const otherRoot = '20000000-0000-4000-8000-0000000000c9'
    await db
      .insertInto('environment')
      .values({
        id: otherRoot,
        tenant_id: caseIds.tenant,
        parent_id: null,
        name: 'fabrikam',
        friendly_name: 'fabrikam',
        api_id: 'fabrikam',
        kind: 'production',
        geography: 'Europe',
        status: 'Active',
      })
      .execute()
    for (const name of ['Ben', 'Adi'])
      await db
        .insertInto('role_assignment')
        .values({
          tenant_id: caseIds.tenant,
          principal_id: bench.people[name] ?? '',
          role: name === 'Ben' ? 'ManualReviewAnalyst' : 'AllAreasAdmin',
          environment_id: otherRoot,
        })
        .execute()
    const approve = { caseAction: 'Approve', labelAction: 'None', reasons: ['Low risk'], buttonSentiment: null }
    const saved = await bench.call('Adi', 'PUT', `${otherRoot}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration: {
        queueDecisions: [
          { ...approve, name: 'Approve' },
          { ...approve, name: 'Confirm fraud', caseAction: 'Reject', reasons: ['Ring'] },
        ],
        defaultDecisionName: 'Approve',
      },
    })
    expect(saved.status).toBe(200)
    const row = await db.selectFrom('rule').selectAll().where('type', '=', 'decision').executeTakeFirstOrThrow()
    const rule = { ...row, id: randomUUID(), environment_id: otherRoot, body: JSON.stringify(row.body) }
    await db.insertInto('rule').values(rule).execute()
    await bench.engine.reloadRules()
    await bench.send({ id: 'F-1', environmentId: otherRoot })
    const [here = ''] = await send(1)
    const answer = await decideMany('Ben', [], {
      cases: [refOf(here), { environmentId: otherRoot, eventType: 'purchase', id: 'F-1' }],
      decision: 'Confirm fraud',
      reason: 'Ring',
    })
    expect(answer.status).toBe(200)
    expect(results(answer)).toEqual({ [here]: 'case.forbidden', 'F-1': 'applied' })
  })

  it('of more than 200 cases changes nothing', async () => {
    await send(1)
    const answer = await decideMany(
      'Ben',
      Array.from({ length: 201 }, () => 'D-000'),
    )
    expect([answer.status, answer.code]).toEqual([413, 'cases.bulkLimit'])
    expect(await bench.list('Ben', digital)).toEqual(['D-000'])
  })

  it('with the same key has the same answer and is made once', async () => {
    const ids = await send(3)
    const first = await decideMany('Ben', ids, {}, 'bulk-key-1')
    const again = await decideMany('Ben', ids, {}, 'bulk-key-1')
    expect(again.json).toEqual(first.json)
    const { rows } = await bench.store.pool.query(`select count(*)::int as n from case_event where kind = 'decided'`)
    expect(rows[0]).toEqual({ n: 3 })
  })

  it('overlapping with another one decides each case once', async () => {
    const ids = await send(30)
    const answers = await Promise.all([decideMany('Ana', ids), decideMany('Ben', ids), decideMany('Max', ids)])
    const applied = answers.flatMap(({ json }) => json.filter(({ result }) => result === 'applied').map(({ id }) => id))
    expect(applied.toSorted()).toEqual(ids)
    const others = answers.flatMap(({ json }) => json.filter(({ result }) => result !== 'applied'))
    expect(new Set(others.map(({ result }) => result))).toEqual(new Set(['case.alreadyDecided']))
    expect(others.every(({ by }) => ['Ana', 'Ben', 'Max'].includes(by ?? ''))).toBe(true)
  })

  it('is for managers alone where the queue says so', async () => {
    const closed = await bench.queue('Managed', { onlyManagersDecideInBulk: true })
    await bench.route('R2', 'ROUTETO Queue("Managed") WHEN @"purchase.request.totalAmount" == 9')
    await bench.send({ id: 'M-1', amount: 9 })
    bench.at('09:20')
    expect(closed).not.toBe('')
    expect(results(await decideMany('Ben', ['M-1']))).toEqual({ 'M-1': 'case.forbidden' })
    expect(results(await decideMany('Max', ['M-1']))).toEqual({ 'M-1': 'applied' })
  })
})

describe('many people at once', () => {
  it('a thousand decisions on a hundred cases decide each once, and tell the others by whom', async () => {
    const ids = await send(100)
    const people = ['Ana', 'Ben', 'Max', 'Sofia', 'Pia']
    // Each sends twice: with the key of the first call, as after a lost answer, or with a new one, as from another tab.
    const answers = await Promise.all(
      people.flatMap((name, index) => [
        decideMany(name, ids, {}, `first-call-${name}`),
        decideMany(name, ids, {}, index % 2 === 0 ? `first-call-${name}` : `other-tab-${name}`),
      ]),
    )
    const all = answers.flatMap(({ json }) => json)
    expect(all).toHaveLength(1000)
    expect(new Set(all.map(({ result }) => result))).toEqual(new Set(['applied', 'case.alreadyDecided']))
    expect(all.every(({ result, by }) => result === 'applied' || people.includes(by ?? ''))).toBe(true)
    const { rows } = await bench.store.pool.query(
      `select count(*)::int as n, count(distinct case_id)::int as cases from case_event where kind = 'decided'`,
    )
    expect(rows[0]).toEqual({ n: 100, cases: 100 })
  }, 60_000)

  it('500 starts on 100 cases give 100 different owners', async () => {
    await send(100)
    const { db } = bench.store
    const { Ana: ana = '' } = bench.people
    // One reviewer has one case per queue: a hundred reviewers call five times each.
    const reviewers = Array.from(
      { length: 100 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    )
    expect(ana).not.toBe('')
    const { startNext } = await import('./work/next.ts')
    const { findQueue } = await import('./store/queue-store.ts')
    const queue = await findQueue(db, digital)
    const calls = reviewers.flatMap(id => [1, 2, 3, 4, 5].map(() => startNext(reviewerCall(bench, id), queue as never)))
    const owned = (await Promise.all(calls)).map(found => `${found?.lock_owner_id} ${found?.external_id}`)
    expect(new Set(owned).size).toBe(100)
    expect(new Set(owned.map(each => each.split(' ')[1])).size).toBe(100)
  }, 60_000)
})
