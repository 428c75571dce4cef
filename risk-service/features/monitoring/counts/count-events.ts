import { type RawBuilder, sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import { type DriftAttribute, driftAttributes, highScore } from '../../../contract/index.ts'

/* Counting events by step and value: the one definition of every figure of the monitors. */

/**
 * What events are counted by. `rule`: id, clause and decision, by line; `botCountry` and `riskCountry`: the country of
 * an event with a high score; `country`: that of the device, for events with device fingerprinting. The others are
 * values of the event itself, where it has one.
 */
export type CountDimension =
  | 'decision'
  | 'score'
  | 'rule'
  | 'country'
  | 'bot'
  | 'botCountry'
  | 'riskCountry'
  | DriftAttribute

/** Number of events of a step with a value. */
export interface StepCount {
  /** Milliseconds. */
  start: number
  dimension: CountDimension
  value: string
  events: number
}

/** Periods of environments, from the first moment up to, without, the second. */
export interface CountRanges {
  environmentIds: readonly string[]
  from: readonly Date[]
  to: readonly Date[]
}

const bucket = (score: RawBuilder<unknown>) =>
  sql`case when ${score} between 0 and 999 then (${score} / 100)::text else '' end`

/** Events of an assessment as they were decided in production. */
const producedEvents = sql`select e.environment_id, e.at, e.event_id, e.event_type, e.decision, e.risk_score, e.rule_id, e.clause, e.ip_country,
  e.payment_type, e.card_type, e.currency, e.billing_country, e.shipping_country, e.device_country, e.bot_score from event e where e.decision <> ${undecided}`

/** Events as a branch would have decided them, of its running experiments in these environments. */
export const branchEvents = (experimentIds: readonly string[]) =>
  sql`select e.environment_id, e.at, e.event_id, e.event_type, s.decision, e.risk_score, s.rule_id, s.clause, e.ip_country,
      e.payment_type, e.card_type, e.currency, e.billing_country, e.shipping_country, e.device_country, e.bot_score
    from shadow_run s join event e on e.environment_id = s.environment_id and e.at = s.at and e.event_id = s.event_id
    where s.experiment_id = any(${experimentIds}::uuid[])`

/** How each dimension reads its value; null: the event is not counted by it. Purchases have no bot score. */
const valueOf: Readonly<Record<CountDimension, RawBuilder<unknown>>> = {
  decision: sql`x.decision`,
  score: bucket(sql`x.risk_score`),
  rule: sql`concat_ws(E'\\n', coalesce(x.rule_id::text, ''), coalesce(x.clause, ''), x.decision)`,
  country: sql`x.device_country`,
  bot: sql`case when x.bot is not null then ${bucket(sql`x.bot`)} end`,
  botCountry: sql`case when x.bot > ${highScore}::int then x.country end`,
  riskCountry: sql`case when x.event_type <> 'purchase' and x.risk_score > ${highScore}::int then x.country end`,
  ipCountry: sql`nullif(x.ip_country, '')`,
  paymentType: sql`nullif(x.payment_type, '')`,
  cardType: sql`nullif(x.card_type, '')`,
  currency: sql`nullif(x.currency, '')`,
  billingCountry: sql`nullif(x.billing_country, '')`,
  shippingCountry: sql`nullif(x.shipping_country, '')`,
}
const allDimensions = Object.keys(valueOf) as CountDimension[]
/** Dimensions that need no body of an event: reading bodies costs most of the time. */
const withoutBody: readonly CountDimension[] = ['decision', 'score', 'rule', ...driftAttributes]

/**
 * Selects the counts of the events of a type by step and value. The columns are `environment_id`, `event_type`,
 * `start`, `dimension`, `value` and `events`.
 */
export function selectCounts(
  ranges: CountRanges,
  eventType: string,
  stepMinutes: number,
  { source = producedEvents, dimensions = allDimensions }: CountOptions = {},
): RawBuilder<unknown> {
  const bodies = dimensions.some(dimension => !withoutBody.includes(dimension))
  const nameOf = (n: number) => sql.ref(`d${n}`)
  const names = dimensions.map((_, n) => nameOf(n))
  const values = dimensions.map((dimension, n) => sql`${valueOf[dimension]} as ${nameOf(n)}`)
  return sql`
    select y.environment_id, y.event_type, y.start, v.dimension, v.value, sum(y.events)::int as events
    -- Few combinations of values stand for many events: these are counted before they are taken apart.
    from (select x.environment_id, x.event_type, x.start, count(*) as events, ${sql.join(values)}
    from unnest(${ranges.environmentIds}::uuid[], ${ranges.from}::timestamptz[], ${ranges.to}::timestamptz[]) as r(environment_id, range_from, range_to)
    cross join lateral (
      select e.environment_id, e.event_type, date_bin(make_interval(secs => ${stepMinutes * 60}::float8), e.at, 'epoch'::timestamptz) as start,
        e.decision, e.risk_score, e.rule_id, e.clause, e.ip_country, e.payment_type, e.card_type, e.currency, e.billing_country, e.shipping_country${bodies ? bodyColumns : sql``}
      from (${source}) e ${bodies ? bodyJoin : sql``}
      where e.environment_id = r.environment_id and e.at >= r.range_from and e.at < r.range_to and e.event_type = ${eventType}
        -- Without the bounds of all ranges the planner expects most of the table, and reads it.
        and e.at >= ${earliest(ranges.from)}::timestamptz and e.at < ${latest(ranges.to)}::timestamptz
    ) x
    group by x.environment_id, x.event_type, x.start, ${sql.join(names)}) y
    cross join lateral (values ${sql.join(dimensions.map((dimension, n) => sql`(${dimension}::text, y.${nameOf(n)})`))}) as v(dimension, value)
    where v.value is not null
    group by 1, 2, 3, 4, 5`
}

const earliest = (times: readonly Date[]): Date => new Date(Math.min(...times.map(Number)))
const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)))

/** What is counted, where that is not everything in production. */
interface CountOptions {
  source?: RawBuilder<unknown> | undefined
  dimensions?: readonly CountDimension[] | undefined
}

const bodyColumns = sql`, nullif(coalesce(e.device_country, b.device_country), '') as device_country,
  coalesce(nullif(coalesce(e.device_country, b.device_country), ''), e.ip_country, '') as country,
  case when e.event_type <> 'purchase' then coalesce(e.bot_score, b.bot) end as bot`

/** Releases that did not store them beside the event have them in its body. `offset 0`: other bodies are not looked up. */
const bodyJoin = sql`left join lateral (
    select b.enrichment -> 'deviceAttributes' ->> 'deviceCountryCode' as device_country,
      case when b.explanation -> 'reads' ->> 'bot' ~ '^-?[0-9]{1,4}$' then (b.explanation -> 'reads' ->> 'bot')::int end as bot
    from event_body b where e.device_country is null
      and b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id offset 0
  ) b on true`
