import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../figures/periods.ts'
import { type ReviewStep, reviewsOf } from '../figures/review-steps.ts'
import type { Review } from '../figures/times.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { readColumns } from './read-columns.ts'
import { during, inEnvironments, ms, ofAssessments, queueOfCase } from './read-conditions.ts'

/** Kinds of the entries that end a review. */
const ends = sql`'decided', 'approval-requested', 'escalated', 'held', 'transferred', 'lock-released', 'lock-expired', 'force-released', 'removed'`

const queueId = sql`case when e.kind not in ('locked', 'undone', 'extended') then
  coalesce(e.details ->> 'queueId', e.details ->> 'fromId', ${queueOfCase(sql`e.case_id`)}) end`

/** A field of reviews that takes time to read. */
export type ReviewField = 'queueId' | 'reviewerName'

/**
 * Returns the reviews of the cases of which one ended in the range, with the activity that the console reported.
 * Handling time is a sum over all reviews of a case, so that some may have ended before the range or in other queues.
 * @param fields those that the figures need beside the times; the others are null
 */
export async function readReviews(
  db: Db,
  { environmentIds, eventTypes }: Pick<ReportFilter, 'environmentIds' | 'eventTypes'>,
  range: DayRange,
  fields: readonly ReviewField[],
  signal?: AbortSignal,
): Promise<Review[]> {
  const touched = sql`select t.case_id from case_event t
    where ${inEnvironments('t', environmentIds)} and ${during(sql`t.at`, range)} and t.kind in (${ends})`
  const steps = await readColumns<ReviewStep>(
    db,
    {
      caseId: sql`e.case_id`,
      id: sql`e.id`,
      kind: sql`e.kind`,
      at: ms(sql`e.at`),
      byId: sql`e.by_id`,
      ...(fields.includes('reviewerName') && { byName: sql`e.by_name` }),
      ...(fields.includes('queueId') && { queueId }),
      detail: sql`case e.kind when 'undone' then case when e.details ->> 'reopened' = 'true' then 'Single' else e.details ->> 'via' end
        when 'lock-released' then e.details ->> 'cause' end`,
      idleMs: sql`a.idle_ms`,
      lastActiveAt: ms(sql`a.last_active_at`),
    },
    sql`from case_event e left join case_activity a on e.kind in ('locked', 'undone') and a.case_id = e.case_id and a.locked_at = e.at
      where e.case_id in (${touched}) and ${inEnvironments('e', environmentIds)} and e.kind in ('locked', 'undone', 'extended', ${ends})
        ${ofAssessments(sql`e.case_id`, eventTypes)}`,
    signal,
  )
  return reviewsOf(steps)
}
