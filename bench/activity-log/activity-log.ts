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
import { fillLog } from './log-fixture.ts'

interface Ids {
  tenantId: string
  environmentId: string
}

const entries = Number(process.env['BENCH_ENTRIES'] ?? 10_000_000)
const searches = 200
/** Milliseconds in which a search with up to five filters is answered. */
const limit = 500
const changes = 300
/** Share of a change that its entry and its link may take. */
const costLimit = 0.03

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

/** Milliseconds of each of some changes: a reviewer group that is saved again and again. */
async function measureChanges(service: Service, { environmentId }: Ids): Promise<number[]> {
  const token = await fetchUserToken(service)
  const groupId = crypto.randomUUID()
  const times: number[] = []
  for (let n = 0; n < changes; n++) {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/rpc/team/saveGroup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        json: { environmentId, groupId, baseVersion: n, name: `Group ${groupId} ${n}`, members: [] },
      }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`team.saveGroup: ${response.status} ${text.slice(0, 300)}`)
    times.push(performance.now() - started)
  }
  return times.slice(20)
}

/** Searches of a large log, and what an entry with its link costs a change. */
export async function benchActivityLog(own: Record<string, string>, ids: Ids): Promise<Row[]> {
  const dataDir = makeDataDir()
  const within = async <T>(use: (service: Service) => Promise<T>, more: Record<string, string> = {}): Promise<T> => {
    const service = await startService({ ...own, ...more }, dataDir)
    try {
      return await use(service)
    } finally {
      await service.stop()
    }
  }
  const rows = await within(async service => {
    const pool = await openBenchPool(service)
    await fillLog(pool, { ...ids, entries })
    await pool.end()
    return measureSearches(service, ids)
  })
  const times: Record<'without' | 'logged', number[]> = { without: [], logged: [] }
  const hook = path.join(root, 'bench/activity-log/without-log.ts')
  // In turns, so that a slow minute of the machine meets both.
  for (let turn = 0; turn < 4; turn++)
    for (const name of turn % 2 === 0 ? (['without', 'logged'] as const) : (['logged', 'without'] as const))
      times[name].push(
        ...(await within(
          service => measureChanges(service, ids),
          name === 'logged' ? {} : { NODE_OPTIONS: `--import ${hook}` },
        )),
      )
  const [logged, without] = [median(times.logged), median(times.without)]
  const share = (value: number): string => `${(value * 100).toFixed(1)} %`
  return [
    ...rows,
    limitedRow(
      'Entry and link, of a change',
      logged / without - 1,
      share,
      '<',
      costLimit,
      `p50 ${ms(logged)} with, ${ms(without)} without, ${changes * 4} changes each`,
    ),
  ]
}
