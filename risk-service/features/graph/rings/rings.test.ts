import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { FoundRings } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createRingCalls, four, ringValues } from '../testing/ring-calls.ts'

let bench: ConsoleBench
beforeEach(async () => {
  await bench?.close()
  bench = await openConsoleBench()
  await storeHour(100, 2)
})
afterAll(() => bench.close())

const { at, storeHour, store, update, list, get, change } = createRingCalls(() => bench)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const notices = () =>
  bench.store.db.selectFrom('notification').select(['event', 'params', 'user_id']).orderBy('at').execute()

describe('finding rings', () => {
  it('four users on one device and one card, 6 of 8 purchases rejected in one day: score 83', async () => {
    await store([...four, ...four], ringValues, 6)
    const answer = await bench.call('engineer', 'POST', at('find'), {})
    expect(answer.status, JSON.stringify(answer.json)).toBe(200)
    const output = answer.json as FoundRings
    expect(output).toMatchObject({
      events: 8,
      complete: true,
      unreported: 0,
      rings: [
        {
          name: { type: 'device', text: 'D-1', more: 1 },
          users: 4,
          shared: 2,
          transactions: 8,
          bad: 6,
          score: 83,
          evidence: 'outcomes',
          grown: 4,
          amountUsd: expect.any(Number),
          complete: true,
        },
      ],
    })
    expect(output.rings[0]?.members.map(({ text, users }) => [text, users])).toEqual([
      ['U-1', 1],
      ['U-2', 1],
      ['U-3', 1],
      ['U-4', 1],
      ['D-1', 4],
      ['PI-1', 4],
    ])
    const nodes = output.rings[0]?.members.slice(0, 2).map(({ id }) => id)
    const among = await bench.call('engineer', 'POST', at('find'), { nodes })
    // Of two users there is no ring.
    expect(among.json).toMatchObject({ events: 4, rings: [] })
  })

  it('nothing is reported of which nothing is bad, unless it is asked for', async () => {
    for (const n of numbers(6)) await store(four, { ...ringValues, hoursAgo: 30 + n * 200 }, 0)
    const answer = await bench.call('engineer', 'POST', at('find'), {})
    expect(answer.json).toMatchObject({ rings: [], unreported: 1 })
    const all = await bench.call('engineer', 'POST', at('find'), { all: true })
    expect(all.json).toMatchObject({ rings: [{ evidence: null, bad: 0 }], unreported: 0 })
    await update()
    expect(await list()).toEqual([])
  })
})

describe('rings as objects', () => {
  it('are found in new events and remain the same while they grow', async () => {
    await store(four, ringValues)
    await update()
    const [first, ...others] = await list()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      name: { type: 'device', text: 'D-1', more: 1 },
      users: 4,
      transactions: 4,
      bad: 4,
      status: 'open',
      watched: false,
      dismissed: null,
    })
    await store(['U-5', 'U-6'], { device: 'D-1', hoursAgo: 2 })
    await store(['U-6', 'U-7'], { payment: 'PI-9', hoursAgo: 1 }, 0)
    await update()
    expect(await list()).toMatchObject([{ id: first?.id, users: 7, transactions: 8, shared: 3 }])
    const detail = await get(first?.id ?? '')
    expect(detail.members.filter(({ type }) => type === 'user').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['U-1', 'U-7']),
    )
    // Nothing new: nothing changes.
    await update()
    expect(await get(first?.id ?? '')).toEqual(detail)
  })

  it('that meet become one, which the id of either opens', async () => {
    await store(four, ringValues)
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2', hoursAgo: 19 })
    await update()
    const before = await list()
    expect(before.map(({ users }) => users).toSorted()).toEqual([3, 4])
    for (const { id } of before) expect((await change(id, 'watch')).status).toBe(200)
    await store(['V-1', 'U-1'], { phone: '0470 12 34 56', hoursAgo: 1 }, 0)
    await update()
    const [merged, ...others] = await list()
    expect(others).toEqual([])
    expect(merged?.users).toBe(7)
    for (const { id } of before) expect(await get(id)).toMatchObject({ id: merged?.id, watched: true })
  })

  it('notify those who watch them when they grow, at most once an hour', async () => {
    await store(four, ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    expect((await change(id, 'watch')).json).toMatchObject({ watched: true })
    await update()
    expect(await notices()).toEqual([])
    await store(['U-5'], { ...ringValues, hoursAgo: 3 })
    await update()
    expect(await notices()).toEqual([
      { event: 'RingGrown', params: { count: 5, ring: id }, user_id: bench.person('engineer').id },
    ])
    await store(['U-6'], { ...ringValues, hoursAgo: 2 })
    await update()
    expect(await notices()).toHaveLength(1)
    await store(['U-7'], { ...ringValues, hoursAgo: 1 })
    await update(new Date(now.getTime() + 3_600_000))
    expect(await notices()).toMatchObject([{}, { params: { count: 7 } }])
    expect((await change(id, 'unwatch')).json).toMatchObject({ watched: false })
  })

  it('are dismissed with a reason, restored, and return when they have grown considerably', async () => {
    await store(four, ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    expect((await change(id, 'dismiss', { reason: '  ' })).status).toBe(422)
    expect((await change(id, 'dismiss', { reason: 'A family' })).json).toMatchObject({
      status: 'dismissed',
      dismissed: { by: 'Name of engineer', reason: 'A family' },
    })
    expect(await list()).toEqual([])
    expect(await list('dismissed')).toHaveLength(1)
    expect((await change(id, 'restore')).json).toMatchObject({ status: 'open', dismissed: null })
    await change(id, 'dismiss', { reason: 'A family' })
    await store(['U-5'], { ...ringValues, hoursAgo: 3 })
    await update()
    expect(await list()).toEqual([])
    await store(['U-6', 'U-7'], { ...ringValues, hoursAgo: 2 })
    await update()
    expect(await list()).toMatchObject([{ id, users: 7, status: 'open' }])
    const audited = await bench.store.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_type', '=', 'Ring')
      .orderBy('at')
      .execute()
    expect(audited.map(({ operation }) => operation).toSorted()).toEqual(['Dismiss', 'Dismiss', 'Restore'])
  })

  it('are read again after some time, for labels come without an event', async () => {
    await store([...four, ...four], ringValues, 4)
    await update()
    expect(await list()).toMatchObject([{ bad: 4 }])
    await bench.store.db.updateTable('event').set({ label: 'Fraud' }).execute()
    await update(new Date(now.getTime() + 700_000))
    expect(await list()).toMatchObject([{ bad: 8 }])
  })
})

describe('decoys', () => {
  it('a dormitory, a company card and the address of a carrier are no rings', async () => {
    const hall = { street: 'Hall 1' }
    for (const n of numbers(24)) {
      const user = [`hall-${n}`]
      await store(user, { ...hall, device: `h-${n}`, payment: `hp-${n}`, hoursAgo: 1000 - n * 40 }, n === 3 ? 1 : 0)
      await store(user, { ...hall, phone: `04700000${10 + (n >> 1)}`, hoursAgo: 990 - n * 40 }, 0)
      await store(
        [`firm-${n % 6}`],
        { payment: 'company', street: 'Office 2', device: `f-${n % 6}`, hoursAgo: 900 - n * 36 },
        0,
      )
      await store(
        [`mobile-${n}`],
        { ip: '198.51.100.7', device: `m-${n}`, payment: `mp-${n}`, hoursAgo: 500 - n },
        n % 3,
      )
    }
    await update()
    expect(await list()).toEqual([])
  })
})

describe('rights on rings', () => {
  it('are those of the environment that the ring belongs to', async () => {
    await store(four, ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    expect(await list('open', 'local', places.eu)).toEqual([])
    for (const [as, environment] of [
      ['local', places.eu],
      ['engineer', places.eu],
      ['outsider', places.root],
      ['nobody', places.root],
      ['engineer', places.foreign],
    ] as const) {
      expect([as, (await bench.call(as, 'GET', at(id, environment))).status]).toEqual([as, 404])
      expect((await change(id, 'dismiss', { reason: 'x' }, as, environment)).status).toBe(404)
    }
    expect((await bench.call(null, 'GET', at(id))).status).toBe(401)
    // Who may look may watch; a dismissal is for those who act.
    expect((await change(id, 'watch', {}, 'viewer')).status).toBe(200)
    expect((await change(id, 'dismiss', { reason: 'x' }, 'viewer')).status).toBe(403)
    expect((await bench.call('engineer', 'GET', at('no-uuid'))).status).toBe(422)
    expect((await bench.call('engineer', 'GET', at(randomUUID()))).status).toBe(404)
  })

  it('rings among events are those of the environments of the call alone', async () => {
    await store(four, { ...ringValues, device: 'D-elsewhere', payment: 'PI-elsewhere' })
    const found = await bench.call('local', 'POST', at('find', places.eu), { all: true })
    expect(found.json).toMatchObject({ rings: [], events: 0, unreported: 0 })
    expect(JSON.stringify(found.json)).not.toContain('D-elsewhere')
  })

  it('masked values are hidden in names and members', async () => {
    await store(four, { email: 'gang@example.com', payment: 'PI-77777777' })
    await update()
    await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'instrument'] },
    })
    const [open] = await list()
    expect(open?.name.text).toBe('PI-77777777')
    const [masked] = await list('open', 'viewer')
    const detail = JSON.stringify([masked, await get(open?.id ?? '', 'viewer')])
    expect(detail).not.toContain('gang@')
    expect(detail).not.toContain('PI-7')
    expect(masked?.name.node).toBe(open?.name.node)
  })
})
