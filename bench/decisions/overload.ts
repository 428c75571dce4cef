import { readdir, readFile } from 'node:fs/promises'
import { limitedRow, median, ms, perSecond, type Row, type Service } from '../support/harness.ts'
import { findDatabase, openBenchPool } from '../support/store.ts'
import { fetchClientToken, generateLoad } from './decisions.ts'
import type { LoadOrder, LoadWindow } from './load-generator.ts'

interface Ids {
  tenantId: string
  environmentId: string
}
const formatStatuses = (statuses: Record<string, number>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ') || 'none'
const sumStatuses = (windows: readonly LoadWindow[]): Record<string, number> => {
  const all: Record<string, number> = {}
  for (const { refused } of windows)
    for (const [status, count] of Object.entries(refused)) all[status] = (all[status] ?? 0) + count
  return all
}

/**
 * Twice the maximum load of the service: excess requests are refused at once with a time to retry, and afterwards the
 * service works as before.
 */
export async function benchOverload(service: Service, ids: Ids, windowSeconds: number): Promise<Row[]> {
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 64,
    windows: 1,
    windowSeconds,
  }
  const load = (own: Pick<LoadOrder, 'mode' | 'rate'> & Partial<LoadOrder>) =>
    generateLoad({ ...order, ...own, prefix: `overload-${Date.now()}` })
  await load({ mode: 'closed', rate: 0, windowSeconds: 3 })
  const bearable = median((await load({ mode: 'closed', rate: 0 })).map(window => window.perSecond))
  // Opening thousands of connections at one moment is a different load from too many requests: they are open before it
  // begins.
  const over = await load({ mode: 'open', rate: Math.round(bearable * 2), sockets: 4096, warmUpSeconds: 3 })
  const after = await load({ mode: 'open', rate: Math.round(bearable * 0.4), windows: 5, windowSeconds: 1 })
  const settled = after.findIndex(window => Object.keys(window.refused).length === 0 && window.p50 < 50)
  const [window] = over
  const others = Object.keys(window?.refused ?? {}).filter(status => status !== '503')
  return [
    {
      name: `Overload: ${perSecond(bearable * 2)} asked, ${perSecond(bearable)} can be borne`,
      value: perSecond(window?.perSecond ?? 0),
      note: `answered, after 3 s of it; refused: ${formatStatuses(window?.refused ?? {})}; without Retry-After: ${window?.withoutRetryAfter ?? 0}; generator ${window?.cpu.toFixed(2) ?? '?'} cores; p50 of answers ${ms(window?.p50 ?? Number.NaN)}`,
    },
    ...(window && (window.refused['503'] ?? 0) > 0
      ? [limitedRow('  503 comes within, p95', window.refusalP95, ms, '<', 100)]
      : [{ name: '  503 comes within, p95', value: 'none', note: 'the generator could not drive it into refusing' }]),
    {
      name: '  only 503 besides 200, each with Retry-After',
      value: others.length === 0 && !window?.withoutRetryAfter ? 'yes' : 'no',
      ok: others.length === 0 && !window?.withoutRetryAfter,
    },
    {
      name: '  back to normal',
      value: settled < 0 ? 'not within 5 s' : `within ${settled + 1} s`,
      limit: 'within 5 s',
      ok: settled >= 0,
      note: `p50 in the first second ${ms(after[0]?.p50 ?? Number.NaN)}`,
    },
  ]
}

/**
 * The database is stopped for ten seconds, then killed: only 503s, nothing acknowledged is lost, and it recovers
 * automatically.
 */
export async function benchOutage(service: Service, ids: Ids, seconds = 10): Promise<Row[]> {
  const token = await fetchClientToken(service.url, ids.tenantId)
  const rows: Row[] = []
  for (const kind of ['stopped', 'killed'] as const) {
    const prefix = `outage-${kind}-${Date.now()}`
    const pause = kind === 'stopped' ? seconds : 0
    const load = generateLoad({
      url: service.url,
      token,
      environmentId: ids.environmentId,
      mode: 'open',
      clients: 32,
      rate: 200,
      windows: seconds + 12,
      windowSeconds: 1,
      sockets: 1024,
      prefix,
      keepIds: true,
    })
    await new Promise(resolve => setTimeout(resolve, 3000))
    const { pid } = await findDatabase(service)
    // SIGSTOP stops only the process it is sent to: the back ends are children of the server.
    const group = await findProcessGroup(pid)
    for (const each of group) process.kill(each, kind === 'stopped' ? 'SIGSTOP' : 'SIGKILL')
    await new Promise(resolve => setTimeout(resolve, pause * 1000))
    if (kind === 'stopped') for (const each of group) process.kill(each, 'SIGCONT')
    const windows = await load
    const refused = sumStatuses(windows)
    const acknowledged = windows.flatMap(window => window.ids ?? [])
    const pool = await openBenchPool(service)
    const {
      rows: [found],
    } = await pool.query<{ n: number }>(
      'select count(*) as n from event_key k join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id where k.environment_id = $1 and k.external_id = any($2)',
      [ids.environmentId, acknowledged],
    )
    await pool.end()
    const lost = acknowledged.length - (found?.n ?? 0)
    const bad = windows
      .map((window, index) => (Object.keys(window.refused).length > 0 ? index : -1))
      .filter(index => index >= 0)
    const down = bad.length > 0 ? (bad.at(-1) ?? 0) - (bad[0] ?? 0) + 1 : 0
    const others = Object.keys(refused).filter(status => status !== '503')
    rows.push(
      {
        name: `Database ${kind === 'stopped' ? `stopped for ${seconds} s` : 'killed'}: acknowledged and lost`,
        value: String(lost),
        limit: 'none',
        ok: lost === 0,
        note: `${acknowledged.length} acknowledged at 200/s; refused: ${formatStatuses(refused)}`,
      },
      { name: '  only 503 besides 200', value: others.length === 0 ? 'yes' : 'no', ok: others.length === 0 },
      { name: '  seconds with a refusal', value: `${down} s`, limit: `under ${pause + 6} s`, ok: down < pause + 6 },
    )
  }
  return rows
}

async function findProcessGroup(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return [pid]
  const found = [pid]
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) found.push(Number(name))
  }
  return found
}
