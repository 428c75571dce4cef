import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseEvent, Reroute, SimulatedRoute } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())

const large = 'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" > 1000'
let high: string
/** Three large orders and a small one wait in General; then a rule sends large ones to High. */
beforeEach(async () => {
  await resetCaseBench(bench)
  high = await bench.queue('High', { orderBy: 'amountUsd', direction: 'descending', timeoutMinutes: 60 })
  for (const [id, amount] of [
    ['P-1', 2000],
    ['P-2', 3000],
    ['P-3', 4000],
    ['P-4', 10],
  ] as const)
    await bench.send({ id, amount })
  bench.at('09:10')
  await bench.route('R1', large)
})

const routes = (environmentId: string = caseIds.root) => `${environmentId}/routing-rules`
const plan = (as = 'Max', id = randomUUID() as string, environmentId?: string) =>
  bench.call<Reroute>(as, 'PUT', `${routes(environmentId)}/reroute/${id}`, {})
const confirm = (id: string, as = 'Max', environmentId?: string) =>
  bench.call<Reroute>(as, 'POST', `${routes(environmentId)}/reroute/${id}/confirm`, {})
const movesOf = ({ moves }: Reroute) => moves.map(({ from, to, cases }) => [from.name, to.name, cases])
const one = async (id: string) => (await bench.onCase('Max', id, '')).json
const simulate = (eventId: string, as = 'Vera', environmentId?: string) =>
  bench.call<SimulatedRoute[]>(as, 'POST', `${routes(environmentId)}/simulate`, { eventId })

describe('re-routing of waiting cases', () => {
  it('moves what the published rules send elsewhere, with an entry in each history', async () => {
    const found = await plan()
    expect(found.json).toMatchObject({ checked: 4, unchecked: 0, unreadable: 0, result: null })
    expect(movesOf(found.json)).toEqual([['General', 'High', 3]])
    expect(await bench.list('Max', high)).toEqual([])
    bench.at('09:20')
    const done = await confirm(found.json.id)
    expect(done.json.result).toEqual({ at: bench.now().toISOString(), moved: 3, left: [] })
    expect(await bench.list('Max', high)).toEqual(['P-3', 'P-2', 'P-1'])
    expect(await bench.list('Max', 'general')).toEqual(['P-4'])
    expect(await one('P-3')).toMatchObject({
      routedRule: 'R1',
      routedClause: 'R1 clause',
      timeoutAt: '2025-03-03T10:20:00.000Z',
      state: 'Pending',
    })
    const { json } = await bench.onCase<CaseEvent[]>('Max', 'P-3', '/history')
    expect(json.find(({ kind }) => kind === 'transferred')).toMatchObject({
      by: { name: 'Max' },
      details: { from: 'General', to: 'High', cause: 'rerouted', rule: 'R1' },
    })
    expect(
      await bench.store.db
        .selectFrom('audit_log')
        .select(['operation', 'after'])
        .where('operation', '=', 'Reroute')
        .execute(),
    ).toEqual([{ operation: 'Reroute', after: { moved: 3, left: 0 } }])
  })

  it('leaves a case that somebody changed since the preview, and says who', async () => {
    const { json: found } = await plan()
    expect((await bench.onCase<Case>('Ana', 'P-1', '/lock')).status).toBe(200)
    await bench.call('Max', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/P-2/priority`, { priority: 90 })
    const { result } = (await confirm(found.id)).json
    const at = { environmentId: caseIds.root, eventType: 'purchase' }
    expect(result).toMatchObject({
      moved: 1,
      left: [
        { ...at, externalId: 'P-1', obstacle: 'underReview', by: 'Ana' },
        { ...at, externalId: 'P-2', obstacle: 'changed', by: null },
      ],
    })
    expect((await one('P-1')).lock).toMatchObject({ owner: { name: 'Ana' } })
    expect(await bench.list('Max', high)).toEqual(['P-3'])
    // A new preview has what was changed, and not what is under review.
    expect((await plan()).json).toMatchObject({ checked: 3, moves: [{ cases: 1 }] })
  })

  it('is stored once, is confirmed once, and repeats its answers', async () => {
    const id = randomUUID()
    const first = (await plan('Max', id)).json
    await bench.send({ id: 'P-5', amount: 5000 })
    bench.at('09:16')
    expect((await plan('Max', id)).json).toEqual(first)
    const [one, other] = await Promise.all([confirm(id), confirm(id)])
    expect([one.json, other.json]).toEqual([one.json, one.json])
    expect((await confirm(id)).json).toEqual(one.json)
    const moved = await bench.store.db
      .selectFrom('case_event')
      .select('case_id')
      .where('kind', '=', 'transferred')
      .execute()
    expect(moved).toHaveLength(3)
    // Nothing is left to move.
    expect((await plan()).json.moves).toEqual([])
  })

  it('is refused when rules have changed since the preview, and for queues that are gone it is not wrong', async () => {
    const { json: found } = await plan()
    await bench.route('R2', large)
    const refused = await confirm(found.id)
    expect([refused.status, refused.code]).toEqual([409, 'version.conflict'])
    expect(await bench.list('Max', high)).toEqual([])
    await bench.store.db.deleteFrom('case_queue').where('id', '=', high).execute()
    expect((await plan()).json.moves).toEqual([])
  })

  it('leaves escalated and held cases alone', async () => {
    await bench.store.db.updateTable('review_case').set({ escalated: true }).where('external_id', '=', 'P-1').execute()
    await bench.send({ id: 'P-6', amount: 6000 })
    await bench.store.db.updateTable('review_case').set({ queue_id: null }).where('external_id', '=', 'P-6').execute()
    expect((await plan()).json).toMatchObject({ checked: 3, moves: [{ cases: 2 }] })
  })

  it('reaches the environments below, each with its own queues', async () => {
    const below = await bench.queue('High', {}, caseIds.eu)
    await bench.send({ id: 'E-1', amount: 9000, environmentId: caseIds.eu })
    await bench.store.db.updateTable('review_case').set({ queue_id: high }).where('external_id', '=', 'E-1').execute()
    bench.at('09:30')
    const { json: found } = await plan('Max', randomUUID(), caseIds.eu)
    expect(found).toMatchObject({ checked: 1, moves: [{ environmentId: caseIds.eu, to: { id: below }, cases: 1 }] })
    expect((await plan()).json.moves).toHaveLength(2)
    expect((await confirm(found.id)).status).toBe(404)
    expect((await confirm(found.id, 'Max', caseIds.eu)).json.result).toMatchObject({ moved: 1 })
  })

  it('is for managers, in their own tenant', async () => {
    const { json: found } = await plan()
    for (const as of ['Ana', 'Sofia', 'Vera', 'Finn', 'Sam']) {
      expect([as, (await plan(as)).status]).toEqual([as, 403])
      expect([as, (await confirm(found.id, as)).status]).toEqual([as, 403])
    }
    expect((await plan('Outsider')).status).toBe(404)
    expect((await confirm(found.id, 'Outsider')).status).toBe(404)
    expect((await confirm(randomUUID())).status).toBe(404)
    expect((await plan('Max', 'no-id')).status).toBe(422)
  })

  it('is announced to open pages of both queues', async () => {
    const { json: found } = await plan()
    const listener = bench.live.subscribe({ accepts: () => true, lastEventId: null })
    await confirm(found.id)
    const published: (string | null)[] = []
    while (published.length < 4) {
      const next = await listener.next()
      if (next.kind === 'change' && next.publication.event.kind === 'cases')
        published.push(next.publication.event.queueId)
    }
    listener.close()
    expect(published).toEqual([high, high, high, found.moves[0]?.from.id])
  })
})

describe('simulation of a stored event', () => {
  it('names the rule, the clause and the queue, and where the case is', async () => {
    expect((await simulate('P-2')).json).toMatchObject([
      {
        environmentId: caseIds.root,
        eventType: 'purchase',
        externalId: 'P-2',
        decision: 'Review',
        route: { queue: 'High', rule: 'R1', clause: 'R1 clause', errors: [] },
        case: { queue: 'General', rule: null },
      },
    ])
    expect((await simulate('P-4')).json).toMatchObject([{ route: { queue: 'General', rule: null, clause: null } }])
    expect((await simulate('P-2', 'Vera', caseIds.eu)).json).toEqual([])
    expect((await simulate('nothing')).json).toEqual([])
  })

  it('finds an event by either id and below its environment, with the errors of failing clauses', async () => {
    await bench.route('Failing', 'ROUTETO Queue("High") WHEN 1 / (@"purchase.request.totalAmount" - 10) > 1')
    await bench.send({ id: 'E-1', amount: 10, environmentId: caseIds.eu, review: false })
    const [found] = (await simulate('E-1')).json
    expect(found).toMatchObject({ environmentId: caseIds.eu, decision: 'Approve', case: null })
    expect(found?.route?.errors).toMatchObject([{ rule: 'Failing', line: 1 }])
    const { id } = await bench.store.db
      .selectFrom('review_case')
      .select('id')
      .where('external_id', '=', 'P-1')
      .executeTakeFirstOrThrow()
    expect((await simulate(id)).json).toMatchObject([{ externalId: 'P-1' }])
  })

  it('is for those who may read routing rules', async () => {
    for (const as of ['Vera', 'Finn', 'Max', 'Sofia']) expect((await simulate('P-1', as)).status).toBe(200)
    for (const as of ['Ana', 'Sam']) expect((await simulate('P-1', as)).status).toBe(403)
    expect((await simulate('P-1', 'Outsider')).status).toBe(404)
    expect((await simulate(' ')).status).toBe(422)
  })
})
