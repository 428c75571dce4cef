import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RuleBody, runSync } from '../../../contract/index.ts'
import type { RuleSample } from '../../../contract/rules/backtests.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { UnavailableError } from '../../../ports/index.ts'
import { insertSales } from '../testing/stored-sales.ts'
import { clauseReads } from './clause-reads.ts'
import { createSampleRun } from './run-sample.ts'
import { sampleRule } from './sample-rule.ts'
import { createSampleTurns } from './sample-turns.ts'

let bench: ConsoleBench
let engine: Engine
let app: ReturnType<typeof createConsoleApi>
const hour = 3_600_000
/** One purchase an hour, newest first: 240 hours back, every third in an environment below, amounts 1 to 240. */
const sold = Array.from({ length: 240 }, (_, place) => ({
  id: randomUUID(),
  at: new Date(now.getTime() - (place + 1) * hour),
  amount: place + 1,
  score: (place * 37) % 1000,
  environment: place % 3 === 0 ? places.eu : places.root,
}))
const lastWeek = sold.filter(({ at }) => at.getTime() >= now.getTime() - 168 * hour)

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
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  await insertSales(db, sold)
})
afterAll(async () => {
  await engine.close()
  await bench.close()
})

const bodyOf = (texts: readonly string[], condition = ''): RuleBody =>
  ruleBody('Edited', {
    condition,
    clauses: texts.map((text, place) => ({ name: `clause${place + 1}`, section: 'postRisk', text })),
  })
async function call(as: string, environment: string, body: RuleBody, more: object = {}) {
  const response = await app.request(`/api/console/v1/environments/${environment}/backtests/sample`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({ eventType: 'purchase', body, ...more }),
  })
  return { status: response.status, json: (await response.json()) as RuleSample }
}
const countOf = (matches: (event: (typeof sold)[number]) => boolean, events = lastWeek) => events.filter(matches).length

describe('a sample of the events for a rule that is edited', () => {
  it('counts what each clause matches and what it is the first to decide', async () => {
    const { status, json } = await call(
      'engineer',
      places.root,
      bodyOf(
        [
          'OBSERVE Output(a = 1) WHEN @"totalAmount" > 150',
          'RETURN Reject() WHEN @"totalAmount" > 100',
          'RETURN Review() WHEN @"totalAmount" > 50 && @"riskScore" > 500',
        ],
        'WHEN @"totalAmount" > 10',
      ),
    )
    expect(status).toBe(200)
    const review = (event: (typeof sold)[number]) => event.amount > 50 && event.score > 500
    expect(json).toEqual({
      from: new Date(now.getTime() - 168 * hour).toISOString(),
      to: now.toISOString(),
      available: lastWeek.length,
      sampled: lastWeek.length,
      result: {
        selected: countOf(({ amount }) => amount > 10),
        decided: {
          Approve: 0,
          Challenge: 0,
          Reject: countOf(({ amount }) => amount > 100),
          Review: countOf(event => review(event) && event.amount <= 100),
        },
        clauses: [
          { clause: 'clause1', matched: countOf(({ amount }) => amount > 150), decided: 0 },
          {
            clause: 'clause2',
            matched: countOf(({ amount }) => amount > 100),
            decided: countOf(({ amount }) => amount > 100),
          },
          {
            clause: 'clause3',
            matched: countOf(review),
            decided: countOf(event => review(event) && event.amount <= 100),
          },
        ],
        notes: [],
      },
    })
    expect(json.result?.clauses[2]?.decided).toBeGreaterThan(5)
  })
  it('reads an environment with those below it, and no other', async () => {
    const body = bodyOf(['RETURN Reject()'])
    const own = await call('engineer', places.eu, body)
    expect(own.json.available).toBe(countOf(({ environment }) => environment === places.eu))
    expect((await call('engineer', places.root, body, { days: 1 })).json).toMatchObject({ available: 24, sampled: 24 })
  })
  it('has no figures for a rule with errors, and none for clauses that read velocities', async () => {
    expect((await call('engineer', places.root, bodyOf(['RETURN Nonsense()']))).json).toMatchObject({
      sampled: 0,
      result: null,
    })
    const counted = await call(
      'engineer',
      places.root,
      bodyOf([
        'RETURN Approve() WHEN @"totalAmount" > 160',
        'LET $n = Velocity.emailAttempts(@"user.userId", 3d)\nRETURN Review() WHEN $n > 2',
        'RETURN Reject() WHEN @"totalAmount" > 100',
      ]),
    )
    expect(counted.json.result).toMatchObject({
      decided: null,
      clauses: [
        { matched: countOf(({ amount }) => amount > 160), decided: countOf(({ amount }) => amount > 160) },
        { matched: null, decided: null },
        { matched: countOf(({ amount }) => amount > 100), decided: null },
      ],
      notes: ['velocities'],
    })
  })
  it('has no figures for clauses that read global variables, whoever sets them', async () => {
    const { json } = await call(
      'engineer',
      places.root,
      bodyOf([
        'DO SetVariables(n = Velocity.emailAttempts(@"user.userId", 3d))',
        'RETURN Review() WHEN @"totalAmount" > 160',
        'RETURN Reject() WHEN GetVariable ("n").AsInt() > 2',
        'LET $set = GETVARIABLE("other")\nRETURN Reject() WHEN @"totalAmount" > 1',
        'RETURN Reject() WHEN $set == "yes"',
      ]),
    )
    const matched = countOf(({ amount }) => amount > 160)
    expect(json.result).toMatchObject({
      decided: null,
      clauses: [{ matched: null }, { matched, decided: null }, { matched: null }, { matched: null }, { matched: null }],
      notes: ['velocities', 'variables'],
    })
    expect((await call('engineer', places.root, bodyOf(['RETURN Reject("GetVariable(")']))).json.result).toMatchObject({
      decided: { Reject: lastWeek.length },
      notes: [],
    })
  })
  it('ends when it is cancelled: before the rule is compiled, and between two clauses', async () => {
    const sampleUntil = (steps: number, texts: readonly string[]) =>
      sampleRule(
        {
          ports: { db: bench.store.db, clock: () => now, newId: randomUUID },
          environmentId: places.root,
          engine,
          run: createSampleRun(bench.store.db),
        },
        { eventType: 'purchase', body: bodyOf(texts), days: 7 },
        Object.defineProperty(new AbortController().signal, 'aborted', { get: () => steps-- <= 0 }),
      )
    await expect(sampleUntil(0, ['RETURN Reject()'])).rejects.toThrow(UnavailableError)
    const many = Array.from({ length: 100 }, (_, place) => `RETURN Reject("${place}") WHEN @"totalAmount" > ${place}`)
    // A text is a step: of its check and of its compilation.
    await expect(sampleUntil(200, many)).rejects.toThrow(UnavailableError)
    const { sampled, result } = await sampleUntil(700, many)
    expect(sampled).toBeGreaterThan(0)
    expect(sampled).toBeLessThan(6)
    // An event that was not finished is not counted.
    expect(result?.selected).toBe(sampled)
    expect(result?.decided?.Reject).toBe(sampled)
  })
  it('runs once at a time for a user: a newer one cancels the older; few users have one at a time', async () => {
    const runLatest = createSampleTurns()
    const order: string[] = []
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const sample = (user: string, name: string) =>
      runLatest(user, undefined, async cancelled => {
        order.push(name)
        await end
        return cancelled.aborted
      })
    const first = sample('a', 'first')
    const second = sample('a', 'second').catch((error: unknown) => error)
    const third = sample('a', 'third')
    const others = ['b', 'c', 'd'].map(user => sample(user, user))
    await expect(sample('e', 'e')).rejects.toThrow(UnavailableError)
    expect(order).toEqual(['first', 'b', 'c', 'd'])
    resolve()
    expect(await Promise.all([first, second, third, ...others])).toEqual([
      true,
      expect.any(UnavailableError),
      false,
      false,
      false,
      false,
    ])
    expect(order).toEqual(['first', 'b', 'c', 'd', 'third'])
    expect(await sample('e', 'e')).toBe(false)
  })
  it('is for those who may change rules, of this environment alone; what is sent is checked', async () => {
    const body = bodyOf(['RETURN Reject()'])
    expect((await call('viewer', places.root, body)).status).toBe(403)
    expect((await call('engineer', randomUUID(), body)).status).toBe(404)
    expect((await call('engineer', places.root, body, { eventType: 'nothing' })).status).toBe(404)
    expect((await call('engineer', places.root, body, { days: 31 })).json).toMatchObject({
      details: { issues: [{ path: ['days'] }] },
    })
  })
})

it('variables and functions pass on that they read a velocity; words and comments read nothing', () => {
  const reads = (...texts: string[]) => runSync(clauseReads(bodyOf(texts))).clauses
  expect(
    reads(
      'LET $a = Velocity.x(@"u", 7d)\nRETURN Reject() WHEN $a > 1',
      'LET $b = $a + 1\nDO SetVariables(b = $b)',
      'RETURN Review() WHEN $b > 2',
      'RETURN Approve()',
    ),
  ).toEqual([true, true, true, false])
  expect(reads('RETURN Reject("Velocity.x") // Velocity.x', 'RETURN Reject() WHEN Functions.f(1).r > 2')).toEqual([
    false,
    true,
  ])
})
