import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Ring } from '../../risk-service/contract/index.ts'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import type { LoadOrder } from '../decisions/load-generator.ts'
import { foregroundSeconds, measureCpu } from '../support/cpu.ts'
import { limitedRow, median, ms, perSecond, type Row, type Service } from '../support/harness.ts'
import { findDatabase, openBenchPool } from '../support/store.ts'
import { type Call, callsIn } from './graph.ts'
import { largestRing, measureLargeRing, sendPurchase } from './large-ring.ts'

interface Place {
  tenantId: string
  environmentId: string
}

const arriving = 300
/** Pairs of a block with rings and one without; of an odd number the median is one that was measured. */
const turnsOf = (events: number): number => (events >= 1_000_000 ? 5 : 3)
/** New rings whose purchases are sent among the others. */
const newRings = 5

/** Rings while purchases arrive: until when they are there, and what decisions pay for it. */
export async function benchRings(service: Service, place: Place, events: number): Promise<Row[]> {
  const turns = turnsOf(events)
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
  const currentId = () =>
    `${Date.now()
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`
  const pids = { service: service.pid, database: (await findDatabase(service)).pid }
  const measured = { with: [] as Measured[], without: [] as Measured[] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      await setCursor(pool, currentId())
      // What the turn before has left over is done before the first window.
      const order = { ...load, windows: 2, windowSeconds: 5, warmUpSeconds: 8, prefix: `ring-${kind}-${Date.now()}` }
      const before = foregroundSeconds(pids)
      const block = () => measureCpu(pids, () => generateLoad(order))
      const { result, ...cpu } = await (kind === 'with' ? block() : withoutRings(pool, block))
      const decisions = arriving * 18
      measured[kind].push({
        p95: median(result.map(window => window.p95)),
        pathMs: ((foregroundSeconds(pids) - before) * 1000) / decisions,
        cpuMs: ((cpu.service + cpu.database) * 1000) / decisions,
      })
    }
  const medianOf = (kind: keyof typeof measured, part: keyof Measured): number =>
    median(measured[kind].map(each => each[part]))
  const ratios = measured.with.map(({ pathMs }, turn) => pathMs / (measured.without[turn]?.pathMs ?? Number.NaN))
  await setCursor(pool, currentId())
  // A token of its own: the turns before take longer than one lives.
  const call = await callsIn(service, place.environmentId)
  const delays = await underLoad(load, () => measureDelays(service, token, call, load))
  const grown = await underLoad(load, () => measureLargeRing(service, call, { ...load, token }))
  await pool.end()
  return [
    limitedRow(
      `Rings current, the slowest of ${newRings}`,
      Math.max(...delays),
      ms,
      '<',
      10_000,
      `${perSecond(arriving)} decisions arriving`,
    ),
    limitedRow(
      `A ring of ${largestRing} users current, the slowest of ${grown.length} new members`,
      Math.max(...grown),
      ms,
      '<',
      10_000,
      `${perSecond(arriving)} decisions arriving; p50 ${ms(median(grown))}`,
    ),
    limitedRow(
      'Processor time of a decision while rings are found, against without',
      median(ratios),
      ratio => ratio.toFixed(3),
      '<',
      1.05,
      `service and database without what is of low priority, median of ${turns} pairs in turns: ${ratios.map(ratio => ratio.toFixed(3)).join(', ')}; ${ms(medianOf('with', 'pathMs'))} and ${ms(medianOf('without', 'pathMs'))}`,
    ),
    {
      name: 'Decisions while rings are found, p95',
      value: ms(medianOf('with', 'p95')),
      note: `without ${ms(medianOf('without', 'p95'))}, in turns in the same run at ${perSecond(arriving)}: ${describeTurns(measured)}; as noisy as the machine`,
    },
    {
      name: 'Processor time of service and database for one decision while rings are found',
      value: ms(medianOf('with', 'cpuMs')),
      note: `without ${ms(medianOf('without', 'cpuMs'))}; with what rings take of it at low priority`,
    },
  ]
}

/** Has the job go on after an event: what came while it waited is no cost of a block with it. */
const setCursor = (pool: pg.Pool, id: string) =>
  pool.query(
    `insert into setting (scope, key, value) values ('rings', 'cursor', to_jsonb($1::text))
     on conflict (scope, key) do update set value = excluded.value`,
    [id],
  )

/** Works while the job of rings waits for a lock, at most after it has taken some events. */
async function withoutRings<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table ring in access exclusive mode')
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

interface Measured {
  p95: number
  /** Of what answers callers, for one decision. */
  pathMs: number
  /** Of service and database, for one decision. */
  cpuMs: number
}
const describeTurns = (measured: Record<'with' | 'without', readonly Measured[]>): string =>
  measured.with.map(({ p95 }, turn) => `${ms(p95)} and ${ms(measured.without[turn]?.p95 ?? Number.NaN)}`).join(', ')

type Load = Omit<LoadOrder, 'windows' | 'windowSeconds' | 'prefix'>

/** Does work while decisions arrive. */
async function underLoad<Result>(load: Load, work: () => Promise<Result>): Promise<Result> {
  const end = new AbortController()
  const running = generateLoad({ ...load, windows: 1000, windowSeconds: 5, prefix: `rings-${Date.now()}` }, end.signal)
  try {
    return await work()
  } finally {
    end.abort()
    await running.catch(() => [])
  }
}

/** Sends purchases of new rings and waits until each is listed. */
async function measureDelays(service: Service, token: string, call: Call, load: Load): Promise<number[]> {
  const waiting = new Map<string, number>()
  const delays: number[] = []
  for (let ring = 0; ring < newRings; ring += 1) {
    const device = `bench-ring-${Date.now()}`
    for (let n = 0; n < 4; n += 1)
      await sendPurchase(service, token, load.environmentId, {
        id: `${device}-${n}`,
        user: `${device}-user-${n}`,
        device,
        card: `${device}-card`,
        number: n,
      })
    waiting.set(device, performance.now())
    // Not all in the same run of the job.
    await delay(1300)
    await notePresent(call, waiting, delays)
  }
  while (waiting.size > 0) {
    for (const sent of waiting.values())
      if (performance.now() - sent > 30_000) throw new Error('A ring was not found within half a minute.')
    await delay(250)
    await notePresent(call, waiting, delays)
  }
  return delays
}

/** Moves the rings that are listed from those that are waited for to the delays. */
async function notePresent(call: Call, waiting: Map<string, number>, delays: number[]): Promise<void> {
  const { json } = await call<{ rings: Ring[] }>('rings/list', { order: 'lastSeen', limit: 200 })
  for (const { name, users } of json.rings) {
    const sent = waiting.get(name.text)
    if (sent === undefined || users !== 4) continue
    delays.push(performance.now() - sent)
    waiting.delete(name.text)
  }
}
