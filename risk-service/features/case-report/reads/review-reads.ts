import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../figures/periods.ts'
import type { Review } from '../figures/times.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, has, inEnvironments, ms } from './read-conditions.ts'

/** Kinds of the entries that end a review. */
const ends = sql`'decided', 'approval-requested', 'escalated', 'held', 'transferred', 'lock-released', 'lock-expired', 'force-released', 'removed'`

/**
 * Returns the reviews of the cases of which one ended in the range: each from its lock to the next entry that ends it,
 * with the activity that the console reported. Handling time is a sum over all of them, so that they may have ended
 * before the range. A decision that was taken back opens the review again.
 */
export async function readReviews(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Review[]> {
  const { rows } = await sql<Review>`
    with touched as materialized (
      select distinct e.case_id from case_event e
      where ${inEnvironments('e', environmentIds)} and ${during(sql`e.at`, range)} and e.kind in (${ends})
    ), steps as (
      select e.case_id, e.environment_id, e.id, e.at, e.kind, e.by_id, e.by_name, e.details,
        lead(e.kind) over w as end_kind, lead(e.at) over w as end_at, lead(e.by_id) over w as end_by, lead(e.details) over w as end_details
      from case_event e join touched using (case_id)
      where e.kind in ('locked', 'undone', ${ends}) and ${inEnvironments('e', environmentIds)}
      window w as (partition by e.case_id order by e.at, e.id)
    )
    select s.case_id as "caseId", coalesce(s.end_details ->> 'queueId', s.end_details ->> 'fromId', c.queue_id::text) as "queueId",
      s.by_id as "reviewerId", s.by_name as "reviewerName", ${ms(sql`s.at`)} as "startedAt", ${ms(sql`s.end_at`)} as "endedAt",
      case s.end_kind when 'decided' then case when s.end_by = s.by_id then 'decided' else 'decidedByOther' end
        when 'approval-requested' then case when s.end_by = s.by_id then 'approvalRequested' else 'decidedByOther' end
        when 'escalated' then 'escalated' when 'held' then 'held' when 'transferred' then 'transferred'
        when 'lock-expired' then 'expired' when 'force-released' then 'forceReleased'
        when 'lock-released' then case when s.end_details ->> 'cause' = 'roleLost' then 'roleLost' else 'sentBack' end
        else 'expired' end as "end",
      (select count(*)::int from case_event x where x.environment_id = s.environment_id and x.case_id = s.case_id
        and x.kind = 'extended' and x.at > s.at and x.at <= s.end_at) as extensions,
      a.idle_ms as "idleMs", ${ms(sql`a.last_active_at`)} as "lastActiveAt"
    from steps s join review_case c on c.id = s.case_id
    left join case_activity a on a.case_id = s.case_id and a.locked_at = s.at
    where s.kind in ('locked', 'undone') and s.end_kind in (${ends})
      and not (s.kind = 'undone' and s.end_kind = 'decided' and s.end_details ->> 'via' <> 'Single')
      ${has(sql`c.event_type`, eventTypes)} ${has(sql`c.queue_id::text`, queueIds)}
    order by s.end_at, s.case_id`.execute(db, cancellable(signal))
  return rows
}
