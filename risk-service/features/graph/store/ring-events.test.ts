import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { storeGraphPurchase, storeOpenCase } from '../testing/graph-events.ts'
import { createRingCalls } from '../testing/ring-calls.ts'
import { loadBadRate } from './ring-events.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

it('the base rate counts as bad what counts in rings, each event once', async () => {
  const { db } = bench.store
  await createRingCalls(() => bench).storeHour(100, 2)
  // Of the first both are known, the second was rejected by rules already, and the last is too old.
  for (const [id, decision, hoursAgo] of [
    ['both', 'Approve', 20],
    ['rule', 'Reject', 20],
    ['person', 'Review', 20],
    ['charged', 'Approve', 20],
    ['old', 'Approve', 2000],
  ] as const)
    await storeGraphPurchase(db, { id, user: id, decision, hoursAgo })
  for (const id of ['both', 'rule', 'person', 'old']) await storeOpenCase(db, id)
  await db
    .updateTable('review_case')
    .set({ state: 'Decided', decided_at: now, outcome: JSON.stringify({ caseAction: 'Reject' }) })
    .execute()
  const chargeback = { environment_id: places.root, event_type: 'chargeback', subject_type: 'purchase', body: '{}' }
  const time = { at: now, happened_at: now, received_at: now }
  await db
    .insertInto('data_event')
    .values(
      ['both', 'charged', 'unknown'].map(id => ({
        ...chargeback,
        ...time,
        data_id: randomUUID(),
        event_key: id,
        entity_id: id,
        subject_id: id,
      })),
    )
    .execute()
  const scope = {
    environmentIds: [places.root],
    from: new Date(now.getTime() - 80 * 86_400_000),
    to: null,
    excludedTypes: [],
  }
  expect(await loadBadRate(db, scope)).toBeCloseTo(0.05)
  expect(await loadBadRate(db, { ...scope, excludedTypes: ['purchase'] })).toBe(0)
})
