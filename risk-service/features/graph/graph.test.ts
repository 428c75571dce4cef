import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GraphNeighbourhood, GraphNode, NeighbourhoodInput } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storeGraphPurchase } from './testing/graph-events.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  // Three users on one device; the second and the third share a card.
  await storeGraphPurchase(db, {
    id: 'P-1',
    user: 'U-1',
    device: 'D-1',
    payment: 'PI-1',
    bin: '400012',
    email: 'one@example.com',
    ip: '203.0.113.84',
    street: 'Kade 7',
    product: 'gift',
    hoursAgo: 5,
    amount: 20,
    riskScore: 871,
    decision: 'Reject',
  })
  await storeGraphPurchase(db, {
    id: 'P-2',
    user: 'U-2',
    device: 'D-1',
    payment: 'PI-2',
    email: 'two@example.com',
    hoursAgo: 4,
    label: 'Fraud',
  })
  await storeGraphPurchase(db, {
    id: 'P-3',
    user: 'U-3',
    device: 'D-1',
    payment: 'PI-2',
    email: 'three@example.com',
    hoursAgo: 3,
    environmentId: places.eu,
  })
  await storeGraphPurchase(db, {
    id: 'P-4',
    user: 'U-3',
    device: 'D-2',
    payment: 'PI-3',
    email: 'three@example.com',
    hoursAgo: 2,
  })
  await storeGraphPurchase(db, { id: 'P-5', device: 'D-2', payment: 'PI-5', hoursAgo: 1 })
  // Of an environment that engineers do not see.
  await storeGraphPurchase(db, { id: 'B-1', user: 'U-9', device: 'D-1', environmentId: places.box })
})
afterAll(() => bench.close())

async function neighbourhood(input: Partial<NeighbourhoodInput>, as = 'engineer', environment: string = places.root) {
  const answer = await bench.call(as, 'POST', `/environments/${environment}/graph/neighbourhood`, input)
  return { ...answer, output: answer.json as GraphNeighbourhood }
}
const byKey = (key: 'device' | 'user' | 'email' | 'purchase' | 'address', value: string) =>
  ({ start: { kind: 'key', key, value } }) as const

const names = ({ nodes }: GraphNeighbourhood, type: GraphNode['type']) =>
  nodes.flatMap(node => (node.type === type ? [node.text] : [])).toSorted()
const nodeOf = ({ nodes }: GraphNeighbourhood, text: string): GraphNode => {
  const found = nodes.find(node => node.text === text)
  if (!found) throw new Error(`No node ${text}`)
  return found
}
const edgesOf = ({ edges, nodes }: GraphNeighbourhood) => {
  const text = new Map(nodes.map(node => [node.id, node.text]))
  return edges.map(({ source, target, kind }) => `${text.get(source)} ${kind} ${text.get(target)}`).toSorted()
}

describe('the neighbourhood of a device', () => {
  it('shows its users with their instruments, addresses and transactions', async () => {
    const { status, output } = await neighbourhood({ ...byKey('device', 'd-1'), steps: 1 })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.start).toBe(nodeOf(output, 'D-1').id)
    expect(names(output, 'user')).toEqual(['U-1', 'U-2', 'U-3'])
    expect(names(output, 'transaction')).toEqual(['P-1', 'P-2', 'P-3'])
    expect(edgesOf(output)).toEqual(
      expect.arrayContaining([
        'U-1 used D-1',
        'U-1 paidWith PI-1',
        'U-1 owns P-1',
        'U-1 owns one@example.com',
        'U-1 shippedTo Kade 7, 2000 Antwerpen, BE',
        'PI-1 owns 400012',
        '203.0.113.84 owns 203.0.113.0/24',
        'P-1 used Name of gift',
      ]),
    )
    expect(nodeOf(output, 'D-1')).toMatchObject({
      type: 'device',
      key: 'D-1',
      events: { count: 3, complete: true },
      accounts: 3,
      amounts: [{ currency: 'EUR', amount: 4000 }],
      riskScore: { highest: 871, last: 100 },
      decisions: { Approve: 2, Reject: 1 },
      labels: { fraud: 1, good: 0 },
      hub: null,
      more: 0,
      hidden: 0,
    })
    // U-3 has another purchase, which two steps would load.
    expect(nodeOf(output, 'U-3').more).toBe(1)
  })
  it('counts what lies in environments that the caller does not see, and shows nothing of it', async () => {
    const { output } = await neighbourhood({ ...byKey('device', 'D-1'), steps: 1 }, 'local', places.eu)
    expect(names(output, 'user')).toEqual(['U-3'])
    expect(nodeOf(output, 'D-1')).toMatchObject({ hidden: 2, accounts: 1, events: { count: 1 } })
    expect(JSON.stringify(output)).not.toContain('U-1')
  })
})
