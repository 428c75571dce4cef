import { PgBoss } from 'pg-boss'
import type { Logger } from '../../ports/index.ts'
import { codeOf } from '../errors/error-code.ts'
import { type Retention } from '../settings/settings.ts'
import { defaultPartitionRows, ensurePartitions } from './maintenance/partitions.ts'
import { applyRetention } from './maintenance/retention.ts'
import { checkRollups } from './maintenance/rollups.ts'
import { ensureTextIndexes } from './maintenance/text-index.ts'
import type { Store } from './store.ts'

export interface Jobs {
  boss: PgBoss
  /**
   * Requests a run of a job, now or after the given number of seconds. Lost requests are harmless: its schedule runs it
   * as well.
   */
  request: (name: string, afterSeconds?: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Work of a feature that continues from the state in the database: it may be requested, interrupted and repeated at any
 * time.
 */
export interface PeriodicWork {
  name: string
  cron: string
  /** Returns after how many seconds it has to run again, when its schedule is too slow. */
  run: () => Promise<{ again: number | null }>
}

interface PeriodicJob {
  name: string
  cron: string
  run: () => Promise<void>
}

/** Seconds after which work is tried again that another process does. */
const busySeconds = 2

/** Every start requests a run, at most one in this time: a laptop may never run at night. */
const minRollupIntervalSeconds = 20 * 3600

/**
 * Starts the job queue, the store's own daily work and the features' work on it. Each job may be interrupted and
 * repeated.
 */
export async function startScheduler(
  store: Store,
  retention: Retention,
  log: Logger,
  clock: () => Date = () => new Date(),
  works: readonly PeriodicWork[] = [],
): Promise<Jobs> {
  const { leases } = store
  const boss = new PgBoss({
    db: { executeSql: (text, values) => store.maintenancePool.query(text, values) },
    schema: 'pgboss',
  })
  boss.on('error', error => log.write(2, 'jobs.failed', { code: codeOf(error) }))
  await boss.start()
  for (const job of storeJobs(store, retention, log, clock)) {
    await boss.createQueue(job.name, { retryLimit: 3, retryDelay: 300, expireInSeconds: 7200 })
    await boss.work(job.name, { pollingIntervalSeconds: 30 }, async () => {
      const started = performance.now()
      await leases.run(job.name, 0, () => job.run())
      log.write(1, 'jobs.done', { job: job.name, milliseconds: Math.round(performance.now() - started) })
    })
    await boss.schedule(job.name, job.cron)
    await boss.sendThrottled(job.name, {}, {}, minRollupIntervalSeconds)
  }
  const workers = new Map<string, string>()
  const request = async (name: string, afterSeconds = 0) => {
    await boss.send(name, {}, afterSeconds > 0 ? { startAfter: afterSeconds } : {})
    const worker = workers.get(name)
    if (worker !== undefined && afterSeconds === 0) boss.notifyWorker(worker)
  }
  for (const work of works) {
    await boss.createQueue(work.name, { retryLimit: 2, retryDelay: 15, expireInSeconds: 3600 })
    workers.set(
      work.name,
      await boss.work(work.name, { pollingIntervalSeconds: 5 }, async () => {
        // Another process may have begun the work before what is requested was there.
        const { again } = (await leases.run(work.name, 0, () => work.run())) ?? { again: busySeconds }
        if (again !== null) await request(work.name, again)
      }),
    )
    await boss.schedule(work.name, work.cron)
    // Continues work that a stop interrupted.
    await request(work.name)
  }
  store.jobsRunning = true
  return {
    boss,
    request,
    stop: async () => {
      store.jobsRunning = false
      await boss.stop({ graceful: true, timeout: 3000 })
    },
  }
}

function storeJobs(store: Store, retention: Retention, log: Logger, clock: () => Date): PeriodicJob[] {
  const db = store.maintenance
  return [
    {
      name: 'store-partitions',
      cron: '5 2 * * *',
      run: async () => {
        const created = await ensurePartitions(db, clock(), retention.eventMonths)
        if (created.length > 0) log.write(1, 'store.partitions-made', { count: created.length })
        const stray = await defaultPartitionRows(db)
        if (stray > 0) log.write(2, 'store.default-partition-rows', { rows: stray })
      },
    },
    {
      name: 'store-retention',
      cron: '25 2 * * *',
      run: async () => {
        const { partitions, rows } = await applyRetention(db, retention, clock())
        if (partitions.length + rows > 0) log.write(1, 'store.retention', { partitions: partitions.length, rows })
      },
    },
    {
      name: 'store-rollups',
      cron: '45 2 * * *',
      run: async () => {
        for (const { environmentId, hours } of await checkRollups(db))
          log.write(3, 'store.rollups-repaired', { environment: environmentId, hours })
      },
    },
    {
      name: 'store-text-index',
      cron: '5 3 * * *',
      run: async () => {
        const created = await ensureTextIndexes(db, clock(), log)
        if (created.length > 0) log.write(1, 'store.text-indexes-made', { count: created.length })
      },
    },
  ]
}
