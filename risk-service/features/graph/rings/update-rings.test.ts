import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { firstIdAt } from '../../../kernel/event-ids.ts'
import { storeOpenCase } from '../testing/graph-events.ts'
import { createRingCalls, four, ringValues } from '../testing/ring-calls.ts'
import { readCursor } from './ring-cursor.ts'
import { createRingMemory } from './ring-memory.ts'

let bench: ConsoleBench
const { at, storeHour, store, update, list, change } = createRingCalls(() => bench)
beforeEach(async () => {
  await bench?.close()
  bench = await openConsoleBench()
  await storeHour(100, 2)
})
afterAll(() => bench.close())

describe('events that nobody may search', () => {
  it('are in no ring: those of an assessment without a search, and those before it began', async () => {
    const [purchases, ...others] = bench.engine.assessments('')
    vi.spyOn(bench.engine, 'assessments').mockReturnValue(
      purchases ? [{ ...purchases, key: 'refund', search: false }, purchases, ...others] : [],
    )
    await store(four, { ...ringValues, eventType: 'refund' })
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2', hoursAgo: 50 })
    await bench.store.db
      .updateTable('search_switch')
      .set({ from_at: new Date(now.getTime() - 40 * 3_600_000) })
      .execute()
    await update()
    expect(await list()).toEqual([])
    await store(['W-1', 'W-2', 'W-3'], { device: 'D-3', payment: 'PI-3' })
    await update()
    expect(await list()).toMatchObject([{ name: { text: 'D-3' } }])
  })

  it('no ring is found or shown while the search is off', async () => {
    await store(four, ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    await bench.store.db.updateTable('search_switch').set({ state: 'Off' }).execute()
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2' })
    await update()
    expect(await bench.store.db.selectFrom('ring').select('id').execute()).toEqual([{ id }])
    for (const answer of [
      bench.call('engineer', 'POST', at('list'), {}),
      bench.call('engineer', 'GET', at(id)),
      change(id, 'watch'),
    ])
      expect(await answer).toMatchObject({ status: 409, body: { code: 'search.off' } })
  })
})

describe('webs', () => {
  it('do not spread over crowds that others belong to, too', async () => {
    const memory = createRingMemory()
    memory.rememberWeb(places.root, ['payment\npi-web'], now.getTime())
    const crowd = Array.from({ length: 24 }, (_, n) => `C-${n}`)
    await store(crowd, { street: 'Hall 1' }, 0)
    await store(crowd, { street: 'Hall 2' }, 0)
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2' })
    await store(['V-1'], { street: 'Hall 1', billingStreet: 'Hall 2' }, 0)
    // One step from the hall, and two from the web, where the other hall is.
    await store(['U-1', 'U-2', 'X-1'], { device: 'D-1', street: 'Hall 1' }, 0)
    await store(['X-1', 'X-2'], { phone: '0470 12 34 56' })
    await store(['X-2'], { payment: 'PI-web', street: 'Hall 2' }, 0)
    await update(now, memory)
    expect(await list()).toMatchObject([{ name: { text: 'D-2' }, users: 3 }])
  })
})

describe('hubs', () => {
  it('are recognised by older users, too, when the newest events are those of a few', async () => {
    const few = ['U-1', 'U-2', 'U-3']
    const many = Array.from({ length: 201 }, (_, n) => `H-${n}`)
    await store(many, { device: 'D-1', hoursAgo: 200 }, 0)
    await store(
      Array.from({ length: 210 }, (_, n) => few[n % 3] ?? ''),
      { device: 'D-1', payment: 'PI-1' },
    )
    await update()
    expect(await list()).toEqual([])
    // Without the others the device is one of the ring.
    await bench.store.db
      .deleteFrom('event_entity')
      .where('at', '<', new Date(now.getTime() - 100 * 3_600_000))
      .execute()
    await store(['U-1'], { device: 'D-1', payment: 'PI-1' })
    await update()
    expect(await list()).toMatchObject([{ name: { text: 'D-1' }, users: 3 }])
  })
})

describe('new events', () => {
  const second = 1000
  /** An id of an event that was received at a time. */
  const idAt = (time: number): string => firstIdAt(new Date(time)).replace(/0{12}$/, '00000000000a')

  it('are taken as soon as they are stored', async () => {
    const received = now.getTime() - second / 10
    for (const [n, user] of four.entries()) await store([user], { ...ringValues, eventId: idAt(received + n) })
    await update()
    expect(await list()).toMatchObject([{ users: 4 }])
  })

  it('are taken, too, when they were received before others and stored after them', async () => {
    const memory = createRingMemory()
    const received = now.getTime() - 20 * second
    for (const [n, user] of four.entries()) await store([user], { ...ringValues, eventId: idAt(received + second + n) })
    await update(new Date(received + 2 * second), memory)
    expect(await list()).toMatchObject([{ users: 4 }])
    await store(['U-5'], { ...ringValues, eventId: idAt(received) })
    await update(new Date(received + 6 * second), memory)
    expect(await list()).toMatchObject([{ users: 5 }])
    await update(new Date(received + 9 * second), memory)
    expect(await readCursor(bench.store.db)).toBe(idAt(received + second + 3))
    expect(memory.early.size).toBe(0)
  })

  it('from a time that the clock has not come to wait for it', async () => {
    const memory = createRingMemory()
    const received = now.getTime() - 20 * second
    for (const [n, user] of four.entries()) await store([user], { ...ringValues, eventId: idAt(received + n) })
    await update(new Date(received - 2 * second), memory)
    expect(await list()).toEqual([])
    expect(memory.early.size).toBe(0)
    await update(new Date(received), memory)
    expect(await list()).toMatchObject([{ users: 4 }])
  })

  it('after a start are taken again from where all of them were stored', async () => {
    const received = now.getTime() - 20 * second
    for (const [n, user] of four.entries()) await store([user], { ...ringValues, eventId: idAt(received + n) })
    await update(new Date(received + second))
    expect(await readCursor(bench.store.db)).toBeNull()
    await store(['U-5'], { ...ringValues, eventId: idAt(received - second) })
    await update(new Date(received + 10 * second))
    expect(await list()).toMatchObject([{ users: 5 }])
  })
})

describe('the job', () => {
  it('looks once around all that users share, and pauses before', async () => {
    const pause = vi.fn<() => void>()
    await store(four, { ...ringValues, phone: '0470 12 34 56' })
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2' })
    await update(now, createRingMemory(), undefined, pause)
    expect(await list()).toHaveLength(2)
    expect(pause).toHaveBeenCalledTimes(2)
  })

  it('looks again around an entity whose ring could not be stored', async () => {
    const memory = createRingMemory()
    await store(four, ringValues)
    const fail = () => {
      throw new Error('The store is away.')
    }
    for (const _ of [1, 2, 3]) await expect(update(now, memory, fail)).rejects.toThrow('The store is away.')
    await update(now, memory)
    expect(await list()).toHaveLength(1)
  })

  it('looks first around what may have become another ring', async () => {
    const memory = createRingMemory()
    const times = [30, 20, 10].map(seconds => now.getTime() - seconds * 1000)
    const storeAll = async (users: readonly string[], values: typeof ringValues, time = 0, rejected?: number) => {
      for (const [n, user] of users.entries())
        await store([user], { ...values, eventId: firstIdAt(new Date(time + n)) }, rejected)
    }
    await storeAll(four, ringValues, times[0])
    await storeAll(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2' }, times[1])
    await update(now, memory)
    // An event of each: only the first brings a new user, and it came before the other.
    await storeAll(['U-5'], ringValues, times[2], 0)
    await storeAll(['V-1'], { device: 'D-2', payment: 'PI-2' }, now.getTime() - 5000, 0)
    const seen: number[] = []
    memory.runs = 0
    await update(now, memory, undefined, () =>
      seen.push([...memory.pending.values()].filter(each => each.urgent).length),
    )
    expect(seen[0]).toBe(1)
    expect(await list()).toMatchObject([{ users: 5 }, { users: 3 }])
  })

  it('is not kept from what is urgent by what many events name', () => {
    const memory = createRingMemory()
    const add = (value: string, urgent: boolean) =>
      memory.addPending({ environmentId: places.root, entity: { type: 'device', value } }, urgent)
    add('a', true)
    add('b', true)
    add('a', false)
    add('c', false)
    expect([...memory.pending.values()].map(({ entity, urgent }) => [entity.value, urgent])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ])
    add('a', true)
    expect([...memory.pending.values()].map(({ entity }) => entity.value)).toEqual(['b', 'c', 'a'])
  })

  it('takes again after an interruption what was not looked at, and nothing else', async () => {
    const { db } = bench.store
    const idAt = (seconds: number): string => firstIdAt(new Date(now.getTime() - seconds * 1000))
    await store(['V-1'], { device: 'D-9', eventId: idAt(60) })
    await update()
    expect(await readCursor(db)).toBe(idAt(60))
    for (const [n, user] of four.entries()) await store([user], { ...ringValues, eventId: idAt(50 - n) })
    const memory = createRingMemory()
    memory.taken = idAt(60)
    const fail = () => {
      throw new Error('The store is away.')
    }
    await expect(update(now, memory, fail)).rejects.toThrow('The store is away.')
    expect(await readCursor(db)).toBe(idAt(60))
    await update()
    expect(await list()).toHaveLength(1)
    expect(await readCursor(db)).toBe(idAt(47))
  })

  it.each([
    ['a label of the event', 'label'],
    ['a label of a user', 'account'],
    ['a chargeback', 'chargeback'],
    ['the decision of a person', 'case'],
  ])('looks around an event after %s, without another event', async (_name, outcome) => {
    const { db } = bench.store
    const memory = createRingMemory()
    const later = new Date(now.getTime() + 60_000)
    for (const [n, user] of four.entries())
      await store([user], { ...ringValues, id: `${outcome}-${n}`, hoursAgo: 20 + 50 * n }, 0)
    await update(now, memory)
    expect(await list()).toEqual([])
    const ids = four.map((_, n) => `${outcome}-${n}`)
    const time = new Date(now.getTime() + 30_000)
    const label = { environment_id: places.root, is_fraud: true, label_at: time, received_at: time, body: '{}' }
    if (outcome === 'label' || outcome === 'account') {
      await db.updateTable('event').set({ label: 'Fraud' }).execute()
      const [type, of] = outcome === 'label' ? ['Purchase', 'label-0'] : ['Account', 'u-1']
      await db
        .insertInto('event_label')
        .values({ ...label, label_key: 'one', object_type: type, object_id: of })
        .execute()
    } else if (outcome === 'chargeback')
      await db
        .insertInto('data_event')
        .values(
          ids.map(id => ({
            environment_id: places.root,
            at: time,
            data_id: randomUUID(),
            event_type: 'chargeback',
            event_key: id,
            entity_id: id,
            subject_type: 'purchase',
            subject_id: id,
            happened_at: time,
            received_at: time,
            body: '{}',
          })),
        )
        .execute()
    else {
      for (const id of ids) await storeOpenCase(db, id)
      const outcomeOfCase = JSON.stringify({ caseAction: 'Reject' })
      await db.updateTable('review_case').set({ state: 'Decided', decided_at: time, outcome: outcomeOfCase }).execute()
    }
    await update(later, memory)
    expect(await list()).toMatchObject([{ users: 4, bad: 4 }])
  })

  const later = new Date(now.getTime() + 700_000)
  it('reads rings again also while new events wait', async () => {
    await store([...four, ...four], ringValues, 4)
    await update()
    await bench.store.db.updateTable('event').set({ label: 'Fraud' }).execute()
    const memory = createRingMemory()
    memory.addPending({ environmentId: places.root, entity: { type: 'device', value: 'other' } }, false)
    await update(later, memory)
    expect(await list()).toMatchObject([{ bad: 8 }])
  })

  it('reads a ring again from all that its users share, of which some may link nobody any more', async () => {
    const crowd = Array.from({ length: 100 }, (_, n) => `C-${n % 12}`)
    await store(four, { ...ringValues, phone: '0470 12 34 56' })
    await store(four, { payment: 'PI-1' }, 0)
    await update()
    await store(crowd, { device: 'D-1' }, 0)
    await update()
    await bench.store.db.updateTable('event').set({ label: 'Fraud' }).where('user_id', 'in', four).execute()
    await bench.store.db.updateTable('event').set({ label: null }).where('device_id', '=', 'D-1').execute()
    await update(later)
    expect(await list()).toMatchObject([{ bad: 8 }])
  })
})
