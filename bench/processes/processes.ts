import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { startEmbedded } from '../../risk-service/kernel/store/embedded/embedded-server.ts'
import { findPostmaster } from '../../risk-service/kernel/store/embedded/postmaster.ts'
import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { publishMigratedRules } from '../decisions/migrated-rules.ts'
import { cpuSeconds } from '../support/cpu.ts'
import {
  limitedRow,
  makeDataDir,
  median,
  ms,
  perSecond,
  type Row,
  type Service,
  startService,
  withServiceOf,
} from '../support/harness.ts'
import { measureOvershoot } from './overshoot.ts'

interface Ids {
  tenantId: string
  environmentId: string
}
interface Measured {
  perSecond: number
  /** Processor time of a decision in milliseconds: of the services, and of the database. */
  service: number
  database: number
  /** 99th percentile of the time until other processes see an event, as the upper bound of its histogram bucket. */
  lag: number
}

/** Decisions per second of all processor time with several processes, of those with one. */
const processorLimit = 0.9
/** Decisions per second on the same cores. */
const throughputLimit = 0.85
const lagLimit = 250
const ratio = (value: number): string => value.toFixed(2)
const clients = 32

/** Reads the upper bound of the bucket that has a quantile of a histogram, over several processes, in milliseconds. */
async function histogramQuantile(services: readonly Service[], name: string, q: number): Promise<number> {
  const below = new Map<number, number>()
  for (const { url } of services) {
    const text = await (await fetch(`${url}/metrics`)).text()
    for (const [, bound, count] of text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm'))) {
      const upper = bound === '+Inf' ? Infinity : Number(bound)
      below.set(upper, (below.get(upper) ?? 0) + Number(count))
    }
  }
  const total = below.get(Infinity) ?? 0
  const found = [...below].sort(([a], [b]) => a - b).find(([, count]) => count >= q * total)
  return total === 0 ? Number.NaN : (found?.[0] ?? Number.NaN) * 1000
}

/** Decisions over one PostgreSQL server with one, two and four service processes, and with one again. */
export async function benchProcesses(
  settings: Record<string, string>,
  ids: Ids,
  windowSeconds: number,
): Promise<Row[]> {
  const dataDir = makeDataDir()
  await withServiceOf(settings, service => publishMigratedRules(service, ids.environmentId), dataDir)
  const server = await startEmbedded({ dataDir, settings: { max_connections: '200' } })
  const shared = {
    ...settings,
    DATABASE_URL: `postgres://${server.connection.user}@/assay?host=${encodeURIComponent(server.connection.host)}`,
    ASSAY_SECRET_KEY: randomBytes(33).toString('base64'),
    ASSAY_DEMO: '1',
  }
  const measure = async (count: number): Promise<Measured> => {
    const first = Number(process.env['BENCH_PORT'] ?? 4377)
    const services: Service[] = []
    try {
      for (let n = 0; n < count; n++) services.push(await startService(shared, makeDataDir(), first + n))
      const database = (await findPostmaster(path.join(dataDir, 'pg')))?.pid ?? 0
      const load = async (windows: number, prefix: string, open?: number) =>
        await Promise.all(
          services.map(async ({ url }, n) =>
            generateLoad({
              url,
              token: await fetchClientToken(url, ids.tenantId),
              environmentId: ids.environmentId,
              mode: open === undefined ? 'closed' : 'open',
              clients: clients / count,
              rate: (open ?? 0) / count,
              windows,
              windowSeconds,
              prefix: `${prefix}-${count}-${n}-${Date.now()}`,
            }),
          ),
        )
      await load(1, 'warm')
      const seconds = () => ({
        service: services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
        database: cpuSeconds(database),
      })
      const before = seconds()
      const results = await load(3, 'closed')
      const after = seconds()
      const requests = results.flat().reduce((sum, window) => sum + window.requests, 0)
      const rates = [0, 1, 2].map(window => results.reduce((sum, each) => sum + (each[window]?.perSecond ?? 0), 0))
      await load(2, 'open', 600)
      return {
        perSecond: median(rates),
        service: ((after.service - before.service) * 1000) / requests,
        database: ((after.database - before.database) * 1000) / requests,
        lag: await histogramQuantile(services, 'assay_velocity_lag_seconds', 0.99),
      }
    } finally {
      for (const each of services) await each.stop()
    }
  }
  try {
    const counts = [1, 2, 4, 1] as const
    const measured: Measured[] = []
    for (const count of counts) measured.push(await measure(count))
    const alone = [measured[0], measured[3]].filter(each => each !== undefined)
    const base = {
      perSecond: Math.max(...alone.map(each => each.perSecond)),
      all: Math.min(...alone.map(each => each.service + each.database)),
    }
    const overshoot = [await measureOvershoot(1), await measureOvershoot(4)]
    const rows = measured.flatMap((each, index): Row[] => {
      const count = counts[index] ?? 1
      const name = `${count} process${count === 1 ? '' : 'es'}${index === 3 ? ', again' : ''}`
      const processor = base.all / (each.service + each.database)
      const throughput = each.perSecond / base.perSecond
      return [
        {
          name: `Decisions, closed loop, ${name}`,
          value: perSecond(each.perSecond),
          note: `${clients} clients; processor time of a decision ${ms(each.service)} service, ${ms(each.database)} database`,
        },
        ...(count === 1
          ? []
          : [
              limitedRow(`Decisions per processor second, ${name}, of one`, processor, ratio, '>', processorLimit),
              ...(count === 2
                ? [
                    limitedRow(
                      `Decisions per second on the same cores, ${name}, of one`,
                      throughput,
                      ratio,
                      '>',
                      throughputLimit,
                    ),
                  ]
                : []),
              limitedRow(
                `Until other processes see an event, p99, ${name}`,
                each.lag,
                ms,
                '<',
                lagLimit + 0.01,
                '600/s and closed loop; upper bound of the histogram bucket',
              ),
            ]),
      ]
    })
    return [...rows, ...overshoot]
  } finally {
    await server.stop()
  }
}
