import { sql } from 'kysely'
import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { Movement } from '../figures/flow.ts'
import { type DayRange, dayMs } from '../figures/periods.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, finalKinds, has, inEnvironments, ms, ofAssessments, queueOfCase } from './read-conditions.ts'

/** Way out of a queue by the origin of the decision. */
const outByOrigin = sql`case e.details ->> 'via' when 'Bulk' then 'bulk' when 'Approval' then 'approval'
  when 'Timeout' then 'timedOut' when 'External' then 'external' when 'SampledOut' then 'sampledOut' else 'single' end`

/**
 * The movements of cases in and out of queues, one row each. A decision that was taken back is undone by a row of -1;
 * a removed case left its queue when it had entered one.
 */
const movements = ({ environmentIds, eventTypes, queueIds }: ReportFilter) => sql`
  select e.case_id, e.at, m.queue_id, m.kind, m.cases
  from case_event e cross join lateral (values
    (case e.kind when 'transferred' then e.details ->> 'toId'
       else coalesce(e.details ->> 'queueId', ${queueOfCase(sql`e.case_id`)}) end,
     case when e.kind = 'released-to-queue' then 'released' when e.kind = 'transferred' then 'transferredIn'
       when e.kind = 'removed' then 'removed' else ${outByOrigin} end,
     case when e.kind = 'undone' then -1 else 1 end),
    (case when e.kind = 'transferred' then e.details ->> 'fromId' end, 'transferredOut', 1)
  ) m (queue_id, kind, cases)
  where ${inEnvironments('e', environmentIds)}
    and e.kind in ('released-to-queue', 'transferred', 'undone', 'removed', ${finalKinds})
    and (e.kind <> 'removed' or (select x.entered_queue_at is not null from review_case x where x.id = e.case_id))
    ${ofAssessments(sql`e.case_id`, eventTypes)}
    and m.queue_id is not null ${has(sql`m.queue_id`, queueIds)}`

/**
 * Returns the movements of cases by queue and day, from the history of the cases. Days before `from`, and before the
 * days of the mean outflow, are one: -1.
 */
export async function readMovements(
  db: Db,
  filter: ReportFilter,
  { from }: Pick<DayRange, 'from'>,
  signal?: AbortSignal,
): Promise<Movement[]> {
  const first = new Date((from - reportLimits.backlogDays) * dayMs)
  const { rows } = await sql<Movement>`
    select queue_id as "queueId", kind,
      case when at < ${first}::timestamptz then -1 else floor(date_part('epoch', at) / 86400)::int end as day, sum(cases)::int as cases
    from (${movements(filter)}) m group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

/** One movement of one case, for an export. `at` in milliseconds. */
export type MovementRow = Omit<Movement, 'day'> & { caseId: string; at: number }

/** Returns every movement of a range, in order. */
export async function readMovementRows(
  db: Db,
  filter: ReportFilter,
  range: DayRange,
  limit: number,
  signal?: AbortSignal,
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select case_id as "caseId", queue_id as "queueId", kind, cases, ${ms(sql`at`)} as at
    from (${movements(filter)}) m
    where ${during(sql`at`, range)}
    order by at, case_id, kind limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

/** Returns the cases that were released to a queue, by weekday (0 Monday) and hour of UTC. */
export async function readArrivals(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<{ weekday: number; hour: number; cases: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; cases: number }>`
    select extract(isodow from e.at at time zone 'UTC')::int - 1 as weekday,
      extract(hour from e.at at time zone 'UTC')::int as hour, count(*)::int as cases
    from case_event e
    where ${inEnvironments('e', environmentIds)} and e.kind = 'released-to-queue' and ${during(sql`e.at`, range)}
      ${has(sql`e.details ->> 'queueId'`, queueIds)} ${ofAssessments(sql`e.case_id`, eventTypes)}
    group by 1, 2`.execute(db, cancellable(signal))
  return rows
}
