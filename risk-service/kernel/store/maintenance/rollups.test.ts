import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { addEnvironment, addEvents } from '../testing/event-data.ts'
import { createTestStore } from '../testing/test-store.ts'
import { checkRollups, differingHours, rebuildRollups } from './rollups.ts'

describe('hourly roll-ups', () => {
  let store: Store
  const environment = randomUUID()
  const other = randomUUID()
  beforeAll(async () => {
    store = await createTestStore()
    await addEnvironment(store, environment)
    await addEnvironment(store, other)
    await addEvents(store, environment, 500, { from: new Date(Date.now() - 5 * 86_400_000), everySeconds: 600 })
  })
  afterAll(() => store.close())

  it('hourly roll-ups are found missing and recounted from the events', async () => {
    expect((await differingHours(store.db, environment)).length).toBeGreaterThan(80)
    await rebuildRollups(store.db, environment)
    expect(await differingHours(store.db, environment)).toEqual([])
    const { rows } = await sql<{ events: number; rules: number; cents: number; sent: number }>`select
      (select sum(events) from event_hour) as events, (select sum(amount_usd) from event_hour) as cents,
      (select sum(events) from rule_hour) as rules, (select sum(amount_usd) from event) as sent`.execute(store.db)
    expect(rows[0]).toMatchObject({ events: 500, rules: 250 })
    expect(rows[0]?.cents).toBe(rows[0]?.sent)
  })

  it('hourly roll-ups that differ are repaired by the check, in the hours that differ', async () => {
    await sql`update event_hour set events = events + 1 where ctid = (select ctid from event_hour limit 1)`.execute(
      store.db,
    )
    await sql`delete from rule_hour where ctid = (select ctid from rule_hour order by hour desc limit 1)`.execute(
      store.db,
    )
    const [repaired, ...more] = await checkRollups(store.maintenance)
    expect(repaired?.environmentId).toBe(environment)
    expect([1, 2]).toContain(repaired?.hours)
    expect(more).toEqual([])
    expect(await differingHours(store.db, environment)).toEqual([])
    expect(await checkRollups(store.maintenance)).toEqual([])
  })
})
