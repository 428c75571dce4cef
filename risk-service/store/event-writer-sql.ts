/** Statements of the event writer. One JSON parameter each: a batch is one round trip however many rows it has. */

/** Labels that bear on an event: its own and those on its user, instrument and e-mail, inside their effective dates. */
const effectiveLabel = (environment: string, at: string, keys: string): string => `
  select case when l.is_fraud then 'Fraud' else 'NonFraud' end as label
  from ${keys} as q(t, o)
  cross join lateral (
    select c.is_fraud, c.label_at, c.received_at from event_label c
    where c.environment_id = ${environment} and c.object_type = q.t and c.object_id = q.o and c.is_fraud is not null
      and (c.body ->> 'effectiveStartDate' is null or (c.body ->> 'effectiveStartDate')::timestamptz <= ${at})
      and (c.body ->> 'effectiveEndDate' is null or (c.body ->> 'effectiveEndDate')::timestamptz >= ${at})
    order by c.label_at desc, c.received_at desc limit 1
  ) l
  order by l.label_at desc, l.received_at desc limit 1`

/** Object type of a label for each entity kind that labels can name. */
const labelled = `case n.type when 'user' then 'Account' when 'payment' then 'PI' when 'email' then 'Email' end`

const band = (score: string): string => `(least(${score}, 999) / 200 + 1)::smallint`

const columns = [
  'environment_id uuid', 'event_type text', 'external_id text', 'event_id uuid', 'at timestamptz', 'decision text', 'reason text',
  'risk_score smallint', 'rule_id uuid', 'rule text', 'clause text', 'rule_environment_id uuid', 'merchant_at timestamptz',
  'assessment_type text', 'amount bigint', 'currency text', 'amount_usd bigint', 'user_id text', 'user_name text', 'email text',
  'phone text', 'ip text', 'ip_country text', 'device_id text', 'payment_type text', 'card_type text', 'bin text', 'last_four text',
  'billing_country text', 'shipping_country text', 'shipping_city text', 'item_count int',
]
const names = columns.map((column) => column.split(' ')[0] ?? '')

/**
 * Stores a batch of decided events. An event whose id is taken already is left out everywhere: it does not come back, and
 * its caller gets the stored answer. Roll-ups are sorted by key so that no two writers can wait for each other.
 */
export const writeEvents = `
with d as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(${columns.join(', ')}, answer text, received_at timestamptz, correlation_id text,
    latency_ms real, request jsonb, enrichment jsonb, explanation jsonb, entities jsonb)
), k as (
  insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
  select environment_id, event_type, external_id, at, event_id, answer from d order by environment_id, event_type, external_id
  on conflict do nothing returning event_id
), n as materialized (
  select d.*, (${effectiveLabel('d.environment_id', 'd.at', `(
    select 'Purchase', d.external_id union all
    select ${labelled}, n.value from jsonb_to_recordset(d.entities) as n(type text, value text) where n.type in ('user', 'payment', 'email')
  )`)}) as label
  from d join k on k.event_id = d.event_id
), e as (
  insert into event (${names.join(', ')}, label) select ${names.join(', ')}, label from n
), b as (
  insert into event_body (environment_id, at, event_id, received_at, correlation_id, latency_ms, request, enrichment, explanation)
  select environment_id, at, event_id, received_at, correlation_id, latency_ms, request, enrichment, explanation from n
), x as (
  insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
  select n.environment_id, t.type, t.value, n.at, n.event_id, n.event_type, t.display
  from n cross join lateral jsonb_to_recordset(n.entities) as t(type text, value text, display text)
), h as (
  insert into event_hour (environment_id, event_type, hour, decision, score_band, label, events, amount_usd)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), decision, ${band('risk_score')}, coalesce(label, ''), count(*), sum(coalesce(amount_usd, 0))
  from n group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (environment_id, event_type, hour, decision, score_band, label)
  do update set events = event_hour.events + excluded.events, amount_usd = event_hour.amount_usd + excluded.amount_usd
), r as (
  insert into rule_hour (environment_id, event_type, hour, rule_id, clause, rule, decision, events)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), rule_id, coalesce(clause, ''), max(rule), decision, count(*)
  from n where rule_id is not null group by 1, 2, 3, 4, 5, 7 order by 1, 2, 3, 4, 5, 7
  on conflict (environment_id, event_type, hour, rule_id, clause, decision)
  do update set events = rule_hour.events + excluded.events, rule = excluded.rule
)
select event_id from k`

/** Answers of ids that are taken. */
export const readAnswers = `
select k.environment_id, k.event_type, k.external_id, k.event_id, k.answer
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, external_id text)
join event_key k using (environment_id, event_type, external_id)`

export const readLabels = `
select l.environment_id, l.label_key, l.is_fraud, l.label_at, l.body
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text)
join event_label l using (environment_id, label_key)`

export const writeLabels = `
insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
select environment_id, label_key, object_type, object_id, is_fraud, label_at, body
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text, object_type text, object_id text, is_fraud boolean, label_at timestamptz, body jsonb)
order by environment_id, label_key
on conflict (environment_id, label_key) do update
set is_fraud = excluded.is_fraud, label_at = excluded.label_at, body = excluded.body, received_at = now()`

/** Gives the events that labels speak of their effective label, and moves them between the buckets of the roll-up. */
export const relabel = `
with o as (
  select distinct environment_id, object_type, object_id
  from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, object_type text, object_id text)
), hit as materialized (
  select k.environment_id, k.at, k.event_id from o join event_key k
    on k.environment_id = o.environment_id and k.event_type = 'purchase' and k.external_id = o.object_id
  where o.object_type = 'Purchase'
  union
  select x.environment_id, x.at, x.event_id from o join event_entity x
    on x.environment_id = o.environment_id and x.entity_value = o.object_id
    and x.entity_type = case o.object_type when 'Account' then 'user' when 'PI' then 'payment' when 'Email' then 'email' end
  where o.object_type in ('Account', 'PI', 'Email')
), moved as materialized (
  select e.environment_id, e.at, e.event_id, e.event_type, e.decision, e.risk_score, coalesce(e.amount_usd, 0) as amount_usd,
    e.label as before, w.label as after
  from hit
  join event e on e.environment_id = hit.environment_id and e.at = hit.at and e.event_id = hit.event_id
  join event_body b on b.environment_id = hit.environment_id and b.at = hit.at and b.event_id = hit.event_id
  left join lateral (${effectiveLabel('e.environment_id', 'e.at', `(
    select 'Purchase', e.external_id union all
    select ${labelled}, n.value from jsonb_to_recordset(coalesce(b.enrichment -> 'entities', '[]')) as n(type text, value text)
    where n.type in ('user', 'payment', 'email')
  )`)}) w on true
  where e.label is distinct from w.label
), u as (
  update event e set label = m.after from moved m where e.environment_id = m.environment_id and e.at = m.at and e.event_id = m.event_id
), h as (
  insert into event_hour (environment_id, event_type, hour, decision, score_band, label, events, amount_usd)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), decision, ${band('risk_score')}, coalesce(side.label, ''),
    sum(side.sign), sum(side.sign * amount_usd)
  from moved cross join lateral (values (before, -1), (after, 1)) as side(label, sign)
  group by 1, 2, 3, 4, 5, 6 having sum(side.sign) <> 0 or sum(side.sign * amount_usd) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (environment_id, event_type, hour, decision, score_band, label)
  do update set events = event_hour.events + excluded.events, amount_usd = event_hour.amount_usd + excluded.amount_usd
)
select count(*)::int as events from moved`
