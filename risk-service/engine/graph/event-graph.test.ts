import { describe, expect, it } from 'vitest'
import { createEventGraph } from './event-graph.ts'
import type { GraphEvent } from './types.ts'

const limits = { nodes: 100, edges: 100 }
const event = (eventId: string, more: Partial<GraphEvent> = {}): GraphEvent => ({
  eventId,
  at: 1000,
  user: 'u',
  entities: [],
  bin: null,
  ipNetwork: null,
  products: [],
  hasCase: false,
  chargedBack: false,
  ...more,
})
const device = { type: 'device', value: 'd', kinds: ['used'] } as const
const sentences = (graph: ReturnType<typeof createEventGraph>): string[] =>
  [...graph.edges.values()].map(
    ({ source, target, kind, count }) =>
      `${source.type} ${source.value} ${kind} ${target.type} ${target.value} ${count}`,
  )

describe('the graph of events', () => {
  it('hangs values on the user, or on the transaction of nobody', () => {
    const graph = createEventGraph(limits)
    graph.add(event('1', { entities: [device], products: ['p'], hasCase: true }))
    graph.add(event('2', { user: null, entities: [device] }))
    expect(sentences(graph)).toEqual([
      'user u owns transaction 1 1',
      'user u used device d 1',
      'transaction 1 used product p 1',
      'transaction 1 owns case 1 1',
      'transaction 2 used device d 1',
    ])
  })
  it('counts an edge by its events, with the first and the last, and each event once', () => {
    const graph = createEventGraph(limits)
    for (const at of [2000, 1000, 3000]) graph.add(event(String(at), { at, entities: [device] }))
    graph.add(event('2000', { at: 2000, entities: [device] }))
    expect([...graph.edges.values()].find(({ kind }) => kind === 'used')).toMatchObject({
      count: 3,
      first: 1000,
      last: 3000,
    })
  })
  it('says that a transaction was charged back, and puts networks and BINs behind what is in them', () => {
    const graph = createEventGraph(limits)
    graph.add(
      event('1', {
        chargedBack: true,
        entities: [
          { type: 'ip', value: '1.2.3.4', kinds: ['used'] },
          { type: 'payment', value: 'pi', kinds: ['paidWith'] },
        ],
        bin: '400012',
        ipNetwork: '1.2.3.0/24',
      }),
    )
    expect(sentences(graph)).toEqual([
      'user u chargedBack transaction 1 1',
      'user u used ip 1.2.3.4 1',
      'user u paidWith payment pi 1',
      'payment pi owns bin 400012 1',
      'ip 1.2.3.4 owns ipNetwork 1.2.3.0/24 1',
    ])
  })
  it('takes an event as a whole or not at all', () => {
    const graph = createEventGraph({ nodes: 4, edges: 100 })
    expect(graph.add(event('1', { entities: [device] }))).toBe(true)
    expect(graph.add(event('2', { entities: [{ ...device, value: 'e' }] }))).toBe(false)
    expect(graph.nodes.size).toBe(3)
    expect(graph.add(event('3', { entities: [device] }))).toBe(true)
  })
  it('leaves out what is not drawn', () => {
    const graph = createEventGraph(limits, ({ kind }) => kind === 'used')
    graph.add(event('1', { entities: [device] }))
    expect(sentences(graph)).toEqual(['user u used device d 1'])
  })
})
