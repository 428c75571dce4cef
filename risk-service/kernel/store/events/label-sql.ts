import { undecided } from '../../../contract/common/constants.ts'
import { band, inEffect } from './event-writer-sql.ts'
import { writeOutbox } from './outbox-sql.ts'

/** Statements that read and write labels; `relabel` then changes the events that they refer to. */

/** Labels that apply to an event: its own and those on its user, instrument and e-mail, inside their effective dates. */
const effectiveLabel = (environment: string, at: string, keys: string): string => `
  select case when l.is_fraud then 'Fraud' else 'NonFraud' end as label
  from ${keys} as q(t, o)
  cross join lateral (
    select c.is_fraud, c.label_at, c.received_at from event_label c
    where c.environment_id = ${environment} and c.object_type = q.t and c.object_id = q.o and c.is_fraud is not null
      and ${inEffect('c', at)}
    order by c.label_at desc, c.received_at desc limit 1
  ) l
  order by l.label_at desc, l.received_at desc limit 1`

/** Object type of a label for each entity kind that labels can name. */
const labelled = `case n.type when 'user' then 'Account' when 'payment' then 'PI' when 'email' then 'Email' end`

export const readLabels = `
select l.environment_id, l.label_key, l.is_fraud, l.label_at, l.body
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text)
join event_label l using (environment_id, label_key)`

export const writeLabels = `
with x as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text, object_type text, object_id text, is_fraud boolean, label_at timestamptz, body jsonb)
), o as (
  ${writeOutbox('label', { from: 'x', at: 'x.label_at', ref: 'x.label_key' })}
)
insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
select environment_id, label_key, object_type, object_id, is_fraud, label_at, body
from x order by environment_id, label_key
on conflict (environment_id, label_key) do update
set is_fraud = excluded.is_fraud, label_at = excluded.label_at, body = excluded.body, received_at = now()`

/** The events that labels refer to: `hit`. @param condition on the keys of events and their links */
const hits = (condition = ''): string => `o as (
  select distinct environment_id, object_type, object_id, event_types
  from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, object_type text, object_id text, event_types text[])
), hit as materialized (
  select k.environment_id, k.at, k.event_id from o cross join unnest(o.event_types) as named(event_type) join event_key k
    on k.environment_id = o.environment_id and k.event_type = named.event_type and k.external_id = o.object_id
  ${condition && `where k.${condition}`}
  union
  select x.environment_id, x.at, x.event_id from o join event_entity x
    on x.environment_id = o.environment_id and x.entity_value = o.object_id
    and x.entity_type = case o.object_type when 'Account' then 'user' when 'PI' then 'payment' when 'Email' then 'email' end
  where o.object_type in ('Account', 'PI', 'Email') ${condition && `and x.${condition}`}
)`

/**
 * Locks the events that labels refer to, in one order, before they are labelled: of two transactions that label an event,
 * the second then sees the label of the first, and counts from it.
 */
export const lockLabelled = `
with ${hits()}, locked as materialized (
  select e.event_id from hit join event e
    on e.environment_id = hit.environment_id and e.at = hit.at and e.event_id = hit.event_id
  order by e.environment_id, e.at, e.event_id for no key update of e
)
select count(*)::int as events from locked`

const relabelHits = (condition?: string): string => `
with ${hits(condition)}, moved as materialized (
  select e.environment_id, e.at, e.event_id, e.event_type, e.decision, e.risk_score, coalesce(e.amount_usd, 0) as amount_usd,
    e.label as before, w.label as after
  from hit
  join event e on e.environment_id = hit.environment_id and e.at = hit.at and e.event_id = hit.event_id
  join event_body b on b.environment_id = hit.environment_id and b.at = hit.at and b.event_id = hit.event_id
  left join lateral (${effectiveLabel(
    'e.environment_id',
    'e.at',
    `(
    select case when e.event_type = 'purchase' then 'Purchase' when e.event_type in ('accountcreation', 'signup') then 'AccountCreation'
      when e.event_type in ('accountlogin', 'signin') then 'AccountLogin' else 'Event:' || e.event_type end, e.external_id union all
    select 'GenericEvent', e.external_id where e.event_type not in ('purchase', 'accountcreation', 'signup', 'accountlogin', 'signin') union all
    select ${labelled}, n.value from json_to_recordset(coalesce(b.enrichment -> 'entities', '[]')) as n(type text, value text)
    where n.type in ('user', 'payment', 'email')
  )`,
  )}) w on true
  where e.label is distinct from w.label
), u as (
  update event e set label = m.after from moved m where e.environment_id = m.environment_id and e.at = m.at and e.event_id = m.event_id
), h as (
  insert into event_hour (environment_id, event_type, hour, decision, score_band, label, events, amount_usd)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), decision, ${band('risk_score')}, coalesce(side.label, ''),
    sum(side.sign), sum(side.sign * amount_usd)
  from moved cross join lateral (values (before, -1), (after, 1)) as side(label, sign)
  where decision <> '${undecided}'
  group by 1, 2, 3, 4, 5, 6 having sum(side.sign) <> 0 or sum(side.sign * amount_usd) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (environment_id, event_type, hour, decision, score_band, label, stripe)
  do update set events = event_hour.events + excluded.events, amount_usd = event_hour.amount_usd + excluded.amount_usd
)
select count(*)::int as events from moved`

/**
 * Sets the effective label of the events that labels refer to, and moves the events between the buckets of the roll-up.
 * Call it after `lockLabelled`, in its transaction.
 */
export const relabel = relabelHits()
/** The same of those events alone whose id is not before `$2`. */
export const relabelFrom = relabelHits('event_id >= $2::uuid')
