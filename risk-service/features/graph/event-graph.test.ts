import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GraphNeighbourhood } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storeGraphPurchase } from './testing/graph-events.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await storeGraphPurchase(db, { id: 'E-1', user: 'U-1', device: 'D-1', payment: 'PI-1', hoursAgo: 2 })
  await storeGraphPurchase(db, { id: 'E-2', user: 'U-2', device: 'D-1', payment: 'PI-2', hoursAgo: 1 })
  await storeGraphPurchase(db, { id: 'E-3', user: 'U-3', device: 'D-3', payment: 'PI-3', hoursAgo: 1 })
})
afterAll(() => bench.close())

const read = (as: string, id: string) =>
  bench.call(as, 'POST', `/environments/${places.root}/graph/event`, { eventType: 'purchase', id })

it('an event has its entities around it, and what shares its device; others do not appear', async () => {
  const { status, json } = await read('engineer', 'E-1')
  expect(status).toBe(200)
  const graph = json as GraphNeighbourhood
  const texts = graph.nodes.map(({ text }) => text)
  expect(graph.nodes.find(({ id }) => id === graph.start)).toMatchObject({ type: 'transaction', text: 'E-1' })
  expect(texts).toEqual(expect.arrayContaining(['E-1', 'E-2', 'D-1', 'PI-1']))
  expect(texts).not.toContain('E-3')
})

it('an event is found by its id of the service, too', async () => {
  const { nodes } = (await read('engineer', 'E-1')).json as GraphNeighbourhood
  const id = nodes.find(({ text }) => text === 'E-1')?.event?.eventId ?? ''
  expect(id).not.toBe('')
  const graph = (await read('engineer', id.toUpperCase())).json as GraphNeighbourhood
  expect(graph.nodes.find(({ id: node }) => node === graph.start)).toMatchObject({ text: 'E-1' })
})

it('an event that does not exist has no start', async () => {
  expect((await read('engineer', 'nowhere')).json).toMatchObject({ start: null, nodes: [] })
})

it('who searches events without the explorer sees all of them, and none counts as hidden', async () => {
  Object.assign(bench.person('nobody'), {
    assignments: [{ role: 'ManualReviewAnalyst', environmentId: places.root }],
  })
  const { status, json } = await read('nobody', 'E-1')
  expect(status, JSON.stringify(json)).toBe(200)
  const { nodes } = json as GraphNeighbourhood
  expect(nodes.find(({ text }) => text === 'D-1')).toMatchObject({ events: { count: 2 }, hidden: 0 })
})
