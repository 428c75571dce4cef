import { type RawBuilder, sql } from 'kysely'
import type { QueueOrder } from '../../../contract/cases/case-definitions.ts'
import { caseOptionsSetting } from '../../../kernel/case-options/case-options.ts'
import { isUploaded } from '../../../kernel/store/events/upload-query.ts'
import type { Db } from '../../../ports/database.ts'

/** A time as `Date.toISOString` writes it. */
export const isoTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const milliseconds = (time: RawBuilder<unknown>): RawBuilder<unknown> => sql`extract(epoch from ${time}) * 1000`

/** Values by which queues order their cases, of a case with the given columns; null is last. */
export const orderValues = (source: {
  /** Relation whose columns these are. */
  of: 'review_case' | 'placed'
  entered: RawBuilder<unknown>
  timeout: RawBuilder<unknown>
}): Record<QueueOrder, RawBuilder<unknown>> => ({
  eventTimestamp: milliseconds(sql`at`),
  // The longer a case waits, the earlier it entered.
  timeInQueue: sql`-(${milliseconds(source.entered)})`,
  riskScore: sql`risk_score`,
  amountUsd: sql`amount_usd`,
  timeLeft: milliseconds(source.timeout),
  priority: sql`priority`,
  expectedSaving: sql`expected_saving(${sql.ref(`${source.of}.queue_id`)}, risk_score, amount_usd)`,
})

/** The status of a data event of any assessment; null for other data events. */
export const statusType = sql`coalesce(d.body ->> 'statusType', d.body -> 'statusDetails' ->> 'statusType')`
/** Statuses written by reviews are the service's own. */
export const isMerchantStatus = sql`${statusType} is not null and d.body -> '_review' is null`
/** Statuses whose time of receipt says when the merchant reported them: that of an upload is the time of its run. */
export const isReceivedStatus = sql`${isMerchantStatus} and not ${isUploaded.data('d')}`

interface ReleasedCase {
  id: string
  environment_id: string
  queue_id: string | null
}

/**
 * Ends the hold before the queue of cases that are due, in one statement, because it is the one change that every case
 * has: a case enters its queue, or General when that was deleted, and its clocks start; it is not routed when the
 * merchant reported a status meanwhile. Cases of queues that take only a sample are left. The statuses are read once a
 * case because they stand in a materialized part: otherwise each column that depends on them would read them again.
 */
export async function releaseDueCases(
  db: Db,
  now: Date,
  environmentIds: readonly string[] | null,
  { limit, skip }: { limit: number; skip: boolean },
): Promise<ReleasedCase[]> {
  const timeout = sql`hold_until + (settings ->> 'timeoutMinutes')::int * interval '1 minute'`
  const orders = Object.entries(orderValues({ of: 'placed', entered: sql`hold_until`, timeout })).map(
    ([name, value]) => sql`when ${sql.lit(name)} then (${value})::float8`,
  )
  const { rows } = await sql<ReleasedCase>`
    with due as (
      select environment_id, event_type, external_id from review_case c
      where state = 'Held' and due_at <= ${now}::timestamptz
        ${environmentIds === null ? sql`` : sql`and environment_id = any(${[...environmentIds]}::uuid[])`}
        and not exists (select 1 from case_queue q where q.id = c.queue_id and (q.settings ->> 'sampling')::float8 < 100)
      order by due_at, id limit ${limit} for update ${skip ? sql`skip locked` : sql``}
    ), placed as (
      select c.environment_id, c.event_type, c.external_id, c.hold_until, c.at, c.risk_score, c.amount_usd, c.priority,
        q.id as queue_id, q.name, q.settings, exists (
          select 1 from data_event d where d.environment_id = c.environment_id and d.subject_type = c.event_type
            and d.subject_id = c.external_id and d.received_at < c.hold_until and ${isReceivedStatus}
            and not (coalesce((o.value ->> 'interimStatuses')::boolean, false) and lower(${statusType}) in ('pending', 'unknown'))
        ) as reported
      from due join review_case c using (environment_id, event_type, external_id)
      join environment e on e.id = c.environment_id
      left join setting o on o.scope = e.tenant_id::text and o.key = ${caseOptionsSetting}
      join lateral (
        select id, name, settings from case_queue where environment_id = c.environment_id and (id = c.queue_id or kind = 'System')
        order by kind = 'System' limit 1
      ) q on true
    ), timed as materialized (
      select *, ${timeout} as timeout_at, case settings ->> 'orderBy' ${sql.join(orders, sql` `)} end as value from placed
    ), released as (
      update review_case c set
        state = case when t.reported then 'NotRouted' else 'Pending' end, queue_id = t.queue_id, version = c.version + 1,
        entered_queue_at = case when not t.reported then t.hold_until end,
        timeout_at = case when not t.reported then t.timeout_at end, due_at = case when not t.reported then t.timeout_at end,
        sla_first_touch_at = case when not t.reported then t.hold_until + (t.settings #>> '{sla,firstTouchMinutes}')::int * interval '1 minute' end,
        sla_resolution_at = case when not t.reported then t.hold_until + (t.settings #>> '{sla,resolutionMinutes}')::int * interval '1 minute' end,
        rank = case when not t.reported then coalesce(t.value * case t.settings ->> 'direction' when 'ascending' then 1 else -1 end, 'Infinity'::float8) end
      from timed t
      where c.environment_id = t.environment_id and c.event_type = t.event_type and c.external_id = t.external_id
      returning c.id, c.environment_id, c.queue_id, t.hold_until, t.reported, t.name, c.timeout_at, c.sla_first_touch_at, c.sla_resolution_at
    ), told as (
      insert into case_event (environment_id, case_id, id, at, kind, details)
      select environment_id, id, gen_random_uuid(), hold_until, case when reported then 'not-routed' else 'released-to-queue' end,
        case when reported then '{}'::jsonb else jsonb_build_object('queue', name, 'queueId', queue_id,
          'timeoutAt', ${isoTime(sql`timeout_at`)}, 'slaFirstTouchAt', ${isoTime(sql`sla_first_touch_at`)},
          'slaResolutionAt', ${isoTime(sql`sla_resolution_at`)}) end
      from released
    )
    select id, environment_id, queue_id from released`.execute(db)
  return rows
}
