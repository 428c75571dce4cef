import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RuleBody, TimeMachineRun } from '../../contract/index.ts'
import { timeMachineLimits } from '../../contract/uploads/time-machine-definitions.ts'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../http/console-api/testing/console-bench.ts'
import { createBacktestRunner } from '../../http/node/backtest-runner.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { BacktestInterruptedError, runBacktests } from './backtest-job.ts'
import { createBacktestPerformer } from './perform-backtest.ts'
import { insertSales, type Sale } from './testing/stored-sales.ts'

const dayLength = 86_400_000
const start = new Date('2025-10-01T00:00:00Z')
/** Forty purchases, one every twelve hours, of five accounts. */
const sold: (Sale & { email: string })[] = Array.from({ length: 40 }, (_, n) => ({
  id: randomUUID(),
  at: new Date(start.getTime() + n * (dayLength / 2)),
  email: `p${n % 5}@x.example`,
  amount: 10 + n,
  score: (n * 97) % 1000,
  decision: n % 7 === 0 ? 'Reject' : 'Approve',
  label: n % 3 === 0 ? 'Fraud' : n % 3 === 1 ? 'NonFraud' : null,
  environment: n % 4 === 0 ? places.eu : places.root,
}))
const text = (least: number) =>
  `RETURN Reject() WHEN Velocity.emailAttempts(@"user.email", 3d) >= 1 && @"totalAmount" > ${least}`
const rule = (name: string, clause: string): RuleBody =>
  ruleBody(name, { clauses: [{ name: 'c', section: 'postRisk', text: clause }] })

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  await insertSales(bench.store.db, sold)
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['backtest', 'rule', 'rule_draft', 'template'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

async function publish(body: RuleBody): Promise<string> {
  const id = randomUUID()
  await bench.store.db
    .insertInto('rule')
    .values({
      id,
      environment_id: places.root,
      event_type: 'purchase',
      name: body.name,
      status: 'active',
      position: 1,
      version: 1,
      body: JSON.stringify(body),
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
  return id
}
async function storeDraft(ruleId: string, body: RuleBody): Promise<void> {
  await bench.store.db
    .insertInto('rule_draft')
    .values({
      rule_id: ruleId,
      author_id: bench.person('engineer').id,
      environment_id: places.root,
      event_type: 'purchase',
      author_name: 'x',
      body: JSON.stringify(body),
      base_version: 1,
      saved_at: now,
    })
    .execute()
}
async function storeTemplate(body: RuleBody): Promise<string> {
  const id = randomUUID()
  await bench.store.db
    .insertInto('template')
    .values({
      id,
      environment_id: places.root,
      kind: 'rule',
      name: `Template of ${body.name}`,
      description: '',
      source: body.name,
      version: 1,
      content: JSON.stringify({
        assessment: { key: 'purchase', name: 'Purchase', kind: 'builtIn' },
        type: 'decision',
        body,
      }),
      created_by: randomUUID(),
      created_by_name: 'x',
      created_at: now,
    })
    .execute()
  return id
}
const at = (id: string, environment: string = places.root) => `/environments/${environment}/time-machine/${id}`
const begin = (
  more: object = {},
  { as = 'engineer', environment = places.root as string, id = randomUUID() as string } = {},
) => bench.call(as, 'PUT', at(id, environment), { eventType: 'purchase', ...more })
const ports = () => ({ db: bench.store.db, clock: () => now, log: silentLog })
const perform = () => createBacktestPerformer({ ...ports(), countryOf: () => null })
async function ended(more: object = {}): Promise<TimeMachineRun> {
  const begun = await begin(more)
  expect(begun.status, JSON.stringify(begun.json)).toBe(200)
  await runBacktests({ ...ports(), perform: perform() }, 'history')
  return (await bench.call('viewer', 'GET', at((begun.json as TimeMachineRun).id))).json as TimeMachineRun
}
/** Decisions computed from the events alone: another attempt of the address since the third day before, and the amount. */
function byHand(least: number, events = sold) {
  const rejected = events.filter((event, index) => {
    const since = Math.floor(event.at.getTime() / dayLength) * dayLength - 3 * dayLength
    const tries = events.slice(0, index).filter(other => other.email === event.email && other.at.getTime() >= since)
    return tries.length >= 1 && event.amount > least
  })
  const sum = (list: readonly Sale[]) => ({
    events: list.length,
    amountUsd: list.reduce((all, each) => all + each.amount * 100, 0),
  })
  const of = (label: Sale['label']) => ({
    Approve: sum(events.filter(each => each.label === label && !rejected.includes(each))),
    Reject: sum(rejected.filter(each => each.label === label)),
  })
  return { fraud: of('Fraud'), good: of('NonFraud'), unknown: of(null) }
}

describe('a run over the history', () => {
  it('comes to what the events say one by one, of the environment and those below it', async () => {
    await publish(rule('Tries', text(20)))
    const { state, result, progress, name, startedBy, stale, from, to } = await ended()
    const expected = byHand(20)
    expect(expected.fraud.Reject.events).toBeGreaterThan(3)
    expect(result?.outcomes).toMatchObject(expected)
    expect({ state, name, startedBy, stale }).toEqual({
      state: 'done',
      name: '',
      startedBy: 'Name of engineer',
      stale: [],
    })
    expect(progress).toEqual({ events: sold.length, total: sold.length })
    expect([from, to]).toEqual([start.toISOString(), '2025-10-20T13:00:00.000Z'])
    expect(result?.compared?.before).toMatchObject({
      fraud: { Reject: { events: sold.filter(each => each.label === 'Fraud' && each.decision === 'Reject').length } },
    })
    expect(result?.examples.missed).toHaveLength(Math.min(5, expected.fraud.Approve.events))
    expect(result?.signals.label).toBe(sold.filter(({ label }) => label !== null).length)
  })
  it('tries a draft of the caller, and the rule of a template, beside the published rules', async () => {
    const ruleId = await publish(rule('Tries', text(20)))
    await storeDraft(ruleId, rule('Tries', text(35)))
    const draft = await ended({ subject: { kind: 'draft', ruleId } })
    expect(draft.result?.outcomes).toMatchObject(byHand(35))
    expect(draft.name).toBe('Tries')
    const templateId = await storeTemplate(rule('Little', 'RETURN Reject() WHEN @"totalAmount" < 11'))
    const template = await ended({ subject: { kind: 'template', templateId } })
    const live = byHand(20)
    expect(template.result?.outcomes.fraud.Reject.events).toBe(live.fraud.Reject.events + 1)
    expect(template).toMatchObject({ name: 'Template of Little', subject: { kind: 'template', templateId } })
  })
  it('is stale once the draft that it tried was edited, and no longer once that is undone', async () => {
    const ruleId = await publish(rule('Tries', text(20)))
    const other = rule('Tries', text(35))
    await storeDraft(ruleId, other)
    const { id } = await ended({ subject: { kind: 'draft', ruleId } })
    const live = await ended({})
    const staleOf = async (runId: string) =>
      ((await bench.call('viewer', 'GET', at(runId))).json as TimeMachineRun).stale
    const edit = (body: RuleBody) =>
      bench.store.db
        .updateTable('rule_draft')
        .set({ body: JSON.stringify(body) })
        .execute()
    expect(await staleOf(id)).toEqual([])
    await edit(rule('Tries', text(36)))
    expect([await staleOf(id), await staleOf(live.id)]).toEqual([['rules'], []])
    await edit(other)
    expect(await staleOf(id)).toEqual([])
    // Discarded: the published rule would run.
    await bench.store.db.deleteFrom('rule_draft').execute()
    expect(await staleOf(id)).toEqual(['rules'])
  })
  it('runs in a thread of its own', async () => {
    await publish(rule('Tries', text(20)))
    const { json } = await begin()
    const runner = createBacktestRunner(bench.store.target)
    await runBacktests({ ...ports(), perform: runner.perform }, 'history')
    await runner.stop()
    const done = (await bench.call('viewer', 'GET', at((json as TimeMachineRun).id))).json
    expect(done).toMatchObject({ state: 'done', result: { outcomes: byHand(20) } })
  })
  it('begins again after the service stopped in the middle', async () => {
    await publish(rule('Tries', text(20)))
    const { json } = await begin()
    const { id } = json as TimeMachineRun
    const interrupted = { ...ports(), perform: () => Promise.reject(new BacktestInterruptedError()) }
    await runBacktests(interrupted, 'history')
    expect((await bench.call('viewer', 'GET', at(id))).json).toMatchObject({ state: 'running' })
    await runBacktests({ ...ports(), perform: perform() }, 'history')
    expect((await bench.call('viewer', 'GET', at(id))).json).toMatchObject({
      state: 'done',
      result: { outcomes: byHand(20) },
    })
  })
  it('scores an uploaded history with models of its earlier labels, where a rule reads scores', async () => {
    const uploaded = Array.from({ length: 1200 }, (_, n): Sale => {
      const isLarge = n % 4 === 0
      return {
        id: randomUUID(),
        at: new Date(start.getTime() - 70 * dayLength + n * (dayLength / 24)),
        email: `u${n % 90}@x.example`,
        amount: isLarge ? 700 + (n % 200) : 10 + (n % 300),
        score: -1,
        decision: 'None',
        label: isLarge && n % 20 !== 0 ? 'Fraud' : 'NonFraud',
        environment: places.us,
      }
    })
    await insertSales(bench.store.db, uploaded)
    const run = async () => {
      const { json } = await begin({}, { environment: places.us })
      await runBacktests({ ...ports(), perform: perform() }, 'history')
      const answer = await bench.call('viewer', 'GET', at((json as TimeMachineRun).id, places.us))
      return (answer.json as TimeMachineRun).result
    }
    await publish(rule('Score', 'RETURN Reject() WHEN @"riskScore" > 500'))
    const scored = await run()
    expect(scored?.scores).toMatchObject({ stored: 0, read: true })
    expect(scored?.scores.fitted).toBeGreaterThan(500)
    expect((scored?.scores.fitted ?? 0) + (scored?.scores.none ?? 0)).toBe(uploaded.length)
    expect(scored?.compared).toBeNull()
    // Four in five of the large ones are fraud: those with a score are stopped, the others are missed.
    const { fraud, good } = scored?.outcomes ?? {}
    expect(fraud?.Reject.events).toBeGreaterThan(90)
    expect((fraud?.Reject.events ?? 0) + (fraud?.Approve.events ?? 0)).toBe(240)
    expect(good?.Reject.events).toBeLessThan(60)
    await bench.store.db.deleteFrom('rule').execute()
    await publish(rule('Amount', 'RETURN Reject() WHEN @"totalAmount" > 500'))
    expect((await run())?.scores).toEqual({ stored: 0, fitted: 0, none: uploaded.length, read: false })
    await bench.store.db.deleteFrom('event').where('environment_id', '=', places.us).execute()
    await bench.store.db.deleteFrom('event_body').where('environment_id', '=', places.us).execute()
  })
  it('is out of date once a rule is another', async () => {
    const ruleId = await publish(rule('Tries', text(20)))
    const { id, ruleSet } = await ended()
    await bench.store.db.updateTable('rule').set({ version: 2 }).where('id', '=', ruleId).execute()
    const after = (await bench.call('viewer', 'GET', at(id))).json as TimeMachineRun
    expect([after.stale, after.ruleSet]).toEqual([['rules'], ruleSet])
    const { json } = await bench.call(
      'viewer',
      'GET',
      '/environments/' + places.root + '/time-machine?eventType=purchase',
    )
    expect(json).toMatchObject([{ id, stale: ['rules'] }])
    expect(JSON.stringify(json)).not.toContain('outcomes')
  })
  it('is stopped, removed and recorded', async () => {
    const { json } = await begin()
    const { id } = json as TimeMachineRun
    expect((await bench.call('engineer', 'DELETE', at(id))).json).toEqual({ deleted: false })
    expect((await bench.call('engineer', 'POST', `${at(id)}/cancel`)).json).toEqual({ cancelled: true })
    expect((await bench.call('engineer', 'GET', at(id))).status).toBe(404)
    const done = await ended()
    expect((await bench.call('engineer', 'POST', `${at(done.id)}/cancel`)).json).toEqual({ cancelled: false })
    expect((await bench.call('engineer', 'DELETE', at(done.id))).json).toEqual({ deleted: true })
    const lines = await bench.store.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_id', 'in', [id, done.id])
      .execute()
    expect(lines.map(({ operation }) => operation).toSorted()).toEqual(['Delete', 'Start', 'Start', 'Stop'])
  })
})

describe('what is stored of the history', () => {
  const history = (as: string, environment: string, eventType = 'purchase') =>
    bench.call(as, 'GET', `/environments/${environment}/time-machine/history?eventType=${eventType}`)
  it('is the time from the first to the last event, and nothing of another assessment or tenant', async () => {
    expect((await history('viewer', places.root)).json).toMatchObject({
      from: start.toISOString(),
      to: '2025-10-20T13:00:00.000Z',
    })
    const nothing = { from: null, to: null, events: 0, labelled: 0 }
    expect((await history('viewer', places.root, 'accountlogin')).json).toEqual(nothing)
    expect((await history('viewer', places.box)).status).toBe(404)
    expect((await history('outsider', places.foreign)).json).toEqual(nothing)
    expect((await history('outsider', places.root)).status).toBe(404)
  })
})

describe('refusals', () => {
  it('a repeat has its first answer, and another request with the same id is refused', async () => {
    const id = randomUUID()
    expect((await begin({}, { id })).status).toBe(200)
    expect((await begin({}, { id })).status).toBe(200)
    expect((await begin({ from: start.toISOString() }, { id })).status).toBe(409)
  })
  it('no more runs wait than an environment may have', async () => {
    for (let n = 0; n < timeMachineLimits.queued; n += 1) expect((await begin()).status).toBe(200)
    const refused = await begin()
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'backtest.limit' }])
  })
  it.each([
    [{ from: '2025-10-05T00:00:00Z', to: '2025-10-04T00:00:00Z' }, 'to'],
    [{ from: '2010-10-05T00:00:00Z' }, 'from'],
    [{ from: '2025-11-01T00:00:00Z', to: '2025-11-02T00:00:00Z' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ subject: { kind: 'draft', ruleId: 'x' } }, 'ruleId'],
    [{ eventType: 'accountlogin' }, 'from'],
  ])('%j is refused, and the field is named', async (request, field) => {
    const { status, body } = await begin(request)
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(body)).toContain(field)
  })
  it('a draft or a template that does not exist, and one with errors', async () => {
    expect((await begin({ subject: { kind: 'draft', ruleId: randomUUID() } })).status).toBe(404)
    expect((await begin({ subject: { kind: 'template', templateId: randomUUID() } })).status).toBe(404)
    const ruleId = await publish(rule('Tries', text(20)))
    await storeDraft(ruleId, rule('Tries', 'RETURN BROKEN'))
    expect((await begin({ subject: { kind: 'draft', ruleId } })).status).toBe(422)
    const templateId = await storeTemplate(rule('Bad', 'RETURN BROKEN'))
    const { status, body } = await begin({ subject: { kind: 'template', templateId } })
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('templateId')])
  })
  it('a start needs the right to change rules, in an environment of the own tenant', async () => {
    for (const [as, environment, status] of [
      ['viewer', places.root, 403],
      ['support', places.root, 403],
      ['local', places.root, 404],
      ['engineer', places.foreign, 404],
      ['outsider', places.root, 404],
    ] as const)
      expect((await begin({}, { as, environment })).status, as).toBe(status)
  })
  it('a run is read with the right to reports, in its environment alone', async () => {
    const { json } = await begin()
    const { id } = json as TimeMachineRun
    expect((await bench.call('viewer', 'GET', at(id))).status).toBe(200)
    expect((await bench.call('support', 'GET', at(id))).status).toBe(403)
    expect((await bench.call('engineer', 'GET', at(id, places.eu))).status).toBe(404)
    expect((await bench.call('viewer', 'POST', `${at(id)}/cancel`)).status).toBe(403)
    expect((await bench.call('engineer', 'POST', `${at(id, places.eu)}/cancel`)).json).toEqual({ cancelled: false })
    // A back-test is read under its own address, not here.
    expect((await bench.call('viewer', 'GET', `/environments/${places.root}/backtests/${id}`)).status).toBe(404)
  })
})
