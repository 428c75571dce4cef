import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConsoleBench, now, openConsoleBench } from '../../../http/console-api/testing/console-bench.ts'
import { createRingCalls, four, ringValues } from '../testing/ring-calls.ts'

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
