import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { loadCallMetrics, loadCallPerformance } from './call-metrics.ts'

const environmentId = '20000000-0000-4000-8000-0000000000d1'
const otherEnvironmentId = '20000000-0000-4000-8000-0000000000d2'
const targetId = randomUUID()
const now = new Date('2025-11-20T12:00:00.000Z')
const at = (time: string) => `2025-11-20T${time}:00.000Z`

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  const rows: [minute: string, error: string, status: number, calls: number, latencyMs: number, place?: string][] = [
    // Before the range.
    ['10:59', '', 200, 1000, 1],
    ['11:00', '', 200, 6, 40],
    ['11:00', 'http', 404, 2, 10],
    ['11:30', 'timeout', 0, 1, 300],
    ['11:59', '', 200, 9, 20],
    // The end is no part of the range.
    ['12:00', 'http', 500, 1000, 1],
    ['11:30', 'http', 500, 1000, 1, otherEnvironmentId],
  ]
  await store.db
    .insertInto('outgoing_call_minute')
    .values(
      rows.map(([minute, error, status, calls, latencyMs, place = environmentId]) => ({
        environment_id: place,
        target_id: targetId,
        minute: at(minute),
        error,
        status,
        kind: 'external',
        calls,
        latency_ms: calls * latencyMs,
      })),
    )
    .execute()
})
afterAll(() => store.close())

const hour = { from: at('11:00'), to: at('12:00') }
const load = (range = hour, id = targetId) => loadCallPerformance(store.db, environmentId, id, range, now)

it('figures are requests by second, latency by request, and successes by request', async () => {
  // 18 requests in an hour: 6 × 40 + 2 × 10 + 1 × 300 + 9 × 20 milliseconds, 15 of them without an error.
  expect((await load()).figures).toEqual({
    requests: 18,
    perSecond: 18 / 3600,
    averageMs: 740 / 18,
    successRate: 15 / 18,
  })
})

it('points cover the range from its start until before its end', async () => {
  const { step, points } = await load()
  expect(step).toBe(60)
  expect(points).toHaveLength(60)
  expect([points[0], points[1], points.at(-1)]).toEqual([
    { at: at('11:00'), requests: 8, averageMs: 260 / 8, successRate: 6 / 8 },
    { at: at('11:01'), requests: 0, averageMs: null, successRate: null },
    { at: at('11:59'), requests: 9, averageMs: 20, successRate: 1 },
  ])
})

it('errors are counted by type and code, the most frequent first', async () => {
  expect((await load()).errors).toEqual([
    { type: 'http', httpStatusCode: 404, requests: 2, points: [{ at: at('11:00'), requests: 2 }] },
    { type: 'timeout', httpStatusCode: null, requests: 1, points: [{ at: at('11:30'), requests: 1 }] },
  ])
})

it('without requests nothing is divided', async () => {
  expect(await load(hour, randomUUID())).toMatchObject({
    figures: { requests: 0, perSecond: 0, averageMs: null, successRate: null },
    errors: [],
  })
  // An empty range, and one in the future.
  expect((await load({ from: at('11:00'), to: at('11:00') })).figures.requests).toBe(0)
  expect((await load({ from: at('13:00'), to: at('14:00') })).figures.requests).toBe(0)
})

it('a range until now contains the minute that has begun', async () => {
  const { figures, points } = await load({ from: at('11:00'), to: at('12:01') })
  expect(figures).toMatchObject({ requests: 1018, perSecond: 1018 / 3600 })
  expect(points.at(-1)).toMatchObject({ at: at('12:00'), requests: 1000 })
})

it('the figures of a card are those of the last hour', async () => {
  const figuresOf = await loadCallMetrics(store.db, environmentId, '1h', now)
  // Without the minute of 11:00, which is over.
  expect(figuresOf(targetId)).toEqual({
    requests: 1010,
    perSecond: 1010 / 3600,
    averageMs: (300 + 180 + 1000) / 1010,
    successRate: 9 / 1010,
  })
})
