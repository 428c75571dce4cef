import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { Decision } from '../figures/decision.ts'
import type { DayRange } from '../figures/periods.ts'
import type { OpenCase } from '../figures/times.ts'
import type { Evidence } from '../figures/truth.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, finalKinds, has, inEnvironments, ms } from './read-conditions.ts'

/** The person who chose: of two persons the first. */
const reviewerId = sql`case when d.kind = 'approved' then coalesce(d.details #>> '{reviewer,id}', c.outcome #>> '{by,id}') else d.by_id::text end`
const queueId = sql`coalesce(d.details ->> 'queueId', c.queue_id::text)`

/** Decisions of a range that were not taken back, from the history `d` of the cases `c`. */
const decisionsOf = (filter: ReportFilter, range: DayRange): RawBuilder<unknown> => sql`
  from case_event d join review_case c on c.id = d.case_id
  where ${inEnvironments('d', filter.environmentIds)} and d.kind in (${finalKinds}) and ${during(sql`d.at`, range)}
    ${has(sql`c.event_type`, filter.eventTypes)} ${has(queueId, filter.queueIds)} ${has(reviewerId, filter.reviewerIds)}
    and not exists (select 1 from case_event u where u.environment_id = d.environment_id and u.case_id = d.case_id
      and u.kind = 'undone' and u.at >= d.at)`

/** Returns the final decisions of a range as they were made, with their cases; corrections do not change them. */
export async function readDecisions(
  db: Db,
  filter: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select d.case_id as "caseId", c.environment_id as "environmentId", c.event_type as "eventType",
      c.external_id as "externalId", ${queueId} as "queueId", ${ms(sql`c.at`)} as "eventAt",
      ${ms(sql`c.entered_queue_at`)} as "enteredAt", ${ms(sql`c.first_locked_at`)} as "firstLockedAt",
      ${ms(sql`d.at`)} as "decidedAt", d.details ->> 'decision' as decision, d.details ->> 'caseAction' as "caseAction",
      d.details ->> 'labelAction' as "labelAction", d.details ->> 'reason' as reason, d.details ->> 'via' as via,
      ${reviewerId} as "reviewerId",
      case when d.kind = 'approved' then coalesce(d.details #>> '{reviewer,name}', c.outcome #>> '{by,name}') else d.by_name end as "reviewerName",
      d.details ->> 'usefulness' as usefulness, c.amount_usd as "amountUsd", c.risk_score as score, c.rule, c.clause,
      ${ms(sql`c.sla_resolution_at`)} as "slaResolutionAt"
    ${decisionsOf(filter, range)} order by d.at, d.id`.execute(db, cancellable(signal))
  return rows
}

/** Label objects of the built-in assessments; those of the others have the name of the assessment. */
const labelObject = sql`case k.event_type when 'purchase' then 'Purchase' when 'accountcreation' then 'AccountCreation'
  when 'accountlogin' then 'AccountLogin' else 'Event:' || k.event_type end`
const generic = sql`case when k.event_type not in ('purchase', 'accountcreation', 'accountlogin') then 'GenericEvent' end`

/**
 * Returns the labels and chargebacks of the decided events of a range: labels of the event, and those of its user,
 * instrument and e-mail inside their effective dates. The label that the case’s own decision wrote is left out.
 */
export async function readEvidence(
  db: Db,
  filter: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    with k as materialized (
      select d.case_id, c.environment_id, c.event_type, c.external_id, c.at, c.user_id, c.payment_id, c.email
      ${decisionsOf(filter, range)}
    )
    select k.case_id as "caseId", 'label' as kind, l.is_fraud as "isFraud", null as status,
      ${ms(sql`l.label_at`)} as at, ${ms(sql`l.received_at`)} as "receivedAt"
    from k cross join lateral (values (${labelObject}, k.external_id), (${generic}, k.external_id),
      ('Account', lower(btrim(k.user_id))), ('PI', lower(btrim(k.payment_id))), ('Email', lower(btrim(k.email)))) q (type, id)
    join event_label l on l.environment_id = k.environment_id and l.object_type = q.type and l.object_id = q.id
    where l.is_fraud is not null
      and (l.body ->> 'effectiveStartDate' is null or (l.body ->> 'effectiveStartDate')::timestamptz <= k.at)
      and (l.body ->> 'effectiveEndDate' is null or (l.body ->> 'effectiveEndDate')::timestamptz >= k.at)
      and not (l.body ->> 'labelSource' = 'ManualReview' and l.object_id = k.external_id and exists (
        select 1 from case_event o where o.environment_id = k.environment_id and o.case_id = k.case_id
          and o.kind in ('corrected', ${finalKinds}) and o.at = l.label_at))
    union all
    select k.case_id, 'chargeback', null, coalesce(e.body -> 'chargeback' ->> 'status', e.body ->> 'status', ''),
      ${ms(sql`e.happened_at`)}, ${ms(sql`e.received_at`)}
    from k join data_event e on e.environment_id = k.environment_id and e.subject_type = k.event_type and e.subject_id = k.external_id
    where e.event_type = 'chargeback' or e.body -> 'chargeback' is not null`.execute(db, cancellable(signal))
  return rows
}

/** Returns the cases that are open now. */
export async function readOpenCases(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  signal?: AbortSignal,
): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select c.id as "caseId", c.environment_id as "environmentId", c.event_type as "eventType", c.external_id as "externalId",
      c.queue_id::text as "queueId", c.state, c.priority, c.risk_score as score, c.amount_usd as "amountUsd",
      ${ms(sql`coalesce(c.entered_queue_at, c.hold_until)`)} as "enteredAt", ${ms(sql`c.sla_resolution_at`)} as "slaResolutionAt"
    from review_case c
    where ${inEnvironments('c', environmentIds)} and c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')
      ${has(sql`c.event_type`, eventTypes)} ${has(sql`c.queue_id::text`, queueIds)}`.execute(db, cancellable(signal))
  return rows
}

/** Returns the number of assessed events of a range, and of those that were sent to review. */
export async function readAssessed(
  db: Db,
  { environmentIds, eventTypes }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<{ assessed: number; reviewed: number }> {
  const { rows } = await sql<{ assessed: number; reviewed: number }>`
    select coalesce(sum(events), 0)::int as assessed, coalesce(sum(events) filter (where decision = 'Review'), 0)::int as reviewed
    from event_hour h
    where ${inEnvironments('h', environmentIds)} and ${during(sql`h.hour`, range)} ${has(sql`h.event_type`, eventTypes)}`.execute(
    db,
    cancellable(signal),
  )
  return rows[0] ?? { assessed: 0, reviewed: 0 }
}
