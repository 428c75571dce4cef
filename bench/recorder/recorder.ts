import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RecorderMatch, RecorderTimeline } from '../../risk-service/contract/index.ts'
import { measureRate } from '../cases/cases.ts'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { fillStore } from '../support/fill-store.ts'
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
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { fillRecorder, type SampledId, sampleIds } from './recorder-fixture.ts'

/** Milliseconds from an id to its timeline; share of the rate of decisions without the recorder. */
const limits = { timeline: 300, share: 0.95 }
/** Ids of each kind. */
const sampled = 40
const turns = 4
/** Milliseconds between two lookups. */
const betweenLookups = 100

interface Ids {
  tenantId: string
  environmentId: string
}

/**
 * From any id to its timeline, and what the recorder costs a decision, on one store.
 * @param dataDir of a store with rules
 */
export async function benchRecorder(
  settings: Record<string, string>,
  dataDir: string,
  ids: Ids,
  { events, windowSeconds }: { events: number; windowSeconds: number },
): Promise<Row[]> {
  const within = async <T>(use: (service: Service) => Promise<T>, more: Record<string, string> = {}): Promise<T> => {
    const service = await startService({ ...settings, ...more }, dataDir)
    try {
      return await use(service)
    } finally {
      await service.stop()
    }
  }
  const { filled, kinds } = await within(async service => {
    const row = await fillStore(service, ids.environmentId, events, (pool, environmentId) =>
      fillRecorder(pool, ids.tenantId, environmentId),
    )
    return { filled: row, kinds: await chooseIds(service, ids) }
  })
  dropFromCache(dataDir)
  const lookups = await within(service => measureLookups(service, ids.environmentId, kinds))
  const rates: Record<'recorded' | 'without', { perSecond: number; p99: number }[]> = { recorded: [], without: [] }
  // In turns, each first as often as second: a growing store makes decisions slower.
  for (let turn = 0; turn < turns; turn++)
    for (const name of turn % 2 === 0 ? (['without', 'recorded'] as const) : (['recorded', 'without'] as const)) {
      await within(service => changeIndex(service, name === 'recorded'))
      const options = { windows: 2, windowSeconds, backfill: false }
      const hook = path.join(root, 'bench/recorder/without-recorder.ts')
      rates[name].push(
        await within(
          service => measureRate(service, ids, options),
          name === 'recorded' ? {} : { NODE_OPTIONS: `--import ${hook}` },
        ),
      )
    }
  return [filled, ...lookups, costRow(rates)]
}

/** Decides some purchases by the rules of the store, and chooses ids of them and of all others. */
async function chooseIds(service: Service, ids: Ids): Promise<Readonly<Record<string, readonly SampledId[]>>> {
  const pool = await openBenchPool(service)
  try {
    const kinds = await sampleIds(pool, ids.environmentId, sampled)
    const order = { url: service.url, token: await fetchClientToken(service.url, ids.tenantId), ...ids }
    const load = { clients: 4, rate: 100, windows: 1, windowSeconds: 3, mode: 'open' as const, keepIds: true }
    const [window] = await generateLoad({ ...order, ...load, prefix: `recorder-${Date.now()}` })
    const decided = (window?.ids ?? []).slice(0, sampled)
    if (decided.length < sampled) throw new Error('Too few purchases were decided.')
    const { rows } = await pool.query<{ correlation_id: string }>(
      `select b.correlation_id from event_key k join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
       where k.environment_id = $1 and k.event_type = 'purchase' and k.external_id = any($2)`,
      [ids.environmentId, decided],
    )
    return {
      ...kinds,
      'correlation id of a call that twenty rules decided': rows.map(row => ({
        id: row.correlation_id,
        hasTimeline: true,
      })),
    }
  } finally {
    await pool.end()
  }
}

/** Has the files of the stopped database read from the disk again, where the system can be asked for it. */
function dropFromCache(dataDir: string): void {
  if (process.platform !== 'linux') return
  const drop = ['-exec', 'dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';']
  execFileSync('find', [path.join(dataDir, 'pg'), '-type', 'f', ...drop])
}

async function measureLookups(
  service: Service,
  environmentId: string,
  kinds: Readonly<Record<string, readonly SampledId[]>>,
): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await fetchUserToken(service)}`, 'content-type': 'application/json' }
  const call = async <T>(method: string, address: string): Promise<T> => {
    const answer = await fetch(`${service.url}/api/console/v1/environments/${address}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  const lookUp = async ({ id, hasTimeline }: SampledId): Promise<number> => {
    const started = performance.now()
    const { matches } = await call<{ matches: RecorderMatch[] }>(
      'GET',
      `${environmentId}/recorder?id=${encodeURIComponent(id)}`,
    )
    const event = matches.find(match => match.kind === 'event')
    if ((event !== undefined) !== hasTimeline) throw new Error(`${id} has ${event ? 'a' : 'no'} timeline.`)
    if (event !== undefined) {
      const place = `${event.environmentId}/events/${event.eventType}/${encodeURIComponent(event.externalId)}`
      const { steps } = await call<RecorderTimeline>('POST', `${place}/timeline`)
      if (steps.length === 0) throw new Error(`The timeline of ${id} is empty.`)
    }
    return performance.now() - started
  }
  const names = Object.keys(kinds)
  const times = { cold: new Map<string, number[]>(), again: new Map<string, number[]>() }
  // Kinds in turns, so that none has the first and none the last; no faster than one user may call.
  for (const measured of [times.cold, times.again])
    for (let place = 0; place < sampled; place++)
      for (const name of names) {
        const sample = kinds[name]?.[place]
        if (sample === undefined) continue
        measured.set(name, [...(measured.get(name) ?? []), await lookUp(sample)])
        await delay(betweenLookups)
      }
  const describe = (all: readonly number[]) =>
    `p50 ${ms(median(all))}, longest ${ms(Math.max(...all))}, ${all.length} ids`
  const rows = (['cold', 'again'] as const).map(state => {
    const all = [...times[state].values()].flat()
    const slowest = names.map(name => `${name} ${ms(quantile(times[state].get(name) ?? [], 0.95))}`)
    return limitedRow(
      `From any id to its timeline, ${state === 'cold' ? 'after a restart' : 'the same ids again'}, p95`,
      quantile(all, 0.95),
      ms,
      '<',
      limits.timeline,
      `${describe(all)}; p95 by kind: ${slowest.join(', ')}`,
    )
  })
  return rows
}

/** The index by correlation id, as it is without the recorder and with it. */
async function changeIndex(service: Service, isThere: boolean): Promise<void> {
  const pool = await openBenchPool(service)
  try {
    await pool.query('drop index if exists event_body_correlation')
    if (isThere)
      await pool.query(
        'create index event_body_correlation on event_body (environment_id, hashtext(correlation_id), at)',
      )
    await pool.query('vacuum analyze event_body')
  } finally {
    await pool.end()
  }
}

function costRow({
  recorded,
  without,
}: Record<'recorded' | 'without', readonly { perSecond: number; p99: number }[]>): Row {
  const [rate, base] = [recorded, without].map(runs => median(runs.map(run => run.perSecond))) as [number, number]
  const [p99, baseP99] = [recorded, without].map(runs => median(runs.map(run => run.p99))) as [number, number]
  return limitedRow(
    'Decisions with what the recorder stores and its index, share of the rate without',
    rate / base,
    value => value.toFixed(2),
    '>',
    limits.share,
    `${perSecond(rate)} of ${perSecond(base)}, medians of ${turns} runs in turns; p99 ${ms(p99)} and ${ms(baseP99)}; all: ${recorded.map(run => perSecond(run.perSecond)).join(', ')} and ${without.map(run => perSecond(run.perSecond)).join(', ')}`,
  )
}
