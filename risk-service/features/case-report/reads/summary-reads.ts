import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../figures/periods.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, has, inEnvironments, ofAssessments } from './read-conditions.ts'

/** What reviewers said of the summaries of the cases of one queue. */
export interface SummaryRatings {
  queueId: string
  rated: number
  helpful: number
}

/** Counts the ratings of summaries of a range by the queue in which the case was then. */
export async function readSummaryRatings(
  db: Db,
  { environmentIds, eventTypes, queueIds, reviewerIds }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<SummaryRatings[]> {
  const { rows } = await sql<SummaryRatings>`
    select r.queue_id::text as "queueId", count(*)::int as rated, (count(*) filter (where r.helpful))::int as helpful
    from case_summary_rating r
    where ${inEnvironments('r', environmentIds)} and ${during(sql`r.at`, range)}
      ${has(sql`r.queue_id::text`, queueIds)} ${has(sql`r.user_id::text`, reviewerIds)} ${ofAssessments(sql`r.case_id`, eventTypes)}
    group by r.queue_id`.execute(db, cancellable(signal))
  return rows
}
