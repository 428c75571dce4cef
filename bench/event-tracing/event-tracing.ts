import { randomUUID } from 'node:crypto'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import type { LoadOrder, LoadWindow } from '../decisions/load-generator.ts'
import { limitedRow, median, ms, quantile, type Row, type Service, startService } from '../support/harness.ts'
import { measureShare } from './traced-share.ts'
import { openTracingApi, paths, type Receiver, startReceiver, type TracingApi } from './tracing-api.ts'

/** Delay at 600 decisions/s with three subscriptions, and seconds for the dead letters. */
const limits = { delay: 2000, redeliverySeconds: 300 }
const deadLetters = 10_000
const openWindows = 3
/** Pairs of windows with subscriptions and without. */
const pairs = Number(process.env['BENCH_TRACING_PAIRS'] ?? 5)

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
  const api = await openTracingApi(first, ids.environmentId)
  const base = {
    url: first.url,
    token: await fetchClientToken(first.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 32,
    rate: 600,
    windowSeconds,
  }
  const load = (own: Pick<LoadOrder, 'mode' | 'windows'> & Partial<LoadOrder>): Promise<LoadWindow[]> =>
    generateLoad({ ...base, prefix: `traced-${randomUUID()}`, ...own })

  await load({ mode: 'closed', windows: 1, windowSeconds: 5 })
  const runWindow = () => load({ mode: 'closed', windows: 1 })
  const share = await measureShare({ service: first, api, receiver, runWindow, pairs })

  await api.subscribeAll(receiver)
  const open = await load({ mode: 'open', windows: openWindows, warmUpSeconds: 2 })
  await api.drained()
  const delays = Object.values(await receiver.tell('report')).flatMap(each => each.delays)

  const redelivery = await measureRedelivery(api, receiver, load)
  const killed = await measureKill(first, restart, receiver, load, service =>
    openTracingApi(service, ids.environmentId),
  )
  return [
    share,
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
async function measureRedelivery(api: TracingApi, receiver: Receiver, load: Load): Promise<Row> {
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
  reopen: (service: Service) => Promise<TracingApi>,
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
