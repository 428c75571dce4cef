import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { addEnvironment, addEvents } from '../testing/event-data.ts'
import { createTestStore } from '../testing/test-store.ts'
import { defaultPartitionRows, ensurePartitions, listPartitions, monthOf } from './partitions.ts'
import { applyRetention, monthsBefore } from './retention.ts'

const months = (now: Date, count: number) => monthOf(now, count).start

describe('monthly partitions', () => {
  let store: Store
  const environment = randomUUID()
  const now = new Date()
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(store.db)).rows[0]?.n
  beforeAll(async () => {
    store = await createTestStore()
    await addEnvironment(store, environment)
  })
  afterAll(() => store.close())

  it('monthly partitions exist from 14 months back to 2 ahead for every event table', async () => {
    const partitions = await listPartitions(store.db)
    expect(partitions).toHaveLength(17 * 4)
    const starts = partitions.filter(({ table }) => table === 'event').map(({ month }) => month.start.getTime())
    expect(Math.min(...starts)).toBe(months(now, -14).getTime())
    expect(Math.max(...starts)).toBe(months(now, 2).getTime())
    expect(await ensurePartitions(store.db, now)).toEqual([])
  })

  it('monthly partitions take what fell into the default partition before they were made', async () => {
    await addEvents(store, environment, 5, { from: months(now, 3), everySeconds: 3600 })
    expect(await defaultPartitionRows(store.db)).toBe(15)
    expect((await store.health()).defaultPartitionRows).toBe(15)
    const made = await ensurePartitions(store.db, months(now, 1))
    expect(made).toEqual(
      ['event', 'event_body', 'event_entity', 'data_event'].map(table => `${table}_${monthOf(now, 3).suffix}`),
    )
    expect(await defaultPartitionRows(store.db)).toBe(0)
    expect(await count(`event_${monthOf(now, 3).suffix}`)).toBe(5)
  })

  it('older than the retention go with their keys, the rest stays', async () => {
    await addEvents(store, environment, 40, { from: months(now, -14), everySeconds: 3600 })
    await addEvents(store, environment, 30, { from: months(now, -20), everySeconds: 3600 })
    await addEvents(store, environment, 20, { from: months(now, -13), everySeconds: 3600 })
    await sql`insert into telemetry (at, kind, name, body) values (${new Date(now.getTime() - 31 * 86_400_000)}, 'a', 'b', '{}'), (${now}, 'a', 'b', '{}')`.execute(
      store.db,
    )
    const removed = await applyRetention(store.maintenance, { eventMonths: 13, logMonths: 13, telemetryDays: 30 }, now)
    expect(removed.partitions).toEqual(
      ['data_event', 'event', 'event_body', 'event_entity'].map(table => `${table}_${monthOf(now, -14).suffix}`),
    )
    expect(await count('event')).toBe(25)
    expect(await count('event_key')).toBe(25)
    expect(await count('event_body')).toBe(25)
    expect(await count('event_entity')).toBe(25)
    expect(await count('telemetry')).toBe(1)
    expect(await applyRetention(store.maintenance, { eventMonths: 13, logMonths: 13, telemetryDays: 30 }, now)).toEqual(
      { partitions: [], rows: 0 },
    )
  })

  it.each([
    ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-01-15T00:00:00.000Z', 13, '2024-12-15T00:00:00.000Z'],
    ['2024-03-30T23:59:59.000Z', 1, '2024-02-29T23:59:59.000Z'],
  ])('%s minus %i months is %s', (from, back, expected) => {
    expect(monthsBefore(new Date(from), back).toISOString()).toBe(expected)
  })
})
