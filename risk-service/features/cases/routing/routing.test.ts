import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule, RuleSummary } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const routes = (environmentId: string = caseIds.root) => `${environmentId}/routing-rules`
const large = 'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" > 1000'
const digital = 'ROUTETO Queue("Digital") WHEN @"purchase.request.productList[0].type" == "Digital"'
const draft = (name: string, text: string, environmentId: string = caseIds.root) =>
  bench.call<Rule>('Finn', 'POST', routes(environmentId), {
    eventType: 'purchase',
    body: {
      name,
      description: '',
      condition: '',
      clauses: [{ name: 'c', section: 'prior', text }],
      sample: { payload: {}, riskScore: 0 },
    },
  })
interface Refusal {
  details: { problems: object[]; issues: { message: string }[] }
}
const publish = (ruleId: string, environmentId: string = caseIds.root) =>
  bench.call<Refusal>('Finn', 'POST', `${routes(environmentId)}/${ruleId}/publish`, {
    status: 'active',
    baseVersion: 0,
  })
async function rule(name: string, text: string, environmentId?: string): Promise<string> {
  const { id } = (await draft(name, text, environmentId)).json
  expect((await publish(id, environmentId)).status).toBe(200)
  return id
}
const listed = async (as = 'Finn', environmentId: string = caseIds.root) =>
  (await bench.call<RuleSummary[]>(as, 'GET', routes(environmentId))).json
const order = (ruleIds: string[], as = 'Finn', before?: string[]) =>
  bench.call(as, 'PUT', `${routes()}/order`, { ruleIds, ...(before === undefined ? {} : { before }) })

describe('routing of cases', () => {
  it('the first rule that matches decides, in the saved order, and for new cases alone', async () => {
    const [high, dg] = [await bench.queue('High'), await bench.queue('Digital')]
    const [r1, r2] = [await rule('R1', large), await rule('R2', digital)]
    await bench.send({ id: 'P-1001', amount: 1500, product: 'Digital' })
    expect((await order([r2, r1])).status).toBe(200)
    await bench.send({ id: 'P-1010', amount: 1500, product: 'Digital' })
    bench.at('09:05:01')
    expect(await bench.list('Max', high)).toEqual(['P-1001'])
    expect(await bench.list('Max', dg)).toEqual(['P-1010'])
  })

  it('[S07] an order that is dragged and not saved sends nothing elsewhere', async () => {
    const [high, dg] = [await bench.queue('High'), await bench.queue('Digital')]
    const [r1, r2] = [await rule('R1', large), await rule('R2', digital)]
    // Cancel sends nothing; an order that the service refuses is not in force either.
    expect((await order([r2, r1], 'Vera')).status).toBe(403)
    expect((await order([r2])).status).toBe(409)
    expect((await order([r2, r1], 'Finn', [r2, r1])).code).toBe('version.conflict')
    await bench.send({ id: 'P-1011', amount: 1500, product: 'Digital' })
    bench.at('09:05:01')
    expect([await bench.list('Max', high), await bench.list('Max', dg)]).toEqual([['P-1011'], []])
    expect((await listed()).map(({ id }) => id)).toEqual([r1, r2])
  })

  it('[S12] a clause that was edited as code stays code, for everybody who opens it later', async () => {
    await bench.queue('High')
    const clause = { name: 'c', section: 'prior', text: large, visual: true }
    const body = {
      name: 'R1',
      description: '',
      condition: '',
      clauses: [clause],
      sample: { payload: {}, riskScore: 0 },
    }
    const { id } = (await bench.call<Rule>('Finn', 'POST', routes(), { eventType: 'purchase', body })).json
    expect((await publish(id)).status).toBe(200)
    const shown = async (as: string) => (await bench.call<Rule>(as, 'GET', `${routes()}/${id}`)).json.published
    expect((await shown('Vera'))?.clauses).toMatchObject([{ visual: true }])
    const edited = { ...clause, text: large.replace('1000', '900'), visual: false }
    const saved = await bench.call('Finn', 'PUT', `${routes()}/${id}/draft`, { body: { ...body, clauses: [edited] } })
    expect(saved.status).toBe(200)
    // A draft is its author's alone.
    expect((await shown('Vera'))?.clauses).toMatchObject([{ visual: true, text: large }])
    const published = await bench.call('Finn', 'POST', `${routes()}/${id}/publish`, {
      status: 'active',
      baseVersion: 1,
    })
    expect(published.status).toBe(200)
    for (const as of ['Vera', 'Finn']) expect((await shown(as))?.clauses).toMatchObject([edited])
    await bench.send({ id: 'P-1', amount: 950 })
    expect(await bench.store.db.selectFrom('review_case').select('routed_rule').execute()).toEqual([
      { routed_rule: 'R1' },
    ])
  })

  it('an order that somebody else changed is not saved, and the present one can be read', async () => {
    await Promise.all([bench.queue('High'), bench.queue('Digital')])
    const [r1, r2] = [await rule('R1', large), await rule('R2', digital)]
    const r3 = await rule('R3', digital)
    const refused = await order([r2, r1], 'Max')
    expect([refused.status, refused.code]).toEqual([409, 'version.conflict'])
    expect((await listed('Max')).map(({ id }) => id)).toEqual([r1, r2, r3])
    expect((await order([r2, r1, r3], 'Ana')).status).toBe(403)
    const seen = [r1, r2, r3]
    expect((await order([r3, r1, r2], 'Finn', seen)).status).toBe(200)
    const second = await order([r2, r1, r3], 'Max', seen)
    expect([second.status, second.code]).toEqual([409, 'version.conflict'])
    expect((await listed('Max')).map(({ id }) => id)).toEqual([r3, r1, r2])
    // The same order again is no conflict.
    expect((await order([r3, r1, r2], 'Max', seen)).status).toBe(200)
  })

  it('a queue that is unknown, or of another environment, cannot be published, by line and column', async () => {
    await bench.queue('Below', {}, caseIds.eu)
    for (const name of ['Below', 'Nowhere']) {
      const { id } = (await draft(`To ${name}`, `ROUTETO\n  Queue("${name}")`)).json
      const refused = await publish(id)
      expect(refused.status).toBe(422)
      expect(refused.json.details.problems).toMatchObject([{ clause: 'c', line: 2, column: 9, severity: 'error' }])
      expect(refused.json.details.issues[0]?.message).toContain('c, line 2, column 9')
    }
    await bench.queue('Above')
    const { id } = (await draft('To Above', 'ROUTETO Queue("Above")', caseIds.eu)).json
    expect((await publish(id, caseIds.eu)).status).toBe(422)
    await rule('To Below', 'ROUTETO Queue("Below")', caseIds.eu)
  })

  it('a queue can be renamed and deleted once no rule names it', async () => {
    const [high, dg] = [await bench.queue('High'), await bench.queue('Digital')]
    const r1 = await rule('R1', large)
    await bench.send({ id: 'P-1001', amount: 2500 })
    await bench.send({ id: 'P-1002', amount: 1800 })
    bench.at('09:05:01')
    expect(await bench.list('Max', high)).toHaveLength(2)
    const remove = (body: object) => bench.call('Max', 'DELETE', `${caseIds.root}/casemanagement/queues/${high}`, body)
    expect((await remove({ baseVersion: 1, moveTo: dg })).code).toBe('queue.referenced')
    expect((await bench.call('Finn', 'DELETE', `${routes()}/${r1}`)).status).toBe(200)
    expect((await remove({ baseVersion: 1 })).status).toBe(400)
    expect((await remove({ baseVersion: 1, moveTo: dg })).status).toBe(204)
    expect(await bench.list('Max', dg)).toHaveLength(2)
  })

  it('the list counts cases by the rule that sent them, whatever its name is now, and parts that failed', async () => {
    await Promise.all([bench.queue('High'), bench.queue('High', {}, caseIds.eu)])
    const r1 = await rule('R1', large)
    const failing = await rule('Failing', 'ROUTETO Queue("High") WHEN 1 / @"purchase.request.totalAmount" > 1')
    bench.at(new Date('2025-02-26T09:00:00Z'))
    await bench.send({ id: 'P-1', amount: 2000 })
    bench.at('09:00')
    await bench.send({ id: 'P-2', amount: 2000 })
    await bench.send({ id: 'P-3', amount: 2000, environmentId: caseIds.eu })
    await bench.send({ id: 'P-4', amount: 0 })
    await bench.call('Finn', 'PUT', `${routes()}/${r1}/name`, { name: 'Large' })
    const figures = async (environmentId?: string) =>
      Object.fromEntries((await listed('Vera', environmentId)).map(({ id, routing }) => [id, routing]))
    const queues = { queues: ['High'], missingQueues: [] }
    expect(await figures()).toEqual({
      [r1]: { ...queues, hits24h: 2, hits7d: 3, errors7d: 0 },
      [failing]: { ...queues, hits24h: 0, hits7d: 0, errors7d: 1 },
    })
    expect((await figures(caseIds.eu))[r1]).toEqual({ ...queues, hits24h: 1, hits7d: 1, errors7d: 0 })
    await bench.store.db
      .deleteFrom('case_queue')
      .where('environment_id', '=', caseIds.eu)
      .where('name', '=', 'High')
      .execute()
    expect((await figures(caseIds.eu))[r1]?.missingQueues).toEqual(['High'])
    expect((await figures())[r1]?.missingQueues).toEqual([])
    await bench.store.db.updateTable('review_case').set({ routed_rule_id: randomUUID() }).execute()
    expect((await figures())[r1]?.hits7d).toBe(0)
  })
})
