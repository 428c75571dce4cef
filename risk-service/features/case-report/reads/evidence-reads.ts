import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { laterChargebacks } from '../../cases/store/later-outcomes.ts'
import type { DayRange } from '../figures/periods.ts'
import type { Evidence } from '../figures/truth.ts'
import type { ReportFilter } from '../scope/report-scope.ts'
import { during, finalKinds, has, inEnvironments, ms } from './read-conditions.ts'

/** Label objects of the event of a case: the built-in assessments have their own, the others share one. */
const eventObjects = sql`(case k.event_type when 'purchase' then 'Purchase' when 'accountcreation' then 'AccountCreation'
  when 'accountlogin' then 'AccountLogin' else 'Event:' || k.event_type end,
  case when k.event_type not in ('purchase', 'accountcreation', 'accountlogin') then 'GenericEvent' end)`

/**
 * Returns the labels and the chargebacks for fraud in force of the events that were decided in a range: labels of the event, and
 * those of its user, instrument and e-mail inside their effective dates. The label that the case’s own decision wrote is left out.
 */
export async function readEvidence(
  db: Db,
  { environmentIds, eventTypes, queueIds }: ReportFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Evidence[]> {
  /** Labels of one kind of object; few are on users, so that each kind is read by itself. */
  const labels = (matches: RawBuilder<unknown>) => sql`
    select k.id as "caseId", 'label' as kind, l.is_fraud as "isFraud",
      ${ms(sql`l.label_at`)} as at, ${ms(sql`l.received_at`)} as "receivedAt"
    from k join event_label l on l.environment_id = k.environment_id and ${matches}
    where l.is_fraud is not null
      and (l.body ->> 'effectiveStartDate' is null or (l.body ->> 'effectiveStartDate')::timestamptz <= k.at)
      and (l.body ->> 'effectiveEndDate' is null or (l.body ->> 'effectiveEndDate')::timestamptz >= k.at)
      and not (l.body ->> 'labelSource' = 'ManualReview' and l.object_id = k.external_id and exists (
        select 1 from case_event o where o.case_id = k.id and o.kind in ('corrected', ${finalKinds}) and o.at = l.label_at))`
  const { rows } = await sql<Evidence>`
    with k as materialized (
      select c.id, c.environment_id, c.event_type, c.external_id, c.at, lower(btrim(c.user_id)) as user_id,
        lower(btrim(c.payment_id)) as payment_id, lower(btrim(c.email)) as email
      from review_case c
      where ${inEnvironments('c', environmentIds)} and c.state = 'Decided' and ${during(sql`c.decided_at`, range)}
        ${has(sql`c.event_type`, eventTypes)} ${has(sql`c.queue_id::text`, queueIds)}
    )
    ${labels(sql`l.object_id = k.external_id and l.object_type in ${eventObjects}`)}
    union all ${labels(sql`l.object_type = 'Account' and l.object_id = k.user_id`)}
    union all ${labels(sql`l.object_type = 'PI' and l.object_id = k.payment_id`)}
    union all ${labels(sql`l.object_type = 'Email' and l.object_id = k.email`)}
    union all
    select c.id, 'chargeback', null, ${ms(sql`b.happened_at`)}, ${ms(sql`b.received_at`)}
    from k c cross join lateral (${laterChargebacks}) b where b.fraud`.execute(db, cancellable(signal))
  return rows
}
