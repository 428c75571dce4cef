import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { AlertRuleSettings, AttributeValues } from '../../risk-service/contract/index.ts'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import type { LoadOrder } from '../decisions/load-generator.ts'
import { purchase } from '../decisions/purchases.ts'
import { foregroundSeconds, measureCpu } from '../support/cpu.ts'
import { limitedRow, median, ms, perSecond, type Row, type Service } from '../support/harness.ts'
import { findDatabase, openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { postsAs } from './console-calls.ts'

interface Ids {
  tenantId: string
  environmentId: string
}

const arriving = 300
/** Pairs of a block with reports, monitoring and alerts, and one without: one in a small run, which is done within minutes. */
const turnsOf = (events: number): number => (events >= 1_000_000 ? 3 : 1)
/** Windows of a block: a minute with windows of ten seconds, in which each of the jobs has its turn twice. */
const windows = 6
const warmUpSeconds = 8
/** Share of the processor time of decisions that reports, monitoring and alerts may add. */
const ratioLimit = 1.05
/** Milliseconds after its answer in which an event stands in reports, and how many events are followed. */
const refreshLimit = 60_000
/** Milliseconds in which reports that waited for a lock are read again. */
const resumeMs = 120_000
const followed = 5

const settingsOf = (name: string, own: Pick<AlertRuleSettings, 'metric' | 'window' | 'condition'>) => ({
  name,
  eventType: null,
  ruleId: null,
  field: null,
  slowerThanMs: null,
  fewest: 20,
  enabled: true,
  ...own,
})
/** The alerts of a shop that watches its decisions. */
const alerts = [
  settingsOf('Volume', { metric: 'transactions', window: '15m', condition: { kind: 'falls', times: 2 } }),
  settingsOf('Rejected', { metric: 'rejectRate', window: '15m', condition: { kind: 'rises', times: 2 } }),
  settingsOf('Reviewed', { metric: 'reviewRate', window: '1h', condition: { kind: 'rises', times: 2 } }),
  settingsOf('Challenged', { metric: 'challengeRate', window: '1h', condition: { kind: 'above', value: 0.5 } }),
  settingsOf('High scores', { metric: 'highScoreRate', window: '15m', condition: { kind: 'rises', times: 3 } }),
] satisfies AlertRuleSettings[]

/** Decisions while reports are refreshed, attacks searched, alerts checked and a monitor is open, against the same without. */
export async function benchReportLoad(
  service: Service,
  ids: Ids,
  { windowSeconds, events }: { windowSeconds: number; events: number },
): Promise<Row[]> {
  const turns = turnsOf(events)
  const pool = await openBenchPool(service)
  const order = {
    url: service.url,
    environmentId: ids.environmentId,
    mode: 'open' as const,
    clients: 32,
    rate: arriving,
    windowSeconds,
    warmUpSeconds,
  }
  const token = () => fetchClientToken(service.url, ids.tenantId)
  try {
    await storeAlerts(pool, ids.environmentId)
    const pids = { service: service.pid, database: (await findDatabase(service)).pid }
    const measured = { with: [] as Measured[], without: [] as Measured[] }
    for (let turn = 0; turn < turns; turn++)
      for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
        const load = { ...order, token: await token(), windows, prefix: `report-${kind}-${Date.now()}` }
        measured[kind].push(await (kind === 'with' ? measureWith : measureWithout)(service, { pool, ids, pids, load }))
      }
    const ratios = measured.with.map(({ pathMs }, turn) => pathMs / (measured.without[turn]?.pathMs ?? Number.NaN))
    const medianOf = (kind: keyof typeof measured, part: keyof Measured) =>
      median(measured[kind].map(each => each[part]))
    const delays = await measureRefresh(service, ids, { ...order, token: await token() })
    return [
      limitedRow(
        'Processor time of a decision beside reports, monitoring, attacks and alerts, against without',
        median(ratios),
        ratio => ratio.toFixed(3),
        '<',
        ratioLimit,
        `service and database without what is of low priority, at ${perSecond(arriving)}, median of ${turns} pairs in turns: ${ratios.map(ratio => ratio.toFixed(3)).join(', ')}; ${ms(medianOf('with', 'pathMs'))} and ${ms(medianOf('without', 'pathMs'))}; ${alerts.length} alert rules`,
      ),
      {
        name: 'Decisions beside reports, monitoring, attacks and alerts, p95',
        value: ms(medianOf('with', 'p95')),
        note: `without ${ms(medianOf('without', 'p95'))}, in turns in the same run at ${perSecond(arriving)}; as noisy as the machine`,
      },
      limitedRow(
        `An event in reports, the slowest of ${followed}`,
        Math.max(...delays),
        ms,
        '<',
        refreshLimit,
        `after its answer, ${perSecond(arriving)} decisions arriving; median ${ms(median(delays))}`,
      ),
    ]
  } finally {
    await pool.end()
  }
}

interface Measured {
  p95: number
  /** Processor time of what answers callers, for one decision. */
  pathMs: number
}
interface Block {
  pool: pg.Pool
  ids: Ids
  pids: { service: number; database: number }
  load: LoadOrder
}

async function storeAlerts(pool: pg.Pool, environmentId: string): Promise<void> {
  await pool.query('delete from alert_rule where environment_id = $1', [environmentId])
  for (const settings of alerts)
    await pool.query(
      `insert into alert_rule (id, environment_id, name, settings, enabled, changed_by_id, changed_by, created_at, updated_at)
       values ($1, $2, $3, $4, false, $1, 'Bench', now(), now())`,
      [randomUUID(), environmentId, settings.name, JSON.stringify(settings)],
    )
}

/** Processor time of the decisions of a block, without what has a low priority. */
async function measureBlock({ pids, load }: Block): Promise<Measured> {
  const before = foregroundSeconds(pids)
  const { result } = await measureCpu(pids, () => generateLoad(load))
  const decisions = load.rate * (windows * load.windowSeconds + warmUpSeconds)
  return {
    p95: median(result.map(window => window.p95)),
    pathMs: ((foregroundSeconds(pids) - before) * 1000) / decisions,
  }
}

/** A block beside which an open monitor is read every second, as the page does, and all jobs run. */
async function measureWith(service: Service, block: Block): Promise<Measured> {
  const { environmentId } = block.ids
  await block.pool.query('update alert_rule set enabled = true where environment_id = $1', [environmentId])
  await waitForReports(block.pool, environmentId)
  const token = await fetchUserToken(service)
  const address = `${service.url}/api/console/v1/environments/${environmentId}/monitoring/purchase/transactions?timescale=1h`
  const closed = new AbortController()
  const monitor = (async () => {
    while (!closed.signal.aborted) {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The monitor was answered with ${answer.status}.`)
      await delay(1000)
    }
  })()
  // A failure is thrown below, once the block is over.
  monitor.catch(() => undefined)
  try {
    return await measureBlock(block)
  } finally {
    closed.abort()
    await monitor
  }
}

/** What is left over of a block without reports is no cost of the next one. */
async function waitForReports(pool: pg.Pool, environmentId: string): Promise<void> {
  const from = new Date()
  for (;;) {
    const { rows } = await pool.query<{ refreshed_at: Date }>(
      'select refreshed_at from report_refresh where environment_id = $1 and refreshed_at >= $2',
      [environmentId, from],
    )
    if (rows.length > 0) return
    if (Date.now() - from.getTime() > resumeMs) throw new Error('The reports were not read again.')
    await delay(500)
  }
}

/** A block without alert rules in which reports and the search for attacks wait for locks. */
async function measureWithout(_service: Service, block: Block): Promise<Measured> {
  const { pool, ids } = block
  await pool.query('update alert_rule set enabled = false where environment_id = $1', [ids.environmentId])
  const locks = ['reports', 'attacks'].map(name => `${name}:${ids.environmentId}`)
  const client = await pool.connect()
  try {
    for (const lock of locks) await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock])
    return await measureBlock(block)
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

/** How long after its answer each of some purchases, of which nothing else has the business segment, stands in reports. */
async function measureRefresh(
  service: Service,
  ids: Ids,
  load: Omit<LoadOrder, 'windows' | 'prefix'>,
): Promise<number[]> {
  const post = await postsAs(service, ids.environmentId)
  const end = new AbortController()
  const running = generateLoad({ ...load, windows: 1000, prefix: `refresh-${Date.now()}` }, end.signal)
  try {
    const waiting = new Map<string, number>()
    const delays: number[] = []
    const started = performance.now()
    for (let number = 0; number < followed || waiting.size > 0; ) {
      // Not all in the same pass of the refresh.
      if (number < followed && performance.now() - started > number * 11_000) {
        const segment = `bench ${Date.now()}`
        await sendPurchase(service, load, segment, number)
        waiting.set(segment, performance.now())
        number += 1
      }
      const { json } = await post<AttributeValues>('reports/attribute-values', { assessment: 'purchase' })
      for (const { value } of json.attributes.segment) {
        const sent = waiting.get(value)
        if (sent !== undefined) delays.push(performance.now() - sent)
        waiting.delete(value)
      }
      for (const sent of waiting.values())
        if (performance.now() - sent > 3 * refreshLimit) throw new Error('A purchase did not come into the reports.')
      await delay(250)
    }
    return delays
  } finally {
    end.abort()
    await running.catch(() => [])
  }
}

async function sendPurchase(
  service: Service,
  { token, environmentId }: Pick<LoadOrder, 'token' | 'environmentId'>,
  segment: string,
  index: number,
): Promise<void> {
  const answer = await fetch(`${service.url}/v1.0/MerchantServices/events/Purchase`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-ms-dfpenvid': environmentId,
    },
    body: JSON.stringify({ ...purchase(`${segment}-${index}`, index), merchantBusinessSegment: segment }),
  })
  if (answer.status !== 200) throw new Error(`A purchase was answered with ${answer.status}.`)
  await answer.arrayBuffer()
}
