import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Settings } from '../../../kernel/settings/settings.ts'
import type { Store } from '../../../kernel/store/store.ts'
import type { Logger } from '../../../ports/index.ts'
import type { Metrics } from '../../health.ts'

const levels = ['verbose', 'information', 'warning', 'error', 'critical'] as const
/** From here on lines are counted: decisions write none of them. */
const countedFrom = 2

/** Returns the log with its warnings and errors counted by event, of which there are only so many. */
export function countLogLines(log: Logger, metrics: Pick<Metrics, 'count'>): Logger {
  return {
    write(level, event, fields) {
      if (level >= countedFrom) metrics.count('assay_log_lines_total', { level: levels[level], event })
      log.write(level, event, fields)
    },
  }
}

/** Milliseconds in which the database is asked once, however many read the metrics. */
const freshMs = 10_000
/** Milliseconds after which the page of metrics is sent with the figures from before. */
const patienceMs = 1500

interface OperatingParts {
  metrics: Metrics
  store: Pick<Store, 'db' | 'pool' | 'maintenancePool'>
  settings: Pick<Settings, 'dataDir'>
  version: string
}

/** What of the work for others is late, and how much room the disk has. */
interface SlowFigures {
  failingSubscriptions: number
  outboxSeconds: number
  overdueIncidents: number
  roomBytes: number
}

/**
 * Registers what an operator watches beside decisions: the process, its connections, its version, deliveries that are
 * late, and the room on the disk of the data directory.
 * @returns what reads the figures of the database and the disk, at most every ten seconds
 */
export function registerOperatingMetrics({ metrics, store, settings, version }: OperatingParts): () => Promise<void> {
  metrics.gauge('assay_build_info', 'The version that runs; always 1', () => 1, { version })
  registerProcess(metrics)
  for (const [name, pool] of Object.entries({ interactive: store.pool, jobs: store.maintenancePool }))
    for (const [state, read] of Object.entries({
      used: () => pool.totalCount - pool.idleCount,
      idle: () => pool.idleCount,
      waiting: () => pool.waitingCount,
    }))
      metrics.gauge(
        'assay_pool_connections',
        'Connections to the database by pool: used, idle, and requests that wait for one',
        read,
        { pool: name, state },
      )
  let figures: SlowFigures = { failingSubscriptions: 0, outboxSeconds: 0, overdueIncidents: 0, roomBytes: 0 }
  metrics.gauge(
    'assay_event_subscriptions_failing',
    'Event subscriptions whose receiver takes nothing at the moment',
    () => figures.failingSubscriptions,
  )
  metrics.gauge(
    'assay_event_outbox_age_seconds',
    'Age of the oldest event that is not distributed to subscriptions yet',
    () => figures.outboxSeconds,
  )
  metrics.gauge(
    'assay_alert_deliveries_overdue',
    'Incidents of alerts that should have been sent five minutes ago',
    () => figures.overdueIncidents,
  )
  metrics.gauge('assay_data_room_bytes', 'Room on the disk of the data directory', () => figures.roomBytes)
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  return async () => {
    if (performance.now() - readAt < freshMs) return
    reading ??= readFigures(store.db, settings.dataDir)
      .then(read => {
        figures = { ...figures, ...read }
        readAt = performance.now()
      })
      .finally(() => {
        reading = null
      })
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([reading, late]).finally(() => clearTimeout(timer))
  }
}

async function readFigures(db: Store['db'], dataDir: string): Promise<Partial<SlowFigures>> {
  const room = await statfs(dataDir).then(
    ({ bavail, bsize }) => ({ roomBytes: bavail * bsize }),
    // Without a data directory nothing is written to it.
    () => ({}),
  )
  const {
    rows: [row],
  } = await sql<{ failing: number; outbox: number; overdue: number }>`select
      (select count(*) from event_subscription where active and failing_since is not null) as failing,
      (select coalesce(greatest(extract(epoch from clock_timestamp() - min(created_at)), 0), 0)::float8 from event_outbox
        where not_before is null or not_before < clock_timestamp()) as outbox,
      (select count(*) from alert_delivery where next_at < clock_timestamp() - interval '5 minutes') as overdue`.execute(
    db,
  )
  return {
    ...room,
    failingSubscriptions: row?.failing ?? 0,
    outboxSeconds: row?.outbox ?? 0,
    overdueIncidents: row?.overdue ?? 0,
  }
}

/** The names of Prometheus for processes, and how busy the thread is that answers. */
function registerProcess(metrics: Metrics): void {
  metrics.counter('process_cpu_seconds_total', 'Processor time of the process', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss())
  const startedAt = (Date.now() - performance.now()) / 1000
  metrics.gauge('process_start_time_seconds', 'When the process began, as seconds since 1970', () => startedAt)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  metrics.gauge(
    'assay_event_loop_delay_seconds',
    'Longest delay of the thread that answers since the metrics were last read',
    () => {
      const longest = delay.max / 1e9
      delay.reset()
      return longest
    },
  )
  let before = performance.eventLoopUtilization()
  metrics.gauge(
    'assay_event_loop_utilization',
    'Share of the time in which the thread that answers was busy since the metrics were last read',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  )
}
