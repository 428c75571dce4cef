import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { type ArrayKind, type ArrayValue, arrayTypes } from '../connection/binary/binary-arrays.ts'
import { writeOutbox } from './outbox-sql.ts'

/** Statements of the event writer: a batch is one round trip however many rows it has. */

/** Condition: whether a label is in effect at a time. */
export const inEffect = (label: string, at: string): string => `
      (${label}.body ->> 'effectiveStartDate' is null or (${label}.body ->> 'effectiveStartDate')::timestamptz <= ${at})
      and (${label}.body ->> 'effectiveEndDate' is null or (${label}.body ->> 'effectiveEndDate')::timestamptz >= ${at})`

/** Time between the assessment and the queue, in which a status of the merchant makes the review unnecessary. */
const holdBeforeQueue = `interval '${caseLimits.holdBeforeQueueMs} milliseconds'`

export const band = (score: string): string => `(least(${score}, 999) / 200 + 1)::smallint`

/** A column of a batch: its name, its type in the protocol and, where that differs, the type in the table. */
type Column = readonly [name: string, kind: ArrayKind, cast?: string]

const keyColumns = [
  ['environment_id', 'uuid'],
  ['event_type', 'text'],
  ['external_id', 'text'],
  ['event_id', 'uuid'],
  ['at', 'time'],
] as const satisfies readonly Column[]
const eventColumns = [
  ...keyColumns,
  ['decision', 'text'],
  ['reason', 'text'],
  ['risk_score', 'number', 'smallint'],
  ['rule_id', 'uuid'],
  ['rule', 'text'],
  ['clause', 'text'],
  ['rule_environment_id', 'uuid'],
  ['merchant_at', 'time'],
  ['assessment_type', 'text'],
  ['amount', 'number', 'bigint'],
  ['currency', 'text'],
  ['amount_usd', 'number', 'bigint'],
  ['user_id', 'text'],
  ['user_name', 'text'],
  ['email', 'text'],
  ['phone', 'text'],
  ['ip', 'text'],
  ['ip_country', 'text'],
  ['device_id', 'text'],
  ['payment_type', 'text'],
  ['card_type', 'text'],
  ['bin', 'text'],
  ['last_four', 'text'],
  ['billing_country', 'text'],
  ['shipping_country', 'text'],
  ['shipping_city', 'text'],
  ['item_count', 'number', 'int'],
  ['device_country', 'text'],
  ['bot_score', 'number', 'smallint'],
] as const satisfies readonly Column[]
const bodyColumns = [
  ['received_at', 'time'],
  ['correlation_id', 'text'],
  ['latency_ms', 'number', 'real'],
  ['request', 'json'],
  ['enrichment', 'json'],
  ['explanation', 'json'],
] as const satisfies readonly Column[]
const answerColumns = [['answer', 'text']] as const satisfies readonly Column[]
/** Contributions to velocities; null for none. */
const velocityColumns = [['velocities', 'json']] as const satisfies readonly Column[]
/** Queue of the event's case, null for none, the routing rule that named it, and those of which a part failed. */
const caseColumns = [
  ['case_queue', 'text'],
  ['routed_rule', 'text'],
  ['routed_clause', 'text'],
  ['routed_rule_id', 'uuid'],
  ['failed_rule_ids', 'text'],
  ['payment_id', 'text'],
  ['payers', 'text'],
] as const satisfies readonly Column[]
/** `n` is the position of the event in the batch. */
const entityColumns = [
  ['n', 'number', 'bigint'],
  ['type', 'text'],
  ['value', 'text'],
  ['display', 'text'],
] as const satisfies readonly Column[]
/** The objects of an event that labels can name: itself, its user, instrument and e-mail. */
const labelColumns = [
  ['n', 'number', 'bigint'],
  ['type', 'text'],
  ['id', 'text'],
] as const satisfies readonly Column[]

type NameOf<T extends readonly Column[]> = T[number][0]
export type EventRecord = Record<
  | NameOf<typeof eventColumns>
  | NameOf<typeof bodyColumns>
  | NameOf<typeof answerColumns>
  | NameOf<typeof velocityColumns>
  | NameOf<typeof caseColumns>,
  ArrayValue
>
export type EntityRecord = Record<NameOf<typeof entityColumns>, ArrayValue>
export type LabelRecord = Record<NameOf<typeof labelColumns>, ArrayValue>

/** Groups of parameters in the order of the statement. */
const groups: readonly (readonly Column[])[] = [
  eventColumns,
  bodyColumns,
  answerColumns,
  entityColumns,
  labelColumns,
  velocityColumns,
  caseColumns,
]
const parameters: readonly Column[] = groups.flat()
const before = (group: readonly Column[]): number => 1 + groups.slice(0, groups.indexOf(group)).flat().length
/** Positions where each group of parameters begins. */
const first = {
  event: 1,
  body: before(bodyColumns),
  answer: before(answerColumns),
  entity: before(entityColumns),
  label: before(labelColumns),
  velocity: before(velocityColumns),
  case: before(caseColumns),
}

const unnest = (columns: readonly Column[], from: number): string =>
  `unnest(${columns.map(([, kind], index) => `$${from + index}::${arrayTypes[kind]}`).join(', ')})`
const names = (columns: readonly Column[], alias?: string): string =>
  columns.map(([name]) => (alias ? `${alias}.${name}` : name)).join(', ')
const casts = (columns: readonly Column[], alias: string): string =>
  columns.map(([name, , cast]) => (cast ? `${alias}.${name}::${cast} as ${name}` : `${alias}.${name}`)).join(', ')

/** Encodes the values of one column as a parameter. */
export type EncodeArray = (kind: ArrayKind, values: readonly ArrayValue[]) => unknown

/** Returns the values of `writeEvents` for a batch. */
export function eventParameters(
  events: readonly EventRecord[],
  entities: readonly EntityRecord[],
  labels: readonly LabelRecord[],
  encode: EncodeArray,
): unknown[] {
  const pick = (rows: readonly Record<string, ArrayValue>[], [name, kind]: Column): unknown => {
    const values = rows.map(row => row[name])
    return encode(kind, values)
  }
  return parameters.map((column, index) => {
    const isOfEvent = index + 1 < first.entity || index + 1 >= first.velocity
    return pick(isOfEvent ? events : index + 1 >= first.label ? labels : entities, column)
  })
}

/** What follows from a decision: contributions to velocities, and a case. */
const decidedParts = `), v as (
  insert into velocity_log (environment_id, event_id, at, contributions)
  select n.environment_id, n.event_id, n.at, x.velocities
  from n join ${unnest(velocityColumns, first.velocity)} with ordinality as x(${names(velocityColumns)}, n) on x.n = n.n and x.velocities is not null
), c as (
  insert into review_case (environment_id, event_type, external_id, id, at, state, queue_id, routed_rule, routed_clause,
    routed_rule_id, failed_rule_ids, decision, reason, rule, clause, risk_score, amount, currency, amount_usd, user_id, email, ip, country, device_id,
    payment_id, payers, created_at, hold_until, due_at)
  select n.environment_id, n.event_type, n.external_id, n.event_id, n.at, 'Held', q.id,
    case when lower(q.name) = lower(x.case_queue) then x.routed_rule end, case when lower(q.name) = lower(x.case_queue) then x.routed_clause end,
    case when lower(q.name) = lower(x.case_queue) then x.routed_rule_id end, x.failed_rule_ids::uuid[], n.decision, n.reason, n.rule, n.clause, n.risk_score, n.amount, n.currency, n.amount_usd, n.user_id, n.email, n.ip,
    n.ip_country, n.device_id, x.payment_id, array(select jsonb_array_elements_text(x.payers::jsonb)), n.at, n.at + ${holdBeforeQueue}, n.at + ${holdBeforeQueue}
  from n join ${unnest(caseColumns, first.case)} with ordinality as x(${names(caseColumns)}, n) on x.n = n.n and x.case_queue is not null
  left join lateral (
    select q.id, q.name from case_queue q
    where q.environment_id = n.environment_id and (q.kind = 'System' or (lower(q.name) = lower(x.case_queue)
      and (q.event_type is null or q.event_type = n.event_type) and not coalesce((q.settings ->> 'draining')::boolean, false)))
    order by q.kind = 'System' limit 1
  ) q on true
  on conflict do nothing
`
/** Roll-ups of decided events, and what event tracing forwards. */
const countedParts = `), h as (
  insert into event_hour (environment_id, event_type, hour, decision, score_band, label, events, amount_usd)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), decision, ${band('risk_score')}, coalesce(label, ''), count(*), sum(coalesce(amount_usd, 0))
  from n group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (environment_id, event_type, hour, decision, score_band, label, stripe)
  do update set events = event_hour.events + excluded.events, amount_usd = event_hour.amount_usd + excluded.amount_usd
), r as (
  insert into rule_hour (environment_id, event_type, hour, rule_id, clause, rule, decision, events)
  select environment_id, event_type, date_trunc('hour', at, 'UTC'), rule_id, coalesce(clause, ''), max(rule), decision, count(*)
  from n where rule_id is not null group by 1, 2, 3, 4, 5, 7 order by 1, 2, 3, 4, 5, 7
  on conflict (environment_id, event_type, hour, rule_id, clause, decision, stripe)
  do update set events = rule_hour.events + excluded.events, rule = excluded.rule
), o as (
  ${writeOutbox('decision', { from: 'n', at: 'n.at', ref: 'n.event_id' })}
`

/**
 * Stores a batch of decided events. An event whose id exists already is left out everywhere: it is not returned, and
 * its caller gets the stored answer. Keys and roll-ups are sorted, and roll-ups are written in one order, so that
 * writers can wait for each other but never in a circle. The heavy columns are read only where they are stored.
 */
export const writeEvents = `
with d as materialized (
  select ${casts(eventColumns, 'x')}, x.n from ${unnest(eventColumns, first.event)} with ordinality as x(${names(eventColumns)}, n)
), k as (
  insert into event_key (${names(keyColumns)}, answer)
  select ${names(keyColumns, 'd')}, a.answer
  from d join unnest($${first.answer}::text[]) with ordinality as a(answer, n) on a.n = d.n order by 1, 2, 3
  on conflict do nothing returning event_id
), l as (
  select distinct on (q.n) q.n, case when c.is_fraud then 'Fraud' else 'NonFraud' end as label
  from ${unnest(labelColumns, first.label)} as q(${names(labelColumns)})
  join d on d.n = q.n::bigint
  join event_label c on c.environment_id = d.environment_id and c.object_type = q.type and c.object_id = q.id and c.is_fraud is not null
    and ${inEffect('c', 'd.at')}
  order by q.n, c.label_at desc, c.received_at desc
), n as materialized (
  select d.*, l.label from d join k on k.event_id = d.event_id left join l on l.n::bigint = d.n
), e as (
  insert into event (${names(eventColumns)}, label) select ${names(eventColumns)}, label from n
), b as (
  insert into event_body (environment_id, at, event_id, ${names(bodyColumns)})
  select n.environment_id, n.at, n.event_id, ${casts(bodyColumns, 'x')}
  from n join ${unnest(bodyColumns, first.body)} with ordinality as x(${names(bodyColumns)}, n) on x.n = n.n
${decidedParts}), x as (
  insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
  select n.environment_id, t.type, t.value, n.at, n.event_id, n.event_type, t.display
  from n join ${unnest(entityColumns, first.entity)} as t(${names(entityColumns)}) on t.n::bigint = n.n
${countedParts})
select event_id, pg_current_xact_id()::text as transaction from k`

/** Answers of existing ids, with the rules of the chain that a packed answer refers to. */
export const readAnswers = `
select k.environment_id, k.event_type, k.external_id, k.event_id, k.answer, c.rules
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, external_id text)
join event_key k using (environment_id, event_type, external_id)
left join rule_chain c on c.id = substring(k.answer from E'\\x01.{10}([0-9a-f-]{36})')::uuid`
