import { sql } from 'kysely'
import { monthsBefore } from '../../../contract/common/days.ts'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { Retention } from '../../../kernel/settings/settings.ts'
import { monthOf } from '../../../kernel/store/maintenance/partitions.ts'
import type { Db } from '../../../ports/database.ts'
import { dayMs, dayName, dayNumber, dayNumberOf } from '../../case-report/figures/periods.ts'

export interface RefreshOptions {
  retention?: Pick<Retention, 'eventMonths'> | undefined
  /** Aborts between two pieces: what is stored by then stays, and the next time goes on. */
  signal?: AbortSignal | undefined
}

/** Work on the reports of an environment. */
export interface ReportPass {
  environmentId: string
  /** The time that reports cover. */
  from: Date
  to: Date
  /** Sums of the days before are not touched: their events may be removed already. */
  firstSum: number
}

/** Returns the first day that reports cover. */
export const firstReportDay = (now: Date): number =>
  dayNumber(monthsBefore(dayName(dayNumberOf(now.getTime())), reportsLimits.months))

/** Returns the time that reports cover which were read as a whole at a time, and the first day whose sums they write. */
export function reportWindow(
  wholeAt: Date,
  retention: RefreshOptions['retention'],
): Pick<ReportPass, 'from' | 'firstSum'> {
  const firstDay = firstReportDay(wholeAt)
  const firstSum =
    retention === undefined
      ? firstDay
      : Math.max(firstDay, dayNumberOf(monthOf(wholeAt, -retention.eventMonths).start.getTime()))
  return { from: new Date(firstDay * dayMs), firstSum }
}

/**
 * Runs a piece of work on the reports of an environment in a transaction, one at a time, whichever process does it; the
 * removal of the environment waits meanwhile: the piece would leave its rows behind. Answers that were computed before
 * are outdated afterwards.
 * @returns undefined where the environment is being removed
 */
export const inReports = <Result>(
  db: Db,
  environmentId: string,
  work: (trx: Db) => Promise<Result>,
): Promise<Result | undefined> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reports:${environmentId}`}, 0))`.execute(trx)
    const active = await sql`select 1 from environment where id = ${environmentId}::uuid and status = 'Active'
      for share`.execute(trx)
    if (active.rows.length === 0) return
    const result = await work(trx)
    await sql`insert into report_version as v (environment_id, version) values (${environmentId}::uuid, 1)
      on conflict (environment_id) do update set version = v.version + 1`.execute(trx)
    return result
  })
