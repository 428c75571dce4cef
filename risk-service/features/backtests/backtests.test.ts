import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RuleBody } from '../../contract/index.ts'
import type { Backtest, BacktestEvent } from '../../contract/rules/backtests.ts'
import { createEngine, type Engine } from '../../engine/index.ts'
import { gzip } from '../../engine/lib/gzip.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../http/console-api/testing/console-bench.ts'
import { createBacktestRunner } from '../../http/node/backtest-runner.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { type BacktestDeps, runBacktests } from './backtest-job.ts'
import { createBacktestPerformer } from './perform-backtest.ts'
import { insertSales, type Sale } from './testing/stored-sales.ts'

let bench: ConsoleBench
let engine: Engine
let app: ReturnType<typeof createConsoleApi>
let woken = 0
const listId = randomUUID()
const start = new Date(now.getTime() - 20 * 86_400_000)
const rule = (name: string, text: string, condition = ''): RuleBody =>
  ruleBody(name, { condition, clauses: [{ name: 'c', section: 'postRisk', text }] })

type Sold = Required<Omit<Sale, 'at'>> & { at: number }
const sold: Sold[] = []
/** The same numbers in every run. */
let state = 7
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0
  return Math.floor((state / 4294967296) * below)
}

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  const ports = { db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const lists = createListRegistry(ports)
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: () => null, lists })
  app = createConsoleApi({
    ports,
    engine,
    lists,
    version: '0.0.0',
    backtests: {
      wake: () => {
        woken += 1
      },
    },
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  for (let n = 0; n < 400; n += 1) {
    const label = random(5)
    sold.push({
      id: randomUUID(),
      at: start.getTime() + n * 3_600_000 + random(3_000_000),
      email: `p${random(12)}@x.example`,
      amount: 10 + random(200),
      score: random(1000),
      decision: random(4) === 0 ? 'Reject' : 'Approve',
      label: label === 0 ? 'Fraud' : label === 1 ? 'NonFraud' : null,
      environment: random(3) === 0 ? places.eu : places.root,
    })
  }
  await insertSales(
    db,
    sold.map(each => ({ ...each, at: new Date(each.at) })),
  )
  const at = { updated_by: randomUUID(), updated_by_name: 'x' }
  const facts = { columns: ['Key'], rows: 1, size: 10 }
  await db
    .insertInto('list')
    .values({
      id: listId,
      environment_id: places.root,
      name: 'Bad',
      description: '',
      version: 2,
      created_at: start,
      updated_at: new Date(sold[200]?.at ?? 0),
      ...facts,
      ...at,
    })
    .execute()
  await db
    .insertInto('list_version')
    .values(
      await Promise.all(
        [
          [sold[60]?.at, 'p1@x.example'],
          [sold[200]?.at, 'p2@x.example'],
        ].map(async ([from, key], index) => ({
          list_id: listId,
          version: index + 1,
          file_name: 'l.csv',
          digest: `${index}`,
          updated_at: new Date(Number(from)),
          content: await gzip(new TextEncoder().encode(`Key\n${key}\n`)),
          ...facts,
          ...at,
        })),
      ),
    )
    .execute()
})
afterAll(async () => {
  await engine.close()
  await bench.close()
})
beforeEach(async () => {
  for (const table of ['backtest', 'rule', 'rule_draft'] as const) await bench.store.db.deleteFrom(table).execute()
  woken = 0
})

async function publish(body: RuleBody, environment: string = places.root, position = 1): Promise<string> {
  const id = randomUUID()
  await bench.store.db
    .insertInto('rule')
    .values({
      id,
      environment_id: environment,
      event_type: 'purchase',
      name: body.name,
      status: 'active',
      position,
      version: 1,
      body: JSON.stringify(body),
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
  await engine.reloadRules()
  return id
}
const call = async (as: string, method: string, path: string, body?: object) => {
  const response = await app.request(`/api/console/v1/environments/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as unknown }
}
const whole = { from: start.toISOString(), to: now.toISOString() }
const requestOf = (ruleId: string, body: RuleBody, period: object = whole) => ({
  eventType: 'purchase',
  subject: { kind: 'rule', ruleId, body },
  ...period,
})
const ports = () => ({ db: bench.store.db, clock: () => now, log: silentLog })
const perform: BacktestDeps['perform'] = (input, hooks) =>
  createBacktestPerformer({ ...ports(), countryOf: () => null })(input, hooks)
async function tested(ruleId: string, body: RuleBody, period: object = whole, how = perform): Promise<Backtest> {
  const id = randomUUID()
  const started = await call('engineer', 'PUT', `${places.root}/backtests/${id}`, requestOf(ruleId, body, period))
  expect(started.status, JSON.stringify(started.json)).toBe(200)
  await runBacktests({ ...ports(), perform: how })
  return (await call('engineer', 'GET', `${places.root}/backtests/${id}`)).json as Backtest
}

/**
 * Returns the decisions computed by hand, from the events alone: attempts of the address in three days, and the list of
 * that time.
 */
const byHand = (least: number): Map<string, string> =>
  new Map(
    sold.map((event, index) => {
      const day = 86_400_000
      const from = Math.floor(event.at / day) * day - 3 * day
      const tries = sold.slice(0, index).filter(other => other.email === event.email && other.at >= from).length
      const key =
        event.at >= (sold[200]?.at ?? 0) ? 'p2@x.example' : event.at >= (sold[60]?.at ?? 0) ? 'p1@x.example' : ''
      return [event.id, (tries >= least && event.amount > 50) || event.email === key ? 'Reject' : 'Approve']
    }),
  )

describe('a back-test', () => {
  it('a back-test comes to what the events say one by one, velocities and lists as they were', async () => {
    const text = (least: number) =>
      `RETURN Reject() WHEN Velocity.emailAttempts(@"user.email", 3d) >= ${least} && @"totalAmount" > 50 || ContainsKey("Bad", "Key", @"user.email")`
    const ruleId = await publish(rule('Tries', text(6)))
    // A default velocity of the root counts events of the root and of the environments below it.
    const { result, state, stale, progress } = await tested(ruleId, rule('Tries', text(4)))
    const [before, after] = [byHand(6), byHand(4)]
    const changed = sold.filter(event => before.get(event.id) !== after.get(event.id))
    expect(changed.length).toBeGreaterThan(10)
    const cents = (events: readonly Sold[]) => ({
      events: events.length,
      amountUsd: events.reduce((sum, event) => sum + event.amount * 100, 0),
    })
    const of = (label: Sold['label']) => sold.filter(event => event.label === label)
    expect(result).toMatchObject({
      ...cents(sold),
      changed: cents(changed),
      asDecided: sold.filter(event => event.decision === before.get(event.id)).length,
      fraud: {
        ...cents(of('Fraud')),
        caught: {
          before: cents(of('Fraud').filter(event => before.get(event.id) === 'Reject')),
          after: cents(of('Fraud').filter(event => after.get(event.id) === 'Reject')),
        },
      },
      good: {
        ...cents(of('NonFraud')),
        stopped: { after: cents(of('NonFraud').filter(event => after.get(event.id) === 'Reject')) },
      },
      notes: [],
    })
    expect([state, stale, progress]).toEqual(['done', [], { events: sold.length, total: sold.length }])
    expect(result?.rules).toEqual([
      {
        ruleId,
        rule: 'Tries',
        clause: 'c',
        decision: 'Reject',
        before: [...before.values()].filter(each => each === 'Reject').length,
        after: [...after.values()].filter(each => each === 'Reject').length,
      },
    ])
  })
  it('a back-test names the events that change, page by page, and knows the period', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const middle = sold[150]?.at ?? 0
    const done = await tested(ruleId, rule('Score', 'RETURN Review() WHEN @"riskScore" > 800'), {
      from: new Date(middle).toISOString(),
      to: now.toISOString(),
    })
    const changed = sold.filter(event => event.at >= middle && event.score > 700 && event.score <= 800).toReversed()
    const found: string[] = []
    let cursor = ''
    do {
      const { json } = await call(
        'viewer',
        'GET',
        `${places.root}/backtests/${done.id}/events?limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      const page = json as { rows: BacktestEvent[]; nextCursor: string | null }
      for (const row of page.rows) expect(row).toMatchObject({ before: 'Review', after: 'Approve' })
      found.push(...page.rows.map(row => row.eventId))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(found).toEqual(changed.map(event => event.id))
    const [first] = changed
    for (const place of [
      'x',
      'x~y',
      `9999999 : :~${randomUUID()}`,
      `2025-02-31T00:00:00.000Z~${randomUUID()}`,
      `${new Date(first?.at ?? 0).toISOString()}~${'-'.repeat(36)}`,
      `${new Date(first?.at ?? 0).toISOString()}~${randomUUID()}~`,
    ]) {
      expect([
        place,
        (await call('viewer', 'GET', `${places.root}/backtests/${done.id}/events?cursor=${encodeURIComponent(place)}`))
          .status,
      ]).toEqual([place, 422])
    }
  })
  it('a back-test runs in a thread of its own, over a draft of the caller', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    await bench.store.db
      .insertInto('rule_draft')
      .values({
        rule_id: ruleId,
        author_id: bench.person('engineer').id,
        environment_id: places.root,
        event_type: 'purchase',
        author_name: 'x',
        body: JSON.stringify(rule('Score', 'RETURN Reject() WHEN @"riskScore" > 700')),
        base_version: 1,
        saved_at: now,
      })
      .execute()
    const id = randomUUID()
    const ask = () =>
      call('engineer', 'PUT', `${places.root}/backtests/${id}`, {
        eventType: 'purchase',
        subject: { kind: 'draft', ruleId },
        ...whole,
      })
    expect((await ask()).json).toMatchObject({ state: 'waiting', name: 'Score', kind: 'draft' })
    expect((await ask()).status).toBe(200)
    expect(woken).toBe(1)
    const runner = createBacktestRunner(bench.store.target)
    await runBacktests({ ...ports(), perform: runner.perform })
    const { json } = await call('engineer', 'GET', `${places.root}/backtests/${id}`)
    const reviewed = sold.filter(event => event.score > 700).length
    expect(json).toMatchObject({
      state: 'done',
      result: {
        matrix: expect.arrayContaining([
          expect.objectContaining({ before: 'Review', after: 'Reject', events: reviewed }),
        ]) as unknown,
      },
    })
    await bench.store.db.updateTable('rule').set({ version: 2 }).where('id', '=', ruleId).execute()
    expect((await call('engineer', 'GET', `${places.root}/backtests/${id}`)).json).toMatchObject({ stale: ['rules'] })
  })
  it('a back-test is out of date once the draft, the evaluation, a function or a velocity set is another', async () => {
    const { db } = bench.store
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const body = (least: number) => JSON.stringify(rule('Score', `RETURN Reject() WHEN @"riskScore" > ${least}`))
    await db
      .insertInto('rule_draft')
      .values({
        rule_id: ruleId,
        author_id: bench.person('engineer').id,
        environment_id: places.root,
        event_type: 'purchase',
        author_name: 'x',
        body: body(700),
        base_version: 1,
        saved_at: now,
      })
      .execute()
    const id = randomUUID()
    await call('engineer', 'PUT', `${places.root}/backtests/${id}`, {
      eventType: 'purchase',
      subject: { kind: 'draft', ruleId },
      ...whole,
    })
    await runBacktests({ ...ports(), perform })
    const stale = async () => ((await call('viewer', 'GET', `${places.root}/backtests/${id}`)).json as Backtest).stale
    expect(await stale()).toEqual([])
    const draft = db.updateTable('rule_draft').where('rule_id', '=', ruleId)
    await draft.set({ body: body(800) }).execute()
    expect(await stale()).toEqual(['rules'])
    await draft.set({ body: body(700) }).execute()
    expect(await stale()).toEqual([])
    await db
      .insertInto('rule_setting')
      .values({ environment_id: places.root, event_type: 'purchase', evaluation: 'first' })
      .execute()
    expect(await stale()).toEqual(['rules'])
    await db.deleteFrom('rule_setting').execute()
    for (const table of ['function', 'velocity_set'] as const) {
      await db
        .insertInto(table)
        .values({
          id: randomUUID(),
          environment_id: places.root,
          name: 'Used',
          status: 'active',
          version: 1,
          body: '{}',
          published_by: randomUUID(),
          published_by_name: 'x',
          published_at: now,
        })
        .execute()
      expect([table, await stale()]).toEqual([table, ['rules']])
      await db.deleteFrom(table).execute()
    }
    expect(await stale()).toEqual([])
  })
  it('a back-test is out of date once events of its period are imported, however long ago they were, or labelled', async () => {
    const { db } = bench.store
    const { id } = await tested(
      await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700')),
      rule('Score', 'RETURN Reject()'),
    )
    const stale = async () => ((await call('viewer', 'GET', `${places.root}/backtests/${id}`)).json as Backtest).stale
    const hour = (at: Date, label = '', more: object = {}) =>
      db
        .insertInto('event_hour')
        .values({
          environment_id: places.root,
          event_type: 'purchase',
          hour: at,
          decision: 'Approve',
          score_band: 5,
          label,
          events: 1,
          amount_usd: 0,
          ...more,
        } as never)
        .execute()
    const inside = new Date(Math.ceil(start.getTime() / 3_600_000) * 3_600_000)
    await hour(new Date(inside.getTime() - 7_200_000), 'Fraud')
    await hour(inside, '', { event_type: 'accountlogin' })
    await hour(inside, '', { environment_id: randomUUID() })
    expect(await stale()).toEqual([])
    await hour(inside)
    expect(await stale()).toEqual(['events'])
    await db
      .updateTable('event_hour')
      .set({ label: 'Fraud' })
      .where('hour', '=', inside)
      .where('score_band', '=', 5)
      .execute()
    expect(await stale()).toEqual(['events', 'labels'])
    await db.deleteFrom('event_hour').where('score_band', '=', 5).execute()
  })
  it('a back-test that is requested twice is made once under its id, and the number of waiting ones is limited', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const id = randomUUID()
    const put = (each: string) =>
      call('engineer', 'PUT', `${places.root}/backtests/${each}`, requestOf(ruleId, rule('Score', 'RETURN Reject()')))
    expect((await Promise.all([id, id, id].map(put))).map(({ status }) => status)).toEqual([200, 200, 200])
    const statuses = (await Promise.all(Array.from({ length: 13 }, () => put(randomUUID())))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([...Array<number>(9).fill(200), ...Array<number>(4).fill(409)])
  })
})

describe('bad input', () => {
  it('a broken rule, no events and a period that ends before it begins are refused with the reason', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const put = (body: object) => call('engineer', 'PUT', `${places.root}/backtests/${randomUUID()}`, body)
    expect(
      await put(requestOf(ruleId, rule('Score', 'RETURN Review() WHEN Velocity.nothing(@"x", 1h) > 1'))),
    ).toMatchObject({ status: 422, json: { details: { problems: [{ code: 'FQL2007' }] } } })
    expect(
      await put(
        requestOf(ruleId, rule('Score', 'RETURN Review()'), {
          from: '2020-01-01T00:00:00Z',
          to: '2020-02-01T00:00:00Z',
        }),
      ),
    ).toMatchObject({ status: 422, json: { details: { issues: [{ path: ['from'] }] } } })
    expect(
      await put(requestOf(ruleId, rule('Score', 'RETURN Review()'), { from: whole.to, to: whole.from })),
    ).toMatchObject({ status: 422, json: { details: { issues: [{ path: ['to'] }] } } })
    expect(
      await put({
        ...requestOf(ruleId, rule('Score', 'RETURN Review()')),
        subject: { kind: 'branch', branch: 'none' },
      }),
    ).toMatchObject({ status: 404 })
    expect(await bench.store.db.selectFrom('backtest').selectAll().execute()).toEqual([])
  })
  it('a cancelled back-test leaves nothing behind; an interrupted one begins anew', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const id = randomUUID()
    await call('engineer', 'PUT', `${places.root}/backtests/${id}`, requestOf(ruleId, rule('Score', 'RETURN Reject()')))
    await runBacktests({
      ...ports(),
      perform: async (input, hooks) => {
        const result = await perform(input, {
          progress: async (events, total, changed) => {
            await call('engineer', 'POST', `${places.root}/backtests/${id}/cancel`)
            await hooks.progress(events, total, changed)
          },
        })
        return result
      },
    })
    expect((await call('engineer', 'GET', `${places.root}/backtests/${id}`)).status).toBe(404)
    expect(await bench.store.db.selectFrom('backtest_event').selectAll().execute()).toEqual([])
    const again = await tested(ruleId, rule('Score', 'RETURN Reject()'), whole, async (input, hooks) => {
      await hooks.progress(1, 2, [])
      return perform(input, hooks)
    })
    await bench.store.db
      .updateTable('backtest')
      .set({ state: 'running', result: null })
      .where('id', '=', again.id)
      .execute()
    await runBacktests({ ...ports(), perform })
    expect((await call('engineer', 'GET', `${places.root}/backtests/${again.id}`)).json).toMatchObject({
      state: 'done',
      result: again.result,
    })
  })
  it('a back-test that is cancelled as it starts leaves the next one to run', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids)
      await call(
        'engineer',
        'PUT',
        `${places.root}/backtests/${id}`,
        requestOf(ruleId, rule('Score', 'RETURN Reject()')),
      )
    const { db } = bench.store
    let cancelled = false
    const transaction = () => ({
      execute: async (work: (trx: typeof db) => Promise<unknown>) => {
        if (!cancelled)
          await db
            .deleteFrom('backtest')
            .where(
              'id',
              '=',
              (await db.selectFrom('backtest').select('id').orderBy('created_at').limit(1).executeTakeFirstOrThrow())
                .id,
            )
            .execute()
        cancelled = true
        return db.transaction().execute(work)
      },
    })
    const cancelling = new Proxy(db, {
      get: (target, name) => {
        const found = Reflect.get(target, name, target) as unknown
        return name === 'transaction'
          ? transaction
          : typeof found === 'function'
            ? (found as (...sent: unknown[]) => unknown).bind(target)
            : found
      },
    })
    await runBacktests({ ...ports(), db: cancelling, perform })
    expect((await db.selectFrom('backtest').select('state').execute()).map(({ state }) => state)).toEqual(['done'])
  })
  it('a back-test belongs to its environment, and to those who may change rules', async () => {
    const ruleId = await publish(rule('Score', 'RETURN Review() WHEN @"riskScore" > 700'))
    const done = await tested(ruleId, rule('Score', 'RETURN Reject()'))
    expect((await call('engineer', 'GET', `${places.eu}/backtests/${done.id}`)).status).toBe(404)
    expect((await call('outsider', 'GET', `${places.root}/backtests/${done.id}`)).status).toBe(404)
    expect((await call('viewer', 'DELETE', `${places.root}/backtests/${done.id}`)).status).toBe(403)
    expect((await call('viewer', 'GET', `${places.root}/backtests`)).json).toMatchObject([{ id: done.id }])
    expect((await call('engineer', 'DELETE', `${places.root}/backtests/${done.id}`)).json).toEqual({ deleted: true })
    expect((await call('engineer', 'DELETE', `${places.root}/backtests/${done.id}`)).json).toEqual({ deleted: false })
  })
})
