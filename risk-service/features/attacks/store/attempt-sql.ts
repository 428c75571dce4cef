import { type RawBuilder, sql } from 'kysely'
import { containedReason } from '../../../contract/index.ts'

/* What an attempt is and what became of it, as parts of queries. `e` is its event. */

/** One kind of events in an environment. */
export interface Traffic {
  environmentId: string
  eventType: string
}

/** A stretch of time of it, both ends included. */
export interface AttemptRange extends Traffic {
  from: Date
  to: Date
}

/** Data events that say what became of an attempt, by its type. */
const answeringTypes: Readonly<Record<string, readonly string[]>> = {
  purchase: ['bankevent', 'purchasestatus'],
  accountlogin: ['accountloginstatus'],
}

/** Condition on a data event `d`: it says what became of an attempt of a type. */
export const isAnswer = (eventType: string): RawBuilder<boolean> =>
  sql`d.event_type = any(${[...(answeringTypes[eventType] ?? [])]}::text[])
    and (d.event_type <> 'bankevent' or d.body ->> 'type' = 'Auth')`

/** The status that a data event `d` has, in lower case. */
export const statusOf = sql<string>`lower(coalesce(d.body -> 'statusDetails' ->> 'statusType', d.body ->> 'statusType', d.body ->> 'status'))`

/** Statuses with which an attempt failed. */
export const refusals = ['rejected', 'declined', 'failed', 'canceled', 'cancelled'] as const

/** The last answer to an event `e`, for a lateral join. @param from no event is before it: earlier partitions are not opened */
export const lastAnswer = (eventType: string, from: Date): RawBuilder<unknown> => sql`
  select d.event_type as answered_by, ${statusOf} as status,
    coalesce(d.body -> 'statusDetails' ->> 'reasonType', d.body ->> 'bankResponseCode', d.body ->> 'reason') as detail
  from data_event d
  where d.environment_id = e.environment_id and d.subject_type = e.event_type and d.subject_id = e.external_id
    and d.at >= ${from}::timestamptz - interval '1 day' and ${isAnswer(eventType)}
  order by d.happened_at desc limit 1`

/**
 * What became of an event `e` with its last answer `d`. Of a sign-in the merchant knows best; an order that a rule
 * rejected was not made, whatever the bank says of the card.
 */
export const outcomeOf = (eventType: string): RawBuilder<string> => sql<string>`case
  when ${sql.lit(eventType !== 'purchase')} and d.status = 'approved' then 'succeeded'
  when e.decision = 'Reject' then case when e.reason = ${sql.lit(containedReason)} then 'contained' else 'rejected' end
  when d.status = any(${[...refusals]}::text[]) then case when d.answered_by = 'bankevent' then 'declined' else 'refused' end
  when d.status = 'approved' then 'succeeded'
  when e.decision = 'Approve' then 'open' else 'waiting' end`

/** Account of an event `e` as it is compared. */
export const account = sql<string | null>`nullif(lower(btrim(e.user_id)), '')`

/** What an event `e` tries: the account of a sign-in, the card of an order. */
export const targetOf = (eventType: string): RawBuilder<string | null> =>
  eventType === 'purchase'
    ? sql`coalesce(case when e.last_four is not null then concat_ws('-', e.bin, e.last_four) end, ${account})`
    : account

const octets = String.raw`^\d{1,3}(\.\d{1,3}){3}$`
const group = (index: number) =>
  sql`coalesce(nullif(ltrim((string_to_array(split_part(a.ip, '::', 1), ':'))[${sql.lit(index)}], '0'), ''), '0')`

/** Device, address and network of an event `e` as keys have them, for a lateral join. */
export const keyValues = sql`
  select a.device, a.ip, case when a.ip ~ ${sql.lit(octets)} then regexp_replace(a.ip, '[^.]+$', '0/24')
    when a.ip like '%:%' then ${group(1)} || ':' || ${group(2)} || ':' || ${group(3)} || '::/48' end as network
  from (select nullif(lower(btrim(e.device_id)), '') as device, nullif(lower(btrim(e.ip)), '') as ip) as a`

/** Hash by which a key of attempts of a type is found. @param value null has none */
export const hashOf = (eventType: string, type: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`hashtextextended(${sql.lit(`${eventType}/`)} || ${type} || '/' || ${value}, 0)`
