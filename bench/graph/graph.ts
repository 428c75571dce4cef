import type { GraphExpansion, GraphNeighbourhood, GraphPaths, Ring } from '../../risk-service/contract/index.ts'
import { repeat } from '../cases/cases.ts'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { limitedRow, median, ms, perSecond, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { chainEnds, fillGraph } from './graph-fixture.ts'
import { measureSharedDevices } from './shared-devices.ts'

interface Place {
  tenantId: string
  environmentId: string
}
type Call = <T>(path: string, body: unknown) => Promise<{ took: number; json: T; status: number }>

const arriving = 300
const turns = 3

/** Returns the calls of an account of the demo in an environment. */
async function callsIn(service: Service, environmentId: string): Promise<Call> {
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

/** The graph of a store of many events, rings while purchases arrive, and rings of outside data. */
export async function benchEntityGraph(service: Service, place: Place, events: number): Promise<Row[]> {
  const pool = await openBenchPool(service)
  const started = performance.now()
  await fillGraph(pool, place.environmentId, events)
  await pool.end()
  const note = `${events.toLocaleString('en-US')} events of 90 days`
  const call = await callsIn(service, place.environmentId)
  return [
    { name: `Graph fixture, ${note}`, value: `${Math.round((performance.now() - started) / 1000)} s` },
    ...(await measureReads(call, note)),
    ...(await measureRings(service, place)),
    ...(await measureSharedDevices()),
  ]
}

async function measureReads(call: Call, note: string): Promise<Row[]> {
  let n = 0
  // The service lets a person make 60 requests at once: all of these together are fewer.
  const first = await repeat(30, () => call('graph/neighbourhood', start('user', `gu-${1000 * n++ + 3}`)))
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

/** Rings while purchases arrive: until when they are there, and what decisions pay for it. */
async function measureRings(service: Service, place: Place): Promise<Row[]> {
  const pool = await openBenchPool(service)
  const token = await fetchClientToken(service.url, place.tenantId)
  const load = {
    url: service.url,
    token,
    environmentId: place.environmentId,
    mode: 'open' as const,
    clients: 32,
    rate: arriving,
  }
  // An id after all others stops the job.
  const setCursor = (id: string) =>
    pool.query(
      `insert into setting (scope, key, value) values ('rings', 'cursor', to_jsonb($1::text))
       on conflict (scope, key) do update set value = excluded.value`,
      [id],
    )
  const currentId = () =>
    `${Date.now()
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`
  const off = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  const p95 = { with: [] as number[], without: [] as number[] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const kind of ['without', 'with'] as const) {
      await setCursor(kind === 'with' ? currentId() : off)
      const windows = await generateLoad({
        ...load,
        windows: 2,
        windowSeconds: 10,
        warmUpSeconds: 5,
        prefix: `ring-${kind}-${Date.now()}`,
      })
      p95[kind].push(median(windows.map(window => window.p95)))
    }
  // A token of its own: the turns before take longer than one lives.
  const delays = await measureDelays(service, token, await callsIn(service, place.environmentId), load)
  await pool.end()
  return [
    limitedRow(
      'Rings current, the slowest of five',
      Math.max(...delays),
      ms,
      '<',
      10_000,
      `${perSecond(arriving)} decisions arriving`,
    ),
    limitedRow(
      'Decisions while rings are found, p95',
      median(p95.with),
      ms,
      '<',
      median(p95.without) * 1.05,
      `without ${ms(median(p95.without))}, in turns in the same run at ${perSecond(arriving)}`,
    ),
  ]
}

/** Sends purchases of new rings and waits until each is listed. */
async function measureDelays(
  service: Service,
  token: string,
  call: Call,
  load: Parameters<typeof generateLoad>[0] extends infer Order
    ? Omit<Order, 'windows' | 'windowSeconds' | 'prefix'>
    : never,
): Promise<number[]> {
  const end = new AbortController()
  const running = generateLoad({ ...load, windows: 1000, windowSeconds: 5, prefix: `rings-${Date.now()}` }, end.signal)
  try {
    const delays: number[] = []
    for (let ring = 0; ring < 5; ring += 1) {
      const device = `bench-ring-${Date.now()}`
      for (let n = 0; n < 4; n += 1) await sendPurchase(service, token, load.environmentId, device, n)
      const sent = performance.now()
      for (let found = false; !found; ) {
        if (performance.now() - sent > 60_000) throw new Error('A ring was not found within a minute.')
        await new Promise(resolve => setTimeout(resolve, 250))
        const { json, status } = await call<{ rings: Ring[] }>('rings/list', { order: 'lastSeen', limit: 200 })
        if (status !== 200) throw new Error(`The rings were answered with ${status}: ${JSON.stringify(json)}`)
        found = json.rings.some(({ name, users }) => name.text === device && users === 4)
      }
      delays.push(performance.now() - sent)
    }
    return delays
  } finally {
    end.abort()
    await running.catch(() => [])
  }
}

async function sendPurchase(
  service: Service,
  token: string,
  environmentId: string,
  device: string,
  n: number,
): Promise<void> {
  const time = new Date().toISOString()
  const response = await fetch(`${service.url}/v1.0/MerchantServices/events/Purchase`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-ms-environmentid': environmentId,
      'x-ms-correlation-id': crypto.randomUUID(),
    },
    body: JSON.stringify({
      purchaseId: `${device}-${n}`,
      assessmentType: 'Protect',
      customerLocalDate: time,
      merchantLocalDate: time,
      totalAmount: 20,
      currency: 'EUR',
      user: { userId: `${device}-user-${n}`, creationDate: time, email: `${device}.${n}@mail.example` },
      deviceContext: {
        deviceContextId: device,
        externalDeviceId: device,
        ipAddress: `198.51.100.${n}`,
        provider: 'DFPFingerPrinting',
      },
      paymentInstrumentList: [
        {
          purchaseAmount: 20,
          merchantPaymentInstrumentId: `${device}-card`,
          type: 'CreditCard',
          creationDate: time,
          state: 'Active',
          bin: '453201',
          lastFourDigits: '1000',
        },
      ],
      productList: [],
      _metadata: { trackingId: `${device}-${n}`, merchantTimeStamp: time },
    }),
  })
  if (response.status !== 200)
    throw new Error(`A purchase was answered with ${response.status}: ${await response.text()}`)
}
