import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { HealthLine } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { addCall } from '../cases/testing/target-call.ts'
import { worstOf } from './health.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench({ send: () => Promise.resolve({ kind: 'answer', status: 503, text: '' }) })
  await addCall(bench)
})
afterAll(() => bench.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  await resetCaseBench(bench)
  const { db } = bench.store
  await db.deleteFrom('outgoing_call_minute').execute()
  await db.deleteFrom('backtest').execute()
})

const read = async (as: string, environmentId: string = caseIds.root) => {
  const { status, json } = await bench.call<HealthLine[]>(as, 'GET', `${environmentId}/dashboard/health`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const lineOf = async (part: HealthLine['part'], as = 'Vera', environmentId?: string) =>
  (await read(as, environmentId)).find(line => line.part === part)
const callId = async () =>
  (await bench.store.db.selectFrom('external_call').select('id').where('name', '=', 'notify').executeTakeFirstOrThrow())
    .id
const countCalls = async (
  rows: readonly { calls: number; error: string; hoursAgo?: number; environmentId?: string }[],
) =>
  bench.store.db
    .insertInto('outgoing_call_minute')
    .values(
      await Promise.all(
        rows.map(async ({ calls, error, hoursAgo = 1, environmentId = caseIds.root }) => ({
          environment_id: environmentId,
          target_id: await callId(),
          minute: new Date(bench.now().getTime() - hoursAgo * 3_600_000),
          error,
          status: error === '' ? 200 : 503,
          kind: 'external',
          calls,
          latency_ms: calls * 20,
        })),
      ),
    )
    .execute()
/** Velocities of which every read succeeded. */
const quiet = {
  since: new Date('2025-03-02T09:00:00.000Z'),
  reads: 900,
  failures: { timeout: 0, database: 0, notKept: 0 },
  recentFailures: 0,
  notCounted: 0,
  pending: 0,
  buckets: 0,
}
const addFollowUp = (more: object = {}) =>
  bench.store.db
    .insertInto('case_follow_up')
    .values({
      environment_id: caseIds.root,
      case_id: randomUUID(),
      id: randomUUID(),
      kind: 'status',
      payload: '{}',
      attempts: 8,
      next_at: null,
      delivered_at: null,
      created_at: bench.now(),
      ...more,
    } as never)
    .execute()
const addBacktest = (minutesAgo: number, state: 'waiting' | 'running', environmentId: string = caseIds.root) =>
  bench.store.db
    .insertInto('backtest')
    .values({
      environment_id: environmentId,
      id: randomUUID(),
      event_type: 'purchase',
      kind: 'draft',
      name: 'Large',
      body: null,
      from_at: bench.now(),
      to_at: bench.now(),
      state,
      digest: '',
      rules: '',
      events: 0,
      total: 0,
      result: null,
      started_by: randomUUID(),
      started_by_name: 'Pia',
      created_at: new Date(bench.now().getTime() - minutesAgo * 60_000),
    } as never)
    .execute()

it('every part is healthy while nothing has failed', async () => {
  vi.spyOn(bench.engine.velocities, 'figures').mockReturnValue(quiet)
  expect((await read('Vera')).map(({ part, state }) => [part, state])).toEqual([
    ['externalCalls', 'healthy'],
    ['externalAssessments', 'healthy'],
    ['velocities', 'healthy'],
    ['followUps', 'healthy'],
    ['jobs', 'healthy'],
  ])
  expect(await lineOf('externalCalls')).toEqual({ part: 'externalCalls', state: 'healthy', worst: null, suspended: 0 })
})

it('only lines of pages that open for the caller are answered', async () => {
  vi.spyOn(bench.engine.velocities, 'figures').mockReturnValue(quiet)
  const partsOf = async (as: string) => (await read(as)).map(({ part }) => part)
  expect(await partsOf('Finn')).toEqual(['externalCalls', 'externalAssessments', 'velocities', 'jobs'])
  expect(await partsOf('Ana')).toEqual(['followUps'])
  expect(await partsOf('Sam')).toEqual([])
})

it('an external call is degraded below nine tenths of successes within 24 hours', async () => {
  await countCalls([
    { calls: 90, error: '' },
    { calls: 10, error: 'http' },
    { calls: 500, error: 'http', hoursAgo: 25 },
  ])
  const worst = { name: 'notify', requests: 100, successRate: 0.9 }
  expect(await lineOf('externalCalls')).toMatchObject({ state: 'healthy', worst })
  await countCalls([{ calls: 1, error: 'timeout' }])
  expect(await lineOf('externalCalls')).toMatchObject({
    state: 'degraded',
    worst: { name: 'notify', requests: 101, successRate: 90 / 101 },
  })
})

it('calls of another environment do not count', async () => {
  await countCalls([{ calls: 10, error: 'http', environmentId: caseIds.eu }])
  expect(await lineOf('externalCalls')).toMatchObject({ state: 'healthy', worst: null })
  expect(await lineOf('externalCalls', 'Vera', caseIds.eu)).toMatchObject({ worst: null })
})

it('follow-ups that were given up are counted, those of the environments below too', async () => {
  await addFollowUp()
  await addFollowUp({ environment_id: caseIds.eu, kind: 'action' })
  await addFollowUp({ kind: 'trace' })
  await addFollowUp({ next_at: bench.now() })
  await addFollowUp({ delivered_at: bench.now() })
  await addFollowUp({ environment_id: caseIds.foreign })
  expect(await lineOf('followUps')).toEqual({ part: 'followUps', state: 'degraded', failed: 2 })
  expect(await lineOf('followUps', 'Vera', caseIds.eu)).toMatchObject({ failed: 1 })
})

it('a run that has waited for more than 15 minutes is late', async () => {
  await addBacktest(15, 'waiting')
  await addBacktest(60, 'running')
  await addBacktest(60, 'waiting', caseIds.eu)
  expect(await lineOf('jobs')).toEqual({ part: 'jobs', state: 'healthy', waiting: 0 })
  await addBacktest(16, 'waiting')
  expect(await lineOf('jobs')).toEqual({ part: 'jobs', state: 'degraded', waiting: 1 })
})

it('failed reads of velocities are those of the last 24 hours, whatever failed before', async () => {
  const figures = vi.spyOn(bench.engine.velocities, 'figures')
  figures.mockReturnValue({
    ...quiet,
    failures: { timeout: 1, database: 2, notKept: 4 },
    recentFailures: 3,
    notCounted: 8,
  })
  expect(await lineOf('velocities')).toEqual({ part: 'velocities', state: 'degraded', failed: 3 })
  figures.mockReturnValue({ ...quiet, failures: { timeout: 1, database: 2, notKept: 4 } })
  expect(await lineOf('velocities')).toEqual({ part: 'velocities', state: 'healthy', failed: 0 })
  // A service that counts nothing has no such part.
  figures.mockReturnValue(null)
  expect(await lineOf('velocities')).toBeUndefined()
})

it('the worst call is that with the lowest share of successes, then with more requests', () => {
  const call = (name: string, requests: number, successRate: number | null) => ({
    name,
    figures: { requests, successRate },
  })
  expect(worstOf([])).toBeNull()
  expect(worstOf([call('unused', 0, null)])).toBeNull()
  expect(worstOf([call('a', 10, 1), call('b', 4, 0.5), call('c', 8, 0.5), call('unused', 0, null)])).toEqual({
    name: 'c',
    requests: 8,
    successRate: 0.5,
  })
})
