import { readFileSync } from 'node:fs'
import { limitedRow, perSecond, type Row, type Service, startService } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { childrenOf, chunksOf, narrowPurchases, widePurchases } from './made-rows.ts'
import { openUploadApi } from './upload-api.ts'

const limits = { memoryMiB: 400 }
/** Size of the large file, rounds of kills, and purchases of each. */
const mebibytes = Number(process.env['BENCH_UPLOAD_LARGE_MIB'] ?? 2048)
const rounds = Number(process.env['BENCH_UPLOAD_KILLS'] ?? 5)
const killedRows = Number(process.env['BENCH_UPLOAD_KILL_ROWS'] ?? 40_000)
const mib = (value: number): string => `${Math.round(value)} MiB`

/** The resident memory of a process, at the moment or at most. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

/** A large file of the widest purchases through a running service, and kills of the service while it processes files. */
export async function benchLargeUpload(
  settings: Record<string, string>,
  dataDir: string,
  environmentId: string,
): Promise<Row[]> {
  const service = await startService(settings, dataDir)
  const memory = await measureMemory(service, environmentId)
  const killed = await measureKills(service, () => startService(settings, dataDir), environmentId)
  return [...memory, ...killed]
}

async function measureMemory(service: Service, environmentId: string): Promise<Row[]> {
  if (mebibytes === 0) return []
  const api = await openUploadApi(service, environmentId)
  const sample = [...chunksOf(widePurchases(1000))].reduce((sum, { length }) => sum + length, 0) / 1000
  const file = widePurchases(Math.ceil((mebibytes * 2 ** 20) / sample))
  const before = memoryOf(service.pid, 'VmRSS')
  const size = await api.put(file)
  const sent = memoryOf(service.pid, 'VmHWM')
  for (const child of childrenOf()) await api.put(child)
  const started = performance.now()
  const { id } = await api.request(['Purchases'])
  const run = await api.ended(id)
  const seconds = (performance.now() - started) / 1000
  const stored = run.files.find(({ entity }) => entity === 'Purchases')?.accepted ?? 0
  return [
    {
      ...limitedRow(
        `Memory of the service while a file of ${mib(size / 2 ** 20)} is sent and processed, at most`,
        memoryOf(service.pid, 'VmHWM'),
        mib,
        '<',
        limits.memoryMiB,
        `${mib(before)} before, ${mib(sent)} after sending; ${file.count.toLocaleString('en-US')} rows, ${run.state}, ${perSecond(file.count / seconds)}`,
      ),
    },
    {
      name: 'Rows of that file that are stored',
      value: stored.toLocaleString('en-US'),
      limit: 'all',
      ok: run.state === 'Finished' && stored === file.count,
    },
  ]
}

/** Kills the service at random moments of a run: the next one goes on, and nothing is lost or doubled. */
async function measureKills(first: Service, restart: () => Promise<Service>, environmentId: string): Promise<Row[]> {
  let service = first
  let [lost, doubled, unfinished] = [0, 0, 0]
  const moments: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const prefix = `k${round}`
    let api = await openUploadApi(service, environmentId)
    for (const file of narrowPurchases(killedRows, prefix)) await api.put(file)
    const { id } = await api.request(['Purchases'])
    await new Promise(resolve => setTimeout(resolve, 500 + Math.random() * 9500))
    const { phase, progress } = await api.loadRun(id)
    moments.push(`${phase ?? 'waiting'} ${progress.entity ?? ''} ${progress.rows}`)
    process.kill(service.pid, 'SIGKILL')
    service = await restart()
    api = await openUploadApi(service, environmentId)
    const run = await api.ended(id)
    if (run.state !== 'Finished' || run.files.some(({ accepted }) => accepted !== killedRows)) unfinished++
    const counts = await countStored(service, environmentId, prefix)
    lost += killedRows - counts.whole
    doubled += counts.events - counts.keys + (counts.links - counts.keys)
  }
  await service.stop()
  if (rounds === 0) return []
  const note = `${rounds} kills of the service, at: ${moments.join('; ')}; ${killedRows.toLocaleString('en-US')} purchases with instrument and product each`
  return [
    { name: 'Purchases lost', value: String(lost), limit: 'none', ok: lost === 0, note },
    { name: 'Purchases or links doubled', value: String(doubled), limit: 'none', ok: doubled === 0 },
    {
      name: 'Runs that did not end with all rows accepted',
      value: String(unfinished),
      limit: 'none',
      ok: unfinished === 0,
    },
  ]
}

interface Counts {
  keys: number
  events: number
  /** Purchases with their instrument and their product. */
  whole: number
  /** Links to users. */
  links: number
}

async function countStored(service: Service, environmentId: string, prefix: string): Promise<Counts> {
  const pool = await openBenchPool(service)
  try {
    const { rows } = await pool.query<Counts>(
      `select (select count(*) from event_key where environment_id = $1 and external_id like $2) as keys,
         count(*) as events,
         count(distinct e.external_id) filter (where json_array_length(b.request -> 'paymentInstrumentList') = 1
           and json_array_length(b.request -> 'productList') = 1) as whole,
         (select count(*) from event_entity n join event x using (environment_id, at, event_id)
           where x.environment_id = $1 and x.external_id like $2 and n.entity_type = 'user') as links
       from event e join event_body b using (environment_id, at, event_id)
       where e.environment_id = $1 and e.external_id like $2`,
      [environmentId, `${prefix}-%`],
    )
    const [row] = rows
    if (row === undefined) throw new Error('Nothing was counted.')
    return row
  } finally {
    await pool.end()
  }
}
