import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ring } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createRingCalls, four, ringValues } from '../testing/ring-calls.ts'

let bench: ConsoleBench
const { at, storeHour, store, update, find, list, get, change } = createRingCalls(() => bench)
beforeEach(async () => {
  await bench?.close()
  bench = await openConsoleBench()
  await storeHour(100, 2)
})
afterAll(() => bench.close())

describe('masked values', () => {
  it('are hidden in the ids of users that are an address or a number which nobody shares', async () => {
    await store(['ann@example.com', '+32470123456', 'U-3'], ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'phone'] },
    })
    for (const { members } of [await get(id, 'viewer'), ...(await find({}, 'viewer')).rings]) {
      expect(JSON.stringify(members)).not.toMatch(/ann@|0123456/)
      expect(members).toMatchObject([{ key: null }, { key: null }, { key: 'U-3' }, { key: 'D-1' }, { key: 'PI-1' }])
    }
    expect((await get(id)).members.map(({ key }) => key)).toContain('ann@example.com')
  })
})

describe('the list', () => {
  it('leaves a ring out when nothing speaks against it any more, until something does again', async () => {
    const { db } = bench.store
    for (const n of [0, 1, 2]) await store(four, { ...ringValues, hoursAgo: 30 + n * 200 })
    await update()
    const [ring] = await list()
    await db.updateTable('event').set({ decision: 'Approve' }).execute()
    await update(new Date(now.getTime() + 700_000))
    const answer = await bench.call('engineer', 'POST', at('list'), {})
    expect(answer.json).toMatchObject({ rings: [], total: 0 })
    expect(await get(ring?.id ?? '')).toMatchObject({ status: 'open', evidence: null })
    await db.updateTable('event').set({ label: 'Fraud' }).execute()
    await update(new Date(now.getTime() + 1_400_000))
    expect(await list()).toMatchObject([{ id: ring?.id }])
  })
})

describe('a dismissal', () => {
  it('stays with who made it, its reason and its size when another one follows', async () => {
    await store(four, ringValues)
    await update()
    const id = (await list())[0]?.id ?? ''
    const first = await change(id, 'dismiss', { reason: 'A family' })
    await store(['U-5'], { ...ringValues, hoursAgo: 2 })
    await update()
    const second = await change(id, 'dismiss', { reason: 'Another reason' }, 'colleague')
    expect((second.json as Ring).dismissed).toEqual((first.json as Ring).dismissed)
    const stored = bench.store.db.selectFrom('ring').select('dismissed_users').executeTakeFirst()
    expect(await stored).toEqual({ dismissed_users: 4 })
    const audited = bench.store.db.selectFrom('audit_log').select('id').where('resource_type', '=', 'Ring').execute()
    expect(await audited).toHaveLength(1)
  })

  it('of a ring that becomes a part of another meanwhile is one of the other', async () => {
    const { db } = bench.store
    await store(four, ringValues)
    await store(['V-1', 'V-2', 'V-3'], { device: 'D-2', payment: 'PI-2' })
    await update()
    const [survivor = '', other = ''] = (await list()).map(({ id }) => id)
    const merge = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const merged = db.transaction().execute(async trx => {
      await trx.updateTable('ring').set({ status: 'merged', merged_into: survivor }).where('id', '=', other).execute()
      locked.resolve()
      await merge.promise
    })
    await locked.promise
    const answer = change(other, 'dismiss', { reason: 'A family' })
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    merge.resolve()
    await merged
    expect((await answer).json).toMatchObject({ id: survivor, status: 'dismissed' })
    expect((await change(other, 'restore')).json).toMatchObject({ id: survivor, status: 'open' })
    const rows = await db.selectFrom('ring').select(['id', 'status']).execute()
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [survivor, 'open'],
        [other, 'merged'],
      ]),
    )
  })
})
