import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoutingPreview, Rule } from '../../../contract/index.ts'
import { createBacktestRunner } from '../../../http/node/backtest-runner.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { runBacktests } from '../../backtests/backtest-job.ts'
import { createBacktestPerformer } from '../../backtests/perform-backtest.ts'
import type { PerformBacktest } from '../../backtests/run/run-types.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('backtest').execute()
  await bench.store.db.deleteFrom('rule_draft').execute()
  await resetCaseBench(bench)
})

const routes = `${caseIds.root}/routing-rules`
const large = (queue = 'High', amount = 1000) =>
  `ROUTETO Queue("${queue}") WHEN @"purchase.request.totalAmount" > ${amount} && @"purchase.response.riskScore" >= 0`
const bodyOf = (name: string, text: string) => ({
  name,
  description: '',
  condition: '',
  clauses: [{ name: 'c', section: 'prior', text }],
  sample: { payload: {}, riskScore: 0 },
})
const draft = async (name: string, text: string) =>
  (await bench.call<Rule>('Finn', 'POST', routes, { eventType: 'purchase', body: bodyOf(name, text) })).json.id
async function rule(name: string, text: string): Promise<string> {
  const id = await draft(name, text)
  await bench.call('Finn', 'POST', `${routes}/${id}/publish`, { status: 'active', baseVersion: 0 })
  return id
}
const ports = () => ({ db: bench.store.db, clock: bench.now, log: silentLog })
const inThisThread: PerformBacktest = (input, hooks) =>
  createBacktestPerformer({ ...ports(), countryOf: () => null })(input, hooks)
const start = (ruleId: string, more: object = {}, { as = 'Finn', id = randomUUID() as string, place = routes } = {}) =>
  bench.call<RoutingPreview>(as, 'PUT', `${place}/previews/${id}`, { ruleId, days: 7, events: 5000, ...more })
const read = async (id: string, as = 'Finn') =>
  (await bench.call<RoutingPreview>(as, 'GET', `${routes}/previews/${id}`)).json
async function previewed(ruleId: string, more: object = {}, perform = inThisThread): Promise<RoutingPreview> {
  const { status, json } = await start(ruleId, more)
  expect([status, json.state]).toEqual([200, 'waiting'])
  await runBacktests({ ...ports(), perform }, 'routing')
  return read(json.id)
}
/** Events by queue, of all environments together: before and after. */
function counts({ result }: RoutingPreview): Record<string, [number, number]> {
  const sums: Record<string, [number, number]> = {}
  for (const { queue, before, after } of result?.queues ?? []) {
    const [sumBefore, sumAfter] = sums[queue] ?? [0, 0]
    sums[queue] = [sumBefore + before, sumAfter + after]
  }
  return sums
}

/** Orders of several days and amounts; those of the environment below have no queue High. */
async function sendOrders(): Promise<void> {
  await Promise.all([bench.queue('High'), bench.queue('Digital')])
  for (const [day, id, amount, environmentId] of [
    ['2025-02-20', 'old', 2000],
    ['2025-03-01', 'P-1', 2000],
    ['2025-03-01', 'P-2', 700],
    ['2025-03-02', 'P-3', 700],
    ['2025-03-02', 'P-4', 20],
    ['2025-03-02', 'E-1', 3000, caseIds.eu],
  ] as const) {
    bench.at(new Date(`${day}T10:00:00Z`))
    await bench.send({ id, amount, environmentId: environmentId ?? caseIds.root })
  }
  await bench.send({ id: 'approved', amount: 5000, review: false })
  bench.at('09:00')
}

describe('routing previews', () => {
  it('say per queue and day where the latest Review events would go, before and after a draft', async () => {
    await sendOrders()
    const id = await rule('R1', large())
    await bench.call('Finn', 'PUT', `${routes}/${id}/draft`, { body: bodyOf('R1', large('Digital', 500)) })
    const preview = await previewed(id)
    expect(preview).toMatchObject({ state: 'done', failure: null, stale: false, name: 'R1', limit: 5000 })
    expect(preview.result).toMatchObject({ events: 5, available: 5, changed: 3, errors: 0 })
    expect(preview.result?.first).toBe('2025-03-01T10:00:00.000Z')
    const inRoot = (day: string) =>
      preview.result?.days
        .filter(each => each.day === day && each.environmentId === caseIds.root)
        .map(({ queue, before, after }) => [queue, before, after])
        .toSorted()
    expect(inRoot('2025-03-01')).toEqual([
      ['Digital', 0, 2],
      ['General', 1, 0],
      ['High', 1, 0],
    ])
    expect(inRoot('2025-03-02')).toEqual([
      ['Digital', 0, 1],
      ['General', 2, 1],
    ])
    // The queues of the environment below are its own.
    expect(preview.result?.queues.filter(each => each.environmentId === caseIds.eu)).toMatchObject([
      { queue: 'General', before: 1, after: 1 },
    ])
  })

  it('keep the place of the rule, and can be asked about fewer events, a longer time and a rule that is switched off', async () => {
    await sendOrders()
    const [r1, r2] = [await rule('R1', large('High', 1000)), await rule('R2', large('Digital', 500))]
    const body = bodyOf('R1', large('High', 600))
    expect(counts(await previewed(r1, { body }))).toMatchObject({ High: [1, 3], Digital: [2, 0] })
    expect((await previewed(r2, { body, events: 2 })).result).toMatchObject({ events: 3, available: 5 })
    expect((await previewed(r1, { days: 30 })).result).toMatchObject({ events: 6, changed: 0 })
    expect(counts(await previewed(r1, { status: 'inactive' }))).toMatchObject({ High: [1, 0], Digital: [2, 3] })
    const added = await draft('R3', large('Digital', 0))
    expect(counts(await previewed(added))).toMatchObject({ High: [1, 1], Digital: [2, 3], General: [2, 1] })
  })

  it('count events for which the rule fails, and read lists, velocities and variables of their time', async () => {
    await sendOrders()
    const id = await draft(
      'R1',
      'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" / (@"purchase.request.totalAmount" - 700) > 1',
    )
    const preview = await previewed(id)
    expect(preview.result).toMatchObject({ errors: 2, changed: 1 })
    await bench.store.db
      .updateTable('rule')
      .set({
        body: JSON.stringify(bodyOf('Review', 'DO SetVariables(limit = 600)')),
      })
      .where('type', '=', 'decision')
      .execute()
    const byVariable = await draft(
      'R2',
      'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" > GetVariable("limit").ToInt32()',
    )
    expect(counts(await previewed(byVariable))).toMatchObject({ High: [0, 3] })
  })

  it('run in a thread of their own, like back-tests', async () => {
    await sendOrders()
    const id = await draft('R1', large('High', 500))
    const runner = createBacktestRunner(bench.store.target)
    const preview = await previewed(id, {}, runner.perform)
    await runner.stop()
    expect(counts(preview)).toMatchObject({ High: [0, 3], General: [5, 2] })
    expect(preview.progress).toEqual({ events: 5, total: 5 })
  })

  it('are started once, are cancelled, become stale, and say that there was nothing to route', async () => {
    await bench.queue('High')
    const id = await draft('R1', large())
    const previewId = randomUUID() as string
    expect((await start(id, {}, { id: previewId })).status).toBe(200)
    expect((await start(id, {}, { id: previewId })).json.id).toBe(previewId)
    const other = await start(id, { days: 30 }, { id: previewId })
    expect([other.status, other.code]).toEqual([409, 'backtest.exists'])
    const cancel = () => bench.call('Finn', 'POST', `${routes}/previews/${previewId}/cancel`, {})
    expect((await cancel()).json).toEqual({ cancelled: true })
    expect((await cancel()).json).toEqual({ cancelled: false })
    const none = await previewed(id)
    expect(none).toMatchObject({ state: 'failed', failure: 'noEvents', result: null })
    expect((await bench.call('Finn', 'GET', `${routes}/previews?ruleId=${id}`)).json).toMatchObject([{ id: none.id }])
    await bench.queue('Another')
    expect((await read(none.id)).stale).toBe(true)
    // Back-tests of decision rules are another list.
    expect((await bench.call('Pia', 'GET', `${caseIds.root}/backtests`)).json).toEqual([])
    expect((await bench.call('Pia', 'GET', `${caseIds.root}/backtests/${none.id}`)).status).toBe(404)
  })

  it('are refused with the faults of the rule, and to those who may not change routing rules', async () => {
    await bench.queue('Below', {}, caseIds.eu)
    const id = await draft('R1', 'ROUTETO Queue("Below")')
    const refused = await start(id)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.json)).toContain('line 1, column')
    expect((await start(id, { status: 'inactive' })).status).toBe(200)
    expect((await start(id, { events: 5001 })).status).toBe(422)
    expect((await start(id, { days: 0 })).status).toBe(422)
    expect((await start(id, {}, { as: 'Vera' })).status).toBe(403)
    expect((await start(id, {}, { as: 'Ana' })).status).toBe(403)
    expect((await start(id, {}, { as: 'Outsider' })).status).toBe(404)
    expect((await start(id, {}, { place: `${caseIds.eu}/routing-rules` })).status).toBe(404)
    expect((await start(randomUUID())).status).toBe(404)
    expect((await bench.call('Vera', 'GET', `${routes}/previews?ruleId=${id}`)).status).toBe(200)
    expect((await bench.call('Outsider', 'GET', `${routes}/previews?ruleId=${id}`)).status).toBe(404)
  })
})
