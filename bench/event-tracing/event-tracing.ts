import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { EventSubscription } from '../../risk-service/contract/index.ts'
import { describeWindows, fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import type { LoadOrder, LoadWindow } from '../decisions/load-generator.ts'
import {
  limitedRow,
  median,
  ms,
  perSecond,
  quantile,
  type Row,
  root,
  type Service,
  startService,
} from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import type { Received, ReceiverMessage, ReceiverOrder } from './receiver.ts'

/** Delay at 600 decisions/s with three subscriptions, share of the decision rate, and seconds for the dead letters. */
const limits = { delay: 2000, share: 0.9, redeliverySeconds: 300 }
const deadLetters = 10_000
const rounds = 3
const paths = ['/a', '/b', '/c']
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

interface Ids {
  tenantId: string
  environmentId: string
}

/** @param dataDir of a store with rules */
export async function benchEventTracing(
  settings: Record<string, string>,
  dataDir: string,
  ids: Ids,
  windowSeconds: number,
): Promise<Row[]> {
  const start = () => startService({ ...settings, ASSAY_OUTGOING_PRIVATE: '127.0.0.1' }, dataDir)
  const receiver = await startReceiver()
  const first = await start()
  try {
    return await measure(first, start, ids, windowSeconds, receiver)
  } finally {
    receiver.child.kill('SIGKILL')
    await first.stop()
  }
}

async function measure(
  first: Service,
  restart: () => Promise<Service>,
  ids: Ids,
  windowSeconds: number,
  receiver: Receiver,
): Promise<Row[]> {
  let api = await openApi(first, ids)
  const order = async (service: Service) => ({
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 32,
    rate: 600,
    windowSeconds,
  })
  const base = await order(first)
  const load = (own: Pick<LoadOrder, 'mode' | 'windows'> & Partial<LoadOrder>): Promise<LoadWindow[]> =>
    generateLoad({ ...base, prefix: `traced-${randomUUID()}`, ...own })

  for (const each of paths) await api.subscribe(`http://127.0.0.1:${receiver.port}${each}`, each)
  await api.setActive(false)
  await load({ mode: 'closed', windows: 1, windowSeconds: 5 })
  // In turns: a growing store makes decisions slower.
  const without: LoadWindow[] = []
  const traced: LoadWindow[] = []
  const drained: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(...(await load({ mode: 'closed', windows: 1 })))
    await api.setActive(true)
    traced.push(...(await load({ mode: 'closed', windows: 1 })))
    const ended = performance.now()
    await api.drained()
    drained.push((performance.now() - ended) / 1000)
    await api.setActive(false)
  }
  await api.setActive(true)
  await receiver.tell('forget')
  const open = await load({ mode: 'open', windows: rounds, warmUpSeconds: 2 })
  await api.drained()
  const delays = Object.values(await receiver.tell('report')).flatMap(each => each.delays)

  const redelivery = await measureRedelivery(api, receiver, load)
  const killed = await measureKill(first, restart, receiver, load, async service => {
    api = await openApi(service, ids)
    return api
  })
  const rate = (windows: readonly LoadWindow[]) => median(windows.map(each => each.perSecond))
  return [
    limitedRow(
      'Decisions with three subscriptions, share of the rate without',
      rate(traced) / rate(without),
      value => value.toFixed(2),
      '>',
      limits.share,
      `${perSecond(rate(traced))} of ${perSecond(rate(without))}; all is delivered ${median(drained).toFixed(1)} s after the load; ${describeWindows(traced)}`,
    ),
    limitedRow(
      `Request to delivered at ${base.rate}/s with three subscriptions, p99`,
      quantile(delays, 0.99),
      ms,
      '<',
      limits.delay,
      `p50 ${ms(median(delays))}; ${delays.length.toLocaleString('en-US')} deliveries; decisions p99 ${ms(median(open.map(each => each.p99)))}`,
    ),
    redelivery,
    ...killed,
  ]
}

type Load = (own: Pick<LoadOrder, 'mode' | 'windows'> & Partial<LoadOrder>) => Promise<LoadWindow[]>

/** Time until ten thousand dead letters are delivered that a receiver had rejected. */
async function measureRedelivery(api: Api, receiver: Receiver, load: Load): Promise<Row> {
  await receiver.tell({ status: 400 })
  await load({ mode: 'open', windows: 1, windowSeconds: Math.ceil(deadLetters / 600) + 1 })
  await api.drained()
  await receiver.tell({ status: 204 })
  const [one] = await api.list()
  if (one === undefined || one.deadLetters < deadLetters) throw new Error('There are too few dead letters.')
  const started = performance.now()
  await api.redeliver(one.id)
  await api.until(async () => (await api.list())[0]?.deadLetters === 0)
  const seconds = (performance.now() - started) / 1000
  return limitedRow(
    `${one.deadLetters.toLocaleString('en-US')} dead letters redelivered`,
    seconds,
    value => `${value.toFixed(0)} s`,
    '<',
    limits.redeliverySeconds,
    'at most 100 in a second',
  )
}

/** Kills the service in the middle of a load: what it answered must arrive, and in one order for all. */
async function measureKill(
  service: Service,
  restart: () => Promise<Service>,
  receiver: Receiver,
  load: Load,
  reopen: (service: Service) => Promise<Api>,
): Promise<Row[]> {
  await receiver.tell('forget')
  const seconds = 6
  const running = load({ mode: 'open', windows: 1, windowSeconds: seconds, keepIds: true })
  await new Promise(resolve => setTimeout(resolve, (seconds * 1000) / 2))
  process.kill(service.pid, 'SIGKILL')
  const accepted = (await running).flatMap(each => each.ids ?? [])
  const again = await restart()
  const api = await reopen(again)
  await api.drained()
  const received = await receiver.tell('report')
  const orders = paths.map(each => [...new Set(received[each]?.ids ?? [])])
  const missing = orders.flatMap(order => {
    const arrived = new Set(order)
    return accepted.filter(id => !arrived.has(id))
  })
  const all = paths.reduce((sum, each) => sum + (received[each]?.ids.length ?? 0), 0)
  const repeated = all - orders.reduce((sum, order) => sum + order.length, 0)
  const isOrdered = orders.every(order => order.join() === orders[0]?.join())
  await again.stop()
  return [
    {
      name: 'Service killed in the middle: accepted events that did not arrive at each subscription',
      value: String(missing.length),
      limit: 'none',
      ok: accepted.length > 0 && missing.length === 0,
      note: `${accepted.length} accepted; ${repeated} of ${all} deliveries were repeats`,
    },
    {
      name: 'Order of the events is the same at each subscription',
      value: isOrdered ? 'yes' : 'no',
      limit: 'yes',
      ok: isOrdered,
    },
  ]
}

interface Receiver {
  child: ChildProcess
  port: number
  tell: (order: ReceiverOrder) => Promise<Record<string, Received>>
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(path.join(root, 'bench/event-tracing/receiver.ts'))
  const answer = async () => ((await once(child, 'message')) as [ReceiverMessage])[0]
  const { port } = (await answer()) as { port: number }
  return {
    child,
    port,
    async tell(order) {
      const answered = answer()
      child.send(order)
      return (await answered) as Record<string, Received>
    },
  }
}

type Api = Awaited<ReturnType<typeof openApi>>

async function openApi(service: Service, { environmentId }: Ids) {
  const token = await fetchUserToken(service)
  const base = `${service.url}/api/console/v1/environments/${environmentId}/event-subscriptions`
  const call = async <T>(method: string, at = '', body?: unknown): Promise<T> => {
    const answer = await fetch(`${base}${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200)
      throw new Error(`${method} ${at}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return (await answer.json()) as T
  }
  const list = () => call<EventSubscription[]>('GET')
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + limits.redeliverySeconds * 2000
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`It took too long: ${JSON.stringify(await list())}`)
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
  return {
    list,
    until,
    subscribe: (url: string, name: string) =>
      call('PUT', `/${randomUUID()}`, {
        settings: { name, sink: { kind: 'webhook', url, batch: 100 }, kinds: ['transactional'] },
        secret,
      }),
    async setActive(active: boolean): Promise<void> {
      for (const { id, version } of await list()) await call('POST', `/${id}/active`, { baseVersion: version, active })
    },
    redeliver: (id: string) => call('POST', `/${id}/redeliver`, {}),
    drained: () => until(async () => (await list()).every(({ waiting }) => waiting === 0)),
  }
}
