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
const isFraudReason = (reason: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${reason}, 'fraud') ~* ${sql.lit(fraudReasons)}`

/** Status and reason of a chargeback: observations of assessments have them inside. */
const chargebackStatus = sql`lower(coalesce(d.body -> 'chargeback' ->> 'status', d.body ->> 'status', ''))`
const chargebackReason = sql`coalesce(d.body -> 'chargeback' ->> 'reason', d.body ->> 'reason')`

/** Which chargeback an event is a stage of: observations of assessments have one for each subject. */
const chargebackId = sql`case when d.event_type = 'chargeback' then d.entity_id else '' end`
/** The reason of a stage; one that names none has that of the others. */
const stageReason = sql`coalesce(${chargebackReason}, max(${chargebackReason}) over (partition by ${chargebackId}))`

/**
 * Selects the chargebacks of the event that are in force: at most one for fraud and one for another reason with each id.
 * The stages of each kind are read in the order of their time: an inquiry, an acceptance or a request that was sent again puts it in
 * force, a reversal ends it, and a dispute leaves it as it was, or puts it in force as the first stage. Columns: `status`,
 * `reason`, `happened_at`, `received_at`, and `fraud`, which is true without a reason, too.
 */
export const laterChargebacks: RawBuilder<unknown> = sql`
  select s.status, s.reason, s.happened_at, s.received_at, s.fraud
  from (
    select distinct on (chargeback, fraud) stage.*
    from (
      select ${chargebackStatus} as status, ${chargebackReason} as reason, d.happened_at, d.received_at,
        ${chargebackId} as chargeback, ${isFraudReason(stageReason)} as fraud
      from data_event d
      where d.environment_id = c.environment_id and d.subject_type = c.event_type and d.subject_id = c.external_id
        and (d.event_type = 'chargeback' or d.body -> 'chargeback' is not null)
    ) stage
    order by chargeback, fraud, status = 'disputed', happened_at desc, received_at desc
  ) s where s.status <> 'reversed'`
