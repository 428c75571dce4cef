import { type RawBuilder, sql } from 'kysely'
import { labelObjectTypes } from '../../../engine/data-events/send-event-label.ts'

/*
 * What became known of the event of a case after its decision. The statements stand in a query with a `review_case`
 * under the name `c`.
 */

/** The object type of labels of other assessments. */
const genericLabel = 'GenericEvent'
const labelType = sql`case c.event_type ${sql.join(
  Object.entries(labelObjectTypes).map(([eventType, type]) => sql`when ${sql.lit(eventType)} then ${sql.lit(type)}`),
  sql` `,
)} else ${sql.lit(genericLabel)} end`

/**
 * Selects the effective label of the event: the latest, and none of a review, which would be its own proof.
 * Columns: `is_fraud`, `source`, `label_at`.
 */
export const laterLabel: RawBuilder<unknown> = sql`
  select l.is_fraud, l.body ->> 'labelSource' as source, l.label_at from event_label l
  where l.environment_id = c.environment_id and l.object_type = ${labelType} and l.object_id = c.external_id
    and l.is_fraud is not null and lower(coalesce(l.body ->> 'labelSource', '')) <> 'manualreview'
  order by l.label_at desc limit 1`

/** Reasons of banks for a chargeback of a transaction that its owner did not make, in words and in codes of Visa and Mastercard. */
const fraudReasons =
  'fraud|recogni[sz]e|unauthori[sz]ed|no authori[sz]ation|stolen|counterfeit|\\m10\\.[1-5]\\M|\\m48(37|40|49|63|70|71)\\M'

/** Whether a chargeback with this reason is one for fraud; without a reason it is. */
export const isFraudReason = (reason: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${reason}, 'fraud') ~* ${sql.lit(fraudReasons)}`

/**
 * Selects the latest stage of each chargeback of the event that is in force: inquiries precede one, and a reversal ends
 * it. Columns: `status`, `reason`, `happened_at`, and `fraud`, which is true without a reason, too.
 */
export const laterChargebacks: RawBuilder<unknown> = sql`
  select s.body ->> 'status' as status, s.body ->> 'reason' as reason, s.happened_at,
    ${isFraudReason(sql`s.body ->> 'reason'`)} as fraud
  from (
    select distinct on (d.entity_id) d.body, d.happened_at from data_event d
    where d.environment_id = c.environment_id and d.subject_type = c.event_type and d.subject_id = c.external_id
      and d.event_type = 'chargeback'
    order by d.entity_id, d.happened_at desc, d.received_at desc
  ) s where lower(coalesce(s.body ->> 'status', '')) not in ('inquiry', 'reversed')`
