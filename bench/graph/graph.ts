import type { GraphExpansion, GraphNeighbourhood, GraphPaths } from '../../risk-service/contract/index.ts'
import { repeat } from '../cases/cases.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { chainEnds, ringUser } from './graph-fixture.ts'

export type Call = <T>(path: string, body: unknown) => Promise<{ took: number; json: T; status: number }>

/** Returns the calls of an account of the demo in an environment. */
export async function callsIn(service: Service, environmentId: string): Promise<Call> {
  const token = await fetchUserToken(service)
  return async <T>(path: string, body: unknown) => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    const json = (await response.json()) as T
    return { took: performance.now() - started, json, status: response.status }
  }
}

const start = (key: 'user' | 'device', value: string) => ({ start: { kind: 'key', key, value } })

/** Neighbourhoods, expansions and paths in a store of many events. */
export async function benchEntityGraph(service: Service, environmentId: string, events: number): Promise<Row[]> {
  const note = `${events.toLocaleString('en-US')} events of 90 days`
  const call = await callsIn(service, environmentId)
  let n = 0
  // The service lets a person make 60 requests at once: all of these together are fewer.
  const first = await repeat(30, () => call('graph/neighbourhood', start('user', ringUser(n++, events))))
  const hub = await call<GraphNeighbourhood>('graph/neighbourhood', start('device', 'near-hub-0'))
  const node = hub.json.start
  const expansions = await repeat(10, () => call('graph/expand', { node, type: 'user', present: [] }))
  const expanded = await call<GraphExpansion>('graph/expand', { node, type: 'user', present: [] })
  const [from, to] = await Promise.all(
    chainEnds.map(
      async user => (await call<GraphNeighbourhood>('graph/neighbourhood', start('user', user))).json.start,
    ),
  )
  const paths = await repeat(10, () => call('graph/path', { from, to }))
  const path = await call<GraphPaths>('graph/path', { from, to })
  const steps = (path.json.paths[0]?.length ?? 1) - 1
  if (steps !== 6) throw new Error(`The path has ${steps} steps.`)
  return [
    limitedRow('First neighbourhood, p95', quantile(first, 0.95), ms, '<', 300, `${note}; p50 ${ms(median(first))}`),
    limitedRow('Expansion, p95', quantile(expansions, 0.95), ms, '<', 200, `${expanded.json.nodes.length - 1} nodes`),
    limitedRow('Path of six steps, p95', quantile(paths, 0.95), ms, '<', 1000, 'every entity of it has 150 users more'),
  ]
}
