import type { GraphNode } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { toGraphData } from './graph-data.ts'

const node: GraphNode = {
  id: 'n1',
  type: 'transaction',
  text: 'P-1',
  key: 'P-1',
  person: null,
  event: {
    environmentId: 'a55a0002-0000-4000-8000-000000000002',
    eventType: 'purchase',
    externalId: 'P-1',
    eventId: 'a55a0002-0000-4000-8000-000000000003',
    decision: 'Reject',
    label: 'Fraud',
    reviewDecision: null,
    chargedBack: true,
  },
  case: null,
  firstSeen: '2026-11-20T10:00:00.000Z',
  lastSeen: '2026-11-21T10:00:00.000Z',
  events: { count: 1, complete: true },
  amounts: [{ currency: 'EUR', amount: 1250 }],
  amountUsd: 1400,
  riskScore: { highest: 871, last: 871 },
  decisions: { Reject: 1 },
  labels: { fraud: 1, good: 0 },
  accounts: 1,
  hub: null,
  more: 3,
  moreByType: { user: 1, payment: 2 },
  hidden: 0,
  listStatus: null,
}
const options = { root: 'n1', nameOf: (key: string) => `Name of ${key}` }

it('an event of the service is a node with decision, label, amount and times', () => {
  expect(toGraphData({ nodes: [node], edges: [] }, options).nodes).toEqual([
    {
      id: 'n1',
      kind: 'event',
      typeName: 'Name of purchase',
      label: 'P-1',
      score: 871,
      root: true,
      decision: 'reject',
      fraud: true,
      amount: 14,
      time: Date.parse('2026-11-20T10:00:00.000Z'),
      lastTime: Date.parse('2026-11-21T10:00:00.000Z'),
      more: 3,
      moreByKind: { user: 1, payment: 2 },
    },
  ])
})

it('a hub has its links, and the rate of fraud in it and elsewhere', () => {
  const hub: GraphNode = {
    ...node,
    id: 'ip',
    type: 'ipNetwork',
    event: null,
    hub: {
      accounts: 412,
      events: 400,
      complete: false,
      fraud: { events: 5, share: 0.0125 },
      base: { events: 900, fraud: 10, share: 0.011 },
    },
  }
  expect(toGraphData({ nodes: [hub], edges: [] }, options).nodes[0]).toMatchObject({
    kind: 'network',
    hub: { links: 412, fraud: { share: 0.0125, base: 0.011 } },
  })
})

it('a person is shown by name, and an edge has its relation, count and times', () => {
  const { nodes, edges } = toGraphData(
    {
      nodes: [{ ...node, type: 'user', person: 'Mirela T.', event: null }],
      edges: [
        {
          source: 'a',
          target: 'b',
          kind: 'signedInFrom',
          firstSeen: '2026-11-20T10:00:00.000Z',
          lastSeen: '2026-11-20T11:00:00.000Z',
          count: 4,
        },
      ],
    },
    options,
  )
  expect(nodes[0]).toMatchObject({ kind: 'user', label: 'Mirela T.' })
  expect(edges[0]).toMatchObject({ relation: 'signedIn', count: 4, time: Date.parse('2026-11-20T10:00:00.000Z') })
})
