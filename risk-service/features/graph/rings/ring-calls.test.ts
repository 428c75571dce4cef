import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createRingCalls, ringValues } from '../testing/ring-calls.ts'

let bench: ConsoleBench
const { storeHour, store, update, find, list, get } = createRingCalls(() => bench)
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
