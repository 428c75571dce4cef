import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../figures/periods.ts'
import type { SecondLook } from '../figures/second-looks.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, has, inEnvironments, ms } from './read-conditions.ts'

/** Returns the decisions of a range that a second person agreed or disagreed with, or that were corrected. */
export async function readSecondLooks(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<SecondLook[]> {
  const first = sql`coalesce(d.details -> 'reviewer', d.details -> 'before' -> 'by', c.outcome -> 'by')`
  const { rows } = await sql<SecondLook>`
    select d.case_id as "caseId", coalesce(d.details ->> 'queueId', c.queue_id::text) as "queueId", ${ms(sql`d.at`)} as at,
      case d.kind when 'approved' then 'agreed' when 'disagreed' then 'disagreed' else 'corrected' end as kind,
      ${first} ->> 'id' as "firstId", ${first} ->> 'name' as "firstName", d.by_id::text as "secondId", d.by_name as "secondName",
      coalesce(d.details ->> 'firstAction', d.details -> 'before' ->> 'caseAction', d.details ->> 'caseAction') as "firstAction",
      coalesce(d.details ->> 'secondAction', d.details ->> 'caseAction') as "secondAction",
      coalesce(d.details ->> 'first', d.details -> 'before' ->> 'decision', d.details ->> 'decision') as "firstDecision",
      coalesce(d.details ->> 'second', d.details ->> 'decision') as "secondDecision"
    from case_event d join review_case c on c.id = d.case_id
    where ${inEnvironments('d', environmentIds)} and d.kind in ('approved', 'disagreed', 'corrected') and ${during(sql`d.at`, range)}
      ${has(sql`c.event_type`, eventTypes)} ${has(sql`coalesce(d.details ->> 'queueId', c.queue_id::text)`, queueIds)}
    order by d.at, d.id`.execute(db, cancellable(signal))
  return rows
}
