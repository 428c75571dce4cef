import path from 'node:path'
import { auditedResources, type LogFilter } from '../../risk-service/contract/index.ts'
import {
  limitedRow,
  makeDataDir,
  median,
  ms,
  quantile,
  type Row,
  root,
  type Service,
  startService,
} from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { measureChangeCost } from './change-cost.ts'
import { fillLog } from './log-fixture.ts'

interface Ids {
  tenantId: string
  environmentId: string
}

const entries = Number(process.env['BENCH_ENTRIES'] ?? 10_000_000)
const searches = 200
/** Milliseconds in which a search with up to five filters is answered. */
const limit = 500

const pick = <Value>(values: readonly Value[], n: number): Value => values[n % values.length] as Value
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Filters of every field and operator, of which some find most entries, some a few and some none. */
function filtersOf(n: number): LogFilter[] {
  const all: LogFilter[] = [
    { field: 'operationType', op: 'in', values: [pick(['Update', 'Delete', 'Promote'], n), 'Read'] },
    { field: 'resourceType', op: 'in', values: [pick(auditedResources, n), pick(auditedResources, n * 7)] },
    { field: 'resourceName', op: 'in', values: [`Resource ${(n * 977) % 120_000}`] },
    { field: 'changedBy', op: 'in', values: [`Person ${n % 220}`] },
    { field: 'assessmentId', op: pick(['null', 'notNull'] as const, n) },
    { field: 'resourceId', op: 'in', values: [`resource-${(n * 31) % 120_000}`, `resource-${n}`] },
    { field: 'operationType', op: 'notIn', values: ['Read', 'Export'] },
    { field: 'assessmentName', op: 'in', values: ['Purchase'] },
    { field: 'environmentName', op: 'in', values: ['Harbor'] },
    { field: 'resourceType', op: 'notIn', values: ['Search'] },
    { field: 'assessmentName', op: 'empty' },
  ]
  return Array.from({ length: 1 + (n % 5) }, (_, at) => pick(all, n * 3 + at * (1 + (n % 4))))
}

async function measureSearches(service: Service, { environmentId }: Ids): Promise<Row[]> {
  const token = await fetchUserToken(service)
  const post = async (part: string, body: object): Promise<number> => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/activity-log/${part}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${part}: ${response.status} ${text.slice(0, 300)}`)
    return performance.now() - started
  }
  const [pages, counts]: [number[], number[]] = [[], []]
  for (let n = 0; n < searches; n++) {
    const query = { dates: { from: dayAgo(pick([7, 30, 90, 390], n)), to: dayAgo(0) }, filters: filtersOf(n) }
    pages.push(await post('search', query))
    counts.push(await post('count', query))
  }
  const size = `${entries.toLocaleString('en-US')} entries, ${searches} searches of one to five filters`
  const row = (name: string, times: readonly number[]): Row =>
    limitedRow(
      name,
      quantile(times, 0.95),
      ms,
      '<',
      limit,
      `${size}; p50 ${ms(median(times))}, most ${ms(Math.max(...times))}`,
    )
  return [row('Search of the activity log, p95', pages), row('Its number of entries, p95', counts)]
}

/** Searches of a large log, and what an entry with its link costs a change of the same service. */
export async function benchActivityLog(own: Record<string, string>, ids: Ids): Promise<Row[]> {
  const hook = path.join(root, 'bench/activity-log/without-log.ts')
  const service = await startService({ ...own, NODE_OPTIONS: `--import ${hook}` }, makeDataDir())
  try {
    const pool = await openBenchPool(service)
    await fillLog(pool, { ...ids, entries })
    await pool.end()
    return [...(await measureSearches(service, ids)), ...(await measureChangeCost(service, ids.environmentId))]
  } finally {
    await service.stop()
  }
}
