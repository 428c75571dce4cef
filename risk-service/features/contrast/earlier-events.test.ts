import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContrastCounts } from '../../contract/contrast/contrast.ts'
import { contrastWindows } from '../../contract/contrast/contrast-definitions.ts'
import { velocityWindowSchema } from '../../contract/velocities/velocities.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storeGraphPurchase } from '../graph/testing/graph-events.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  // Six an hour from one device, and forty strangers; what came more than a day before, or elsewhere, is not counted.
  for (let n = 0; n < 12; n++)
    await storeGraphPurchase(db, {
      id: `R-${n}`,
      user: 'ring',
      device: 'D-1',
      payment: `PI-${n}`,
      hoursAgo: 10 - n / 6,
    })
  for (let n = 0; n < 40; n++)
    await storeGraphPurchase(db, { id: `S-${n}`, user: `S-${n}`, device: `DS-${n}`, hoursAgo: 9 })
  await storeGraphPurchase(db, { id: 'S-old', user: 'S-0', device: 'DS-0', hoursAgo: 40 })
  await storeGraphPurchase(db, { id: 'R-us', user: 'ring', device: 'D-1', environmentId: places.us, hoursAgo: 11 })
  await storeGraphPurchase(db, { id: 'R-status', user: 'ring', device: 'D-1', eventType: 'custom', hoursAgo: 11 })
})
afterAll(() => bench.close())

const conditions = [{ column: 'userId', op: 'eq', value: 'ring' }]
const input = {
  eventType: 'purchase',
  a: { kind: 'search', filter: { period: '7d', conditions } },
  b: { kind: 'search', filter: { period: '7d' } },
  entity: 'device',
  window: '1d',
}
async function count(change: object = {}, as: string | null = 'engineer', environment: string = places.root) {
  const answer = await bench.call(as, 'POST', `/environments/${environment}/contrast/counts`, { ...input, ...change })
  return { ...answer, output: answer.json as ContrastCounts }
}
const reached = ({ steps }: ContrastCounts) => steps.map(step => [step.count, step.a.count, step.b.count])

describe('earlier events of the same entity', () => {
  it('are counted in windows that rules can name', () => {
    for (const window of contrastWindows) expect(velocityWindowSchema.safeParse(window).success, window).toBe(true)
  })
  it('are counted in the window, and a limit is proposed', async () => {
    const { status, output } = await count()
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output).toMatchObject({ a: 13, b: 41, proposed: 1 })
    // The first of the device has none, the last eleven; the one of the other environment counts there alone.
    expect(reached(output)).toEqual(Array.from({ length: 11 }, (_, n) => [n + 1, 11 - n, 0]))
  })
  it('are fewer in a shorter window, and more in a longer one', async () => {
    expect(reached((await count({ window: '1h' })).output).at(-1)).toEqual([6, 6, 0])
    // The purchase of a stranger forty hours before.
    expect(reached((await count({ window: '7d' })).output)[0]).toEqual([1, 11, 1])
  })
  it('are none of an entity that each event has for itself', async () => {
    expect((await count({ entity: 'payment' })).output).toMatchObject({ a: 13, steps: [], proposed: null })
  })
  it('name the field of what cannot be counted', async () => {
    for (const [change, path] of [
      [{ entity: 'hour' }, 'entity'],
      [{ window: '90d' }, 'window'],
    ] as const) {
      const { status, json } = await count(change)
      const issues = (json as { details?: { issues?: { path: string[] }[] } }).details?.issues ?? []
      expect([status >= 400 && status < 500, issues.map(issue => issue.path.join('.'))]).toEqual([true, [path]])
    }
  })
  it('are those of environments that the caller sees', async () => {
    expect((await count({}, 'local', places.eu)).output).toMatchObject({ a: 0, b: 0, steps: [], proposed: null })
    expect((await count({}, 'outsider')).status).toBe(404)
    expect((await count({}, null)).status).toBe(401)
  })
})
