import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import { createLiveHistory, loadHistories } from './live-history.ts'

const environment = '20000000-0000-4000-8000-000000000001'
const at = (minute: number) => new Date(Date.parse('2025-11-20T12:00:00Z') + minute * 60_000)
let store: Store
let now = at(60)

beforeAll(async () => {
  store = await createTestStore()
  for (const [index, user] of ['ann', 'bob', 'ann'].entries()) {
    const id = randomUUID()
    await store.db
      .insertInto('event')
      .values({
        environment_id: environment,
        at: at(index),
        event_id: id,
        event_type: 'purchase',
        external_id: `p${index}`,
        assessment_type: 'Protect',
        decision: 'Approve',
        reason: '',
        risk_score: 1,
        amount_usd: 1000 * (index + 1),
        user_id: user.toUpperCase(),
        device_id: 'd',
        label: index === 0 ? 'Fraud' : null,
      } as never)
      .execute()
    for (const [type, value] of [
      ['user', user],
      ['device', 'd'],
    ] as const) {
      await store.db
        .insertInto('event_entity')
        .values({
          environment_id: environment,
          entity_type: type,
          entity_value: value,
          at: at(index),
          event_id: id,
          event_type: 'purchase',
          display: value,
        })
        .execute()
    }
  }
  await store.db
    .insertInto('event_label')
    .values({
      environment_id: environment,
      label_key: 'k',
      object_type: 'Purchase',
      object_id: 'p0',
      is_fraud: true,
      label_at: at(5),
      received_at: at(30),
      body: '{}',
    })
    .execute()
})
afterAll(() => store.close())

describe('histories of entities', () => {
  it('histories of entities are read for many entities at once, with labels from the time they came', async () => {
    const ports = { db: store.db, clock: () => now }
    const [ann, device, nobody] = await loadHistories(ports, [
      { environmentId: environment, kind: 'user', value: 'ann' },
      { environmentId: environment, kind: 'device', value: 'd' },
      { environmentId: environment, kind: 'user', value: 'zoe' },
    ])
    expect(ann?.events.map(({ amount, fraud, labelAt }) => [amount, fraud, labelAt === at(30).getTime()])).toEqual([
      [10, true, true],
      [30, null, false],
    ])
    expect(device?.events.map(({ user }) => user)).toEqual(['ann', 'bob', 'ann'])
    expect(device?.firstAt).toBe(at(0).getTime())
    expect(nobody).toEqual({ firstAt: null, events: [] })
  })

  it('histories of entities know a label on a payment instrument from the time it came', async () => {
    const id = randomUUID()
    const key = { environment_id: environment, at: at(10), event_id: id }
    await store.db
      .insertInto('event')
      .values({
        ...key,
        event_type: 'purchase',
        external_id: 'by card',
        assessment_type: 'Protect',
        decision: 'Approve',
        reason: '',
        risk_score: 1,
        user_id: 'dan',
        bin: '411111',
        last_four: '1111',
        label: 'Fraud',
      } as never)
      .execute()
    await store.db
      .insertInto('event_body')
      .values({
        ...key,
        received_at: at(10),
        request: '{}',
        enrichment: JSON.stringify({
          entities: [
            { type: 'user', value: 'dan' },
            { type: 'payment', value: 'card-7' },
          ],
        }),
        explanation: '{}',
      })
      .execute()
    await store.db
      .insertInto('event_entity')
      .values({
        environment_id: environment,
        entity_type: 'user',
        entity_value: 'dan',
        at: at(10),
        event_id: id,
        event_type: 'purchase',
        display: 'dan',
      })
      .execute()
    await store.db
      .insertInto('event_label')
      .values({
        environment_id: environment,
        label_key: 'pi',
        object_type: 'PI',
        object_id: 'card-7',
        is_fraud: true,
        label_at: at(20),
        received_at: at(40),
        body: '{}',
      })
      .execute()
    const [dan] = await loadHistories({ db: store.db, clock: () => now }, [
      { environmentId: environment, kind: 'user', value: 'dan' },
    ])
    expect(dan?.events.map(({ fraud, labelAt }) => [fraud, labelAt])).toEqual([[true, at(40).getTime()]])
  })

  it('histories of entities stay in memory, go on with what is decided, and are read anew for labels', async () => {
    const history = createLiveHistory({ db: store.db, clock: () => now, log: silentLog }, 20_000)
    const first = await history.histories(environment, { device: 'd', user: null })
    expect([first.device?.events.length, first.user, first.payment]).toEqual([3, null, null])
    const event = {
      id: randomUUID(),
      at: now.getTime(),
      amount: 5,
      user: 'cy',
      device: 'd',
      card: null,
      fraud: null,
      labelAt: 0,
    }
    history.add(environment, { device: 'd' }, event)
    const again = history.histories(environment, { device: 'd' })
    expect(again).not.toBeInstanceOf(Promise)
    expect((await again).device?.events.map(({ user }) => user)).toEqual(['ann', 'bob', 'ann', 'cy'])
    now = new Date(now.getTime() + 61_000)
    expect(history.histories(environment, { device: 'd' })).toBeInstanceOf(Promise)
    expect(history.failedReads()).toBe(0)
  })

  it('histories of entities are read anew after a second where other processes decide, too', async () => {
    let isShared = true
    const history = createLiveHistory({ db: store.db, clock: () => now, log: silentLog }, 20_000, () => isShared)
    await history.histories(environment, { device: 'd' })
    now = new Date(now.getTime() + 999)
    expect(history.histories(environment, { device: 'd' })).not.toBeInstanceOf(Promise)
    now = new Date(now.getTime() + 1)
    expect(await history.histories(environment, { device: 'd' })).toMatchObject({ device: { events: { length: 3 } } })
    now = new Date(now.getTime() + 1001)
    const again = history.histories(environment, { device: 'd' })
    expect(again).toBeInstanceOf(Promise)
    await again
    isShared = false
    now = new Date(now.getTime() + 1001)
    expect(history.histories(environment, { device: 'd' })).not.toBeInstanceOf(Promise)
  })

  it('histories of entities are unknown, not empty, when the store fails or is slow', async () => {
    const broken = await createTestStore()
    await broken.close()
    const failing = createLiveHistory({ db: broken.db, clock: () => now, log: silentLog }, 20_000)
    expect(await failing.histories(environment, { device: 'd', email: null })).toEqual({
      device: undefined,
      email: null,
      user: null,
      ip: null,
      payment: null,
      terminal: null,
    })
    expect(failing.failedReads()).toBe(1)
    const impatient = createLiveHistory({ db: store.db, clock: () => now, log: silentLog }, 5)
    // The read waits until the table is unlocked again, however quick the machine is.
    await store.db.transaction().execute(async holder => {
      await sql`lock table event_entity in access exclusive mode`.execute(holder)
      expect((await impatient.histories(environment, { device: 'slow' })).device).toBeUndefined()
    })
    expect(impatient.failedReads()).toBe(1)
  })
})
