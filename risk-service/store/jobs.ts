import { PgBoss } from 'pg-boss'
import type { Logger } from '../ports.ts'
import { codeOf } from './connection.ts'
import type { Store } from './index.ts'
import { defaultPartitionRows, ensurePartitions } from './partitions.ts'
import { applyRetention, type Retention } from './retention.ts'
import { checkRollups } from './rollups.ts'
import { ensureTextIndexes } from './text-index.ts'

export interface Jobs {
  boss: PgBoss
  stop: () => Promise<void>
}

interface PeriodicJob { name: string; cron: string; run: () => Promise<void> }

/** Every start asks for a run, at most one in this time: a laptop may never be awake at night. */
const atMostEvery = 20 * 3600

/** Starts the job queue and the store's own daily work on it. Each job may be interrupted and repeated. */
export async function startJobs(store: Store, retention: Retention, log: Logger, clock: () => Date = () => new Date()): Promise<Jobs> {
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
      await job.run()
      log.write(1, 'jobs.done', { job: job.name, milliseconds: Math.round(performance.now() - started) })
    })
    await boss.schedule(job.name, job.cron)
    await boss.sendThrottled(job.name, {}, {}, atMostEvery)
  }
  store.jobsRunning = true
  return {
    boss,
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
      name: 'store-partitions', cron: '5 2 * * *',
      run: async () => {
        const made = await ensurePartitions(db, clock(), retention.eventMonths)
        if (made.length > 0) log.write(1, 'store.partitions-made', { count: made.length })
        const stray = await defaultPartitionRows(db)
        if (stray > 0) log.write(2, 'store.default-partition-rows', { rows: stray })
      },
    },
    {
      name: 'store-retention', cron: '25 2 * * *',
      run: async () => {
        const { partitions, rows } = await applyRetention(db, retention, clock())
        if (partitions.length + rows > 0) log.write(1, 'store.retention', { partitions: partitions.length, rows })
      },
    },
    {
      name: 'store-rollups', cron: '45 2 * * *',
      run: async () => {
        for (const { environmentId, hours } of await checkRollups(db)) log.write(3, 'store.rollups-repaired', { environment: environmentId, hours })
      },
    },
    {
      name: 'store-text-index', cron: '5 3 * * *',
      run: async () => {
        const made = await ensureTextIndexes(db, clock(), log)
        if (made.length > 0) log.write(1, 'store.text-indexes-made', { count: made.length })
      },
    },
  ]
}
