import { spawn } from 'node:child_process'
import path from 'node:path'
import { measureCpu } from '../support/cpu.ts'
import { limitedRow, median, ms, perSecond, type Row, root, type Service } from '../support/harness.ts'
import { findDatabase } from '../support/store.ts'
import type { LoadOrder, LoadWindow } from './load-generator.ts'

/** Token of the demo API client, requested like that of any client. */
export async function fetchClientToken(url: string, tenantId: string): Promise<string> {
  const answer = await fetch(`${url}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'harbor-checkout',
      client_secret: 'harbor-checkout-secret',
      scope: 'https://api.dfp.dynamics.com/.default',
    }),
  })
  const body = (await answer.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`No token: ${answer.status} ${JSON.stringify(body)}`)
  return body.access_token
}

/**
 * Runs the load generator in a separate process. With a signal it runs until that fires; complete windows are returned.
 */
export function generateLoad(order: LoadOrder, signal?: AbortSignal): Promise<LoadWindow[]> {
  const child = spawn(process.execPath, [path.join(root, 'bench/decisions/load-generator.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(order))
  const end = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', end)
  // A section that fails leaves no load running for the next.
  process.once('exit', end)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      process.off('exit', end)
      if (code !== 0 && !signal?.aborted) return reject(new Error(`The load generator ended with ${code}.`))
      resolve(
        text
          .slice(0, text.lastIndexOf('\n') + 1)
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line) as LoadWindow),
      )
    })
  })
}

export function describeWindows(windows: readonly LoadWindow[]): string {
  const refused = Object.entries(
    windows.reduce<Record<string, number>>((all, window) => {
      for (const [status, count] of Object.entries(window.refused)) all[status] = (all[status] ?? 0) + count
      return all
    }, {}),
  )
  const repeats = windows.reduce((sum, window) => sum + window.replayed, 0)
  return `${windows.length} windows; generator ${median(windows.map(window => window.cpu)).toFixed(2)} cores; repeats ${repeats}; not 200: ${refused.length > 0 ? refused.map(([status, count]) => `${count} x ${status}`).join(', ') : 'none'}`
}

/** The same load on the minimal path over the same database: the maximum of this machine. */
async function measureBaseline(
  service: Service,
  order: Omit<LoadOrder, 'mode' | 'windows' | 'prefix'>,
  windows: number,
): Promise<{ result: LoadWindow[]; service: number; database: number }> {
  const { pid, socketFolder } = await findDatabase(service)
  const port = Number(new URL(service.url).port) + 2
  const child = spawn(
    process.execPath,
    [path.join(root, 'bench/decisions/baseline-service.ts'), String(port), socketFolder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve())
      child.once('exit', code => reject(new Error(`The bare path ended with ${code}.`)))
    })
    const bare = { ...order, url: `http://localhost:${port}` }
    await generateLoad({ ...bare, mode: 'closed', windows: 1, windowSeconds: 3, prefix: `bare-warm-${Date.now()}` })
    return await measureCpu({ service: child.pid ?? 0, database: pid }, () =>
      generateLoad({ ...bare, mode: 'closed', windows, prefix: `bare-${Date.now()}` }),
    )
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
}

/** Milliseconds, and decisions a second. */
export interface DecisionLimits {
  closed: { perSecond: number; p50?: number; p99?: number }
  open: { p50: number; p99: number }
}
export const twentyRules: DecisionLimits = { closed: { perSecond: 2500, p50: 15, p99: 40 }, open: { p50: 6, p99: 25 } }
export const twoHundredRules: DecisionLimits = { closed: { perSecond: 2200 }, open: { p50: 6, p99: 25 } }

/** Durable decisions over HTTP: closed loop at 32 clients and open loop at 600/s, medians of the windows. */
export async function benchDecisions(
  service: Service,
  ids: { tenantId: string; environmentId: string },
  limits: DecisionLimits,
  windows = 5,
  windowSeconds = 10,
): Promise<Row[]> {
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 32,
    rate: 600,
    windowSeconds,
  }
  await generateLoad({ ...order, mode: 'closed', windows: 1, windowSeconds: 5, prefix: `warm-${Date.now()}` })
  const pids = { service: service.pid, database: (await findDatabase(service)).pid }
  const own = await measureCpu(pids, () =>
    generateLoad({ ...order, mode: 'closed', windows, prefix: `closed-${Date.now()}` }),
  )
  const closed = own.result
  const open = await generateLoad({ ...order, mode: 'open', windows, warmUpSeconds: 2, prefix: `open-${Date.now()}` })
  const simple = await measureBaseline(service, order, windows)
  const bare = simple.result
  const cpu = ({ result, service: inService, database }: typeof own) => {
    const each = (seconds: number) => (seconds * 1000) / result.reduce((sum, window) => sum + window.requests, 0)
    return { service: each(inService), database: each(database), all: each(inService + database) }
  }
  const [ours, least] = [cpu(own), cpu(simple)]
  const middle = (all: readonly LoadWindow[], key: 'perSecond' | 'p50' | 'p99') =>
    median(all.map(window => window[key]))
  return [
    limitedRow(
      'Durable decisions, closed loop, 32 clients',
      middle(closed, 'perSecond'),
      perSecond,
      '>',
      limits.closed.perSecond,
      describeWindows(closed),
    ),
    {
      name: '  bare path in the same run',
      value: perSecond(middle(bare, 'perSecond')),
      note: `no token, checks, rules or score; the product does ${(middle(closed, 'perSecond') / middle(bare, 'perSecond')).toFixed(2)} of it; p50 ${ms(middle(bare, 'p50'))}, p99 ${ms(middle(bare, 'p99'))}`,
    },
    {
      name: '  processor time of a decision',
      value: `${ours.all.toFixed(2)} ms`,
      note: `service ${ours.service.toFixed(2)}, database ${ours.database.toFixed(2)}; bare path ${least.all.toFixed(2)}: ${least.service.toFixed(2)} and ${least.database.toFixed(2)}; ratio ${(least.all / ours.all).toFixed(2)}`,
    },
    ...(['p50', 'p99'] as const).map(key =>
      limits.closed[key] === undefined
        ? { name: `  ${key}`, value: ms(middle(closed, key)) }
        : limitedRow(`  ${key}`, middle(closed, key), ms, '<', limits.closed[key]),
    ),
    limitedRow(
      'Open loop 600/s, p50 from the due time',
      middle(open, 'p50'),
      ms,
      '<',
      limits.open.p50,
      `after 2 s of it; ${describeWindows(open)}`,
    ),
    limitedRow('  p99', middle(open, 'p99'), ms, '<', limits.open.p99),
  ]
}
