import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import type { SampleResources } from '../../../engine/replay/sample-resources.ts'
import { createSampleRun } from '../../../features/backtests/sample/run-sample.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { UnavailableError } from '../../../ports/index.ts'
import { type ConsoleBench, now, openConsoleBench, places, ruleBody } from '../../console-api/testing/console-bench.ts'
import { createSampleRunner } from './sample-runner.ts'

let bench: ConsoleBench
let engine: Engine
let runner: ReturnType<typeof createSampleRunner>
const events = 1000

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  const ports = { db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: () => null, lists: createListRegistry(ports) })
  runner = createSampleRunner(bench.store.target)
  const rows = Array.from({ length: events }, (_, place) => ({
    event_id: randomUUID(),
    at: new Date(now.getTime() - (place + 1) * 60_000),
    environment_id: places.root,
    amount: place + 1,
  }))
  await db
    .insertInto('event')
    .values(
      rows.map(({ amount, ...row }) => ({
        ...row,
        event_type: 'purchase',
        external_id: row.event_id,
        assessment_type: 'Protect',
        decision: 'Approve',
        reason: '',
        risk_score: 100,
        amount: amount * 100,
        currency: 'USD',
        amount_usd: amount * 100,
        label: null,
      })),
    )
    .execute()
  await db
    .insertInto('event_body')
    .values(
      rows.map(({ amount, ...row }) => ({
        ...row,
        received_at: row.at,
        request: JSON.stringify({
          purchaseId: row.event_id,
          totalAmount: amount,
          currency: 'USD',
          user: { userId: row.event_id, email: `${amount % 3}@mail.example` },
        }),
        enrichment: '{}',
        explanation: '{"contributions":[],"rules":[],"runtimeErrors":[]}',
      })),
    )
    .execute()
})
afterAll(async () => {
  await runner.stop()
  await engine.close()
  await bench.close()
})

const bodyOf = (texts: readonly string[]): RuleBody =>
  ruleBody('Edited', {
    clauses: texts.map((text, place) => ({ name: `clause${place + 1}`, section: 'postRisk', text })),
  })
const never = () => new AbortController().signal
const orderOf = (body: RuleBody) => ({
  environmentIds: [places.root],
  from: new Date(now.getTime() - 7 * 86_400_000),
  to: now,
  eventType: 'purchase',
  body,
})
async function resourcesOf(body: RuleBody): Promise<SampleResources> {
  const found = await engine.sampleResources(places.root, 'purchase', body)
  if (found === null) throw new Error('There is no such assessment.')
  return found
}
/** More clauses than a sample gets through in its time, each with work of its own. */
const slow = bodyOf(
  Array.from(
    { length: 200 },
    (_, place) =>
      `RETURN Reject("${place}") WHEN @"user.email"${'.ToUpper().Replace("A", "b").ToLower()'.repeat(8)}.StartsWith("${place}x")`,
  ),
)

it('returns what a sample in the same thread returns, with rows of lists of the main thread, each read once', async () => {
  const body = bodyOf([
    'RETURN Reject("listed") WHEN ContainsKey("Bad", "Email", @"user.email")',
    'RETURN Review() WHEN @"totalAmount" > 600',
  ])
  const read: string[] = []
  const found = await resourcesOf(body)
  const custom = new Map([['bad', { name: 'Bad', columns: ['Email'], id: 'l1' }]])
  const lists: SampleResources['lists'] = {
    containsKey: (...query) => {
      read.push(query.join(' '))
      return query[2] === '2@mail.example'
    },
    lookup: () => undefined,
    lookupClosest: () => undefined,
    supportStatus: () => undefined,
  }
  const resources = {
    ...found,
    check: { ...found.check, lists: { support: new Map(), ...found.check.lists, custom } },
    lists,
  }
  const here = await createSampleRun(bench.store.db)(orderOf(body), resources, never())
  const reject = Array.from({ length: events }, (_, place) => place + 1).filter(amount => amount % 3 === 2).length
  expect(here).toMatchObject({ sampled: events, result: { selected: events, decided: { Reject: reject } } })
  read.length = 0
  expect(await runner.run(orderOf(body), resources, never())).toEqual(here)
  expect(read.toSorted()).toEqual(['l1 Email 0@mail.example', 'l1 Email 1@mail.example', 'l1 Email 2@mail.example'])
  expect(await runner.run(orderOf(bodyOf(['RETURN Nonsense()'])), resources, never())).toEqual({
    sampled: 0,
    result: null,
  })
})

it('leaves the thread of decisions to its work while a slow rule runs', async () => {
  const resources = await resourcesOf(slow)
  const measure = async (run: ReturnType<typeof createSampleRunner>['run']) => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const [started, before] = [performance.now(), performance.eventLoopUtilization()]
    delay.enable()
    const { sampled } = await run(orderOf(slow), resources, never())
    delay.disable()
    const { utilization } = performance.eventLoopUtilization(before)
    return { sampled, utilization, longest: delay.max / 1e6, took: performance.now() - started }
  }
  const here = await measure(createSampleRun(bench.store.db))
  const beside = await measure(runner.run)
  // Compared with one another: on a busy machine both take longer.
  expect(here.sampled).toBeGreaterThan(0)
  expect(beside.sampled).toBeGreaterThan(0)
  expect(beside.utilization).toBeLessThan(here.utilization / 3)
  expect(beside.longest).toBeLessThan(beside.took / 4)
})

it('ends a sample that is cancelled, and goes on with others', async () => {
  const [first, second] = [new AbortController(), never()]
  const [resources, few] = [await resourcesOf(slow), bodyOf(['RETURN Reject()'])]
  const cancelled = runner.run(orderOf(slow), resources, first.signal).catch((error: unknown) => error)
  const other = runner.run(orderOf(few), await resourcesOf(few), second)
  first.abort()
  const started = performance.now()
  // Before its rule was compiled it has no result.
  expect(await cancelled).toBeInstanceOf(UnavailableError)
  expect(performance.now() - started).toBeLessThan(1500)
  expect((await other).sampled).toBe(events)
  await expect(runner.run(orderOf(few), resources, AbortSignal.abort())).rejects.toThrow(UnavailableError)
})

it('gives up a thread that does not answer; the next sample starts another', async () => {
  const hasty = createSampleRunner(bench.store.target, { timeLimitMs: 1 })
  const few = bodyOf(['RETURN Reject()'])
  const resources = await resourcesOf(few)
  await expect(hasty.run(orderOf(few), resources, never())).rejects.toThrow(UnavailableError)
  await hasty.stop()
  const stopped = runner.run(orderOf(slow), await resourcesOf(slow), never())
  await Promise.all([expect(stopped).rejects.toThrow(UnavailableError), runner.stop()])
  expect((await runner.run(orderOf(few), resources, never())).sampled).toBe(events)
})
