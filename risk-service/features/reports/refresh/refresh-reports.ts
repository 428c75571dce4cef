import { sql } from 'kysely'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import { type DutyCycle, startDutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Ports } from '../../../ports/index.ts'
import { dayMs } from '../../case-report/figures/periods.ts'
import { firstReportDay, type RefreshOptions } from './report-window.ts'
import { eventsSince, rereadEnvironment } from './reread-environment.ts'

const hourMs = 3_600_000

/**
 * Reads the transactions of each environment again that was not read as a whole for a day, or which has twice as many
 * since: what was deleted, and days that reports no longer cover, are not followed.
 */
export async function refreshReports(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  { cycle, ...options }: RefreshOptions & { cycle?: Partial<DutyCycle> } = {},
): Promise<void> {
  const now = clock()
  const due = new Date(now.getTime() - reportsLimits.refreshHours * hourMs)
  const first = new Date(firstReportDay(now) * dayMs)
  const { rows } = await sql<{ id: string }>`
    select e.id from environment e left join report_refresh r on r.environment_id = e.id
    where e.status = 'Active' and (r.refreshed_at is null or r.whole_at <= ${due}::timestamptz
      or (${eventsSince(sql`e.id`, first, now)}) > 2 * r.transactions)
    order by e.id`.execute(db)
  const pause = createPause(options.signal, cycle)
  for (const { id } of rows)
    try {
      await rereadEnvironment(db, id, now, { ...options, pause })
    } catch (error) {
      if (options.signal?.aborted) return
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-refreshed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

/** Creates a pause between two pieces, as long as the piece, so that half of the time belongs to others. */
export function createPause(signal: AbortSignal | undefined, cycle: Partial<DutyCycle> = {}): () => Promise<void> {
  const next = startDutyCycle({ runMs: Number.POSITIVE_INFINITY, ...cycle })
  return async () => {
    signal?.throwIfAborted()
    await next()
  }
}
