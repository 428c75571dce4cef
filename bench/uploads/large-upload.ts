import { type UploadRunDetail, uploadRunPhases } from '../../risk-service/contract/index.ts'
import { seededRandom } from '../../risk-service/engine/lib/testing/seeded-random.ts'
import { limitedRow, perSecond, type Row, startService } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { type KilledService, startKilledService } from './killed-service.ts'
import { childrenOf, chunksOf, widePurchases } from './made-rows.ts'
import { type MeasuredFile, measureFile } from './upload-api.ts'

/** Size of the file, and kills of the service while the file is sent, checked and stored. */
const mebibytes = Number(process.env['BENCH_UPLOAD_LARGE_MIB'] ?? 2048)
const kills = Number(process.env['BENCH_UPLOAD_KILLS'] ?? 5)
/** A seed of an earlier run has the kills at the same moments. */
const seed = Number(process.env['BENCH_UPLOAD_SEED'] ?? Date.now() % 1_000_000)
const limits = { memoryMiB: 400, growth: 0.15 }
const prefix = 'large'
/** The longest time that the end of a run is waited for. */
const patienceMs = 2 * 3_600_000
const steps = ['sending', 'checking', 'storing'] as const

const mib = (value: number): string => `${Math.round(value)} MiB`
const share = (value: number): string => `${(value * 100).toFixed(1)} %`
const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

/** A large file of the widest purchases through a running service that is killed at random moments on the way. */
export async function benchLargeUpload(
  settings: Record<string, string>,
  dataDir: string,
  environmentId: string,
): Promise<Row[]> {
  const sample = [...chunksOf(widePurchases(1000, prefix))].reduce((sum, { length }) => sum + length, 0) / 1000
  const large = measureFile(widePurchases(Math.ceil((mebibytes * 2 ** 20) / sample), prefix))
  const random = seededRandom(seed)
  // One in each part of the way, whose whole is 3: a third for each step.
  const moments = Array.from({ length: kills }, (_, at) => ((at + random()) * steps.length) / kills)
  const killed: string[] = []
  const host = await startKilledService(() => startService(settings, dataDir), environmentId)
  try {
    const kill = async (at: number): Promise<void> => {
      moments.shift()
      killed.push(`${steps[Math.floor(at)] ?? ''} ${share(at % 1)}`)
      // Anywhere within what is under way.
      await wait(random() * 200)
      await host.kill()
    }
    await send(host, large, moments, kill)
    for (const child of childrenOf(prefix)) await send(host, measureFile(child), [], kill)
    const { id } = await host.api().request(['Purchases'])
    const started = performance.now()
    const run = await waitForEnd(host, { id, size: large.size }, moments, kill)
    const seconds = (performance.now() - started) / 1000
    const counts = await countStored(host, environmentId)
    return rowsOf({ run, large, counts, killed, missed: moments.length, seconds, memory: host.memory() })
  } finally {
    await host.stop()
  }
}

type Kill = (at: number) => Promise<void>

/** Sends the chunks of a file; after a kill, those that are missing. */
async function send(host: KilledService, measured: MeasuredFile, moments: readonly number[], kill: Kill) {
  for (;;) {
    const { at, missing } = await host.api().begin(measured)
    let [index, isKilled] = [0, false]
    for (const chunk of chunksOf(measured.file)) {
      const moment = index / measured.chunks
      if (missing.has(index)) {
        const sending = host.api().sendChunk(at, index, chunk)
        isKilled = (moments[0] ?? Number.POSITIVE_INFINITY) <= moment
        if (isKilled) await Promise.all([kill(moment), sending.catch(() => undefined)])
        else await sending
      }
      if (isKilled) break
      index++
    }
    if (!isKilled) return host.api().complete(at, measured.file)
    await host.restart()
  }
}

/** Waits for the end of a run; after a kill the next process goes on with it. */
async function waitForEnd(
  host: KilledService,
  { id, size }: { id: string; size: number },
  moments: readonly number[],
  kill: Kill,
): Promise<UploadRunDetail> {
  const until = performance.now() + patienceMs
  for (;;) {
    const run = await host.api().loadRun(id)
    if (run.state !== 'Waiting' && run.state !== 'Running') return run
    if (performance.now() > until) throw new Error(`It took too long: ${JSON.stringify(run.progress)}`)
    const step = run.phase === null ? -1 : uploadRunPhases.indexOf(run.phase)
    const moment = 1 + step + Math.min(run.progress.bytes / size, 0.999)
    if (run.state === 'Running' && step >= 0 && (moments[0] ?? Number.POSITIVE_INFINITY) <= moment) {
      await kill(Math.min(moment, steps.length - 0.001))
      await host.restart()
    }
    await wait(100)
  }
}

interface Counts {
  keys: number
  events: number
  bodies: number
  /** Events whose body is that of their row. */
  whole: number
  /** Links to users, of which each event has one. */
  links: number
}

async function countStored(host: KilledService, environmentId: string): Promise<Counts> {
  const pool = await openBenchPool(host.service())
  try {
    const { rows } = await pool.query<Record<keyof Counts, string>>(
      `select (select count(*) from event_key where environment_id = $1 and external_id like $2) as keys,
         count(*) as events, count(b.event_id) as bodies,
         count(distinct e.external_id) filter (where b.request ->> 'purchaseId' = e.external_id) as whole,
         (select count(*) from event_entity n join event x using (environment_id, at, event_id)
           where x.environment_id = $1 and x.external_id like $2 and n.entity_type = 'user') as links
       from event e left join event_body b using (environment_id, at, event_id)
       where e.environment_id = $1 and e.external_id like $2`,
      [environmentId, `${prefix}-%`],
    )
    const [row] = rows
    if (row === undefined) throw new Error('Nothing was counted.')
    const { keys, events, bodies, whole, links } = row
    return {
      ...{ keys: Number(keys), events: Number(events), bodies: Number(bodies) },
      ...{ whole: Number(whole), links: Number(links) },
    }
  } finally {
    await pool.end()
  }
}

interface Outcome {
  run: UploadRunDetail
  large: MeasuredFile
  counts: Counts
  killed: readonly string[]
  /** Kills for which there was no time. */
  missed: number
  seconds: number
  memory: ReturnType<KilledService['memory']>
}

function rowsOf({ run, large, counts, killed, missed, seconds, memory }: Outcome): Row[] {
  const rows = large.file.count
  const none = (name: string, count: number, note?: string): Row => ({
    name,
    value: count.toLocaleString('en-US'),
    limit: 'none',
    ok: count === 0,
    ...(note === undefined ? {} : { note }),
  })
  const { accepted = 0, replaced = 0 } = run.files.find(({ entity }) => entity === 'Purchases') ?? {}
  const lost = rows - counts.whole
  const doubled = counts.events - counts.keys + (counts.bodies - counts.keys) + (counts.links - counts.keys)
  return [
    {
      name: `Upload of ${mib(large.size / 2 ** 20)} with ${killed.length} kills of the service`,
      value: run.state,
      limit: 'Finished, all rows accepted',
      ok: run.state === 'Finished' && accepted === rows && replaced === 0 && missed === 0,
      note: `${rows.toLocaleString('en-US')} rows of ${large.file.columns.length} columns, ${accepted.toLocaleString('en-US')} accepted, ${replaced} replaced; killed at ${killed.join(', ') || 'no moment'}; seed ${seed}; ${perSecond(rows / seconds)} with restarts and the waits for the lease`,
    },
    none('  purchases lost', lost),
    none('  keys, events, bodies or links doubled', Math.abs(doubled)),
    limitedRow(
      '  memory of the service, at most',
      memory.highest,
      mib,
      '<',
      limits.memoryMiB,
      `since its start, at whose end it had ${mib(memory.ready)} and before that ${mib(memory.start)} at most`,
    ),
    limitedRow(
      '  growth of its memory',
      Math.max(0, memory.growth),
      share,
      '<',
      limits.growth,
      `from the second to the last quarter of the ${memory.minutes.toFixed(1)} min that its longest process ran`,
    ),
  ]
}
