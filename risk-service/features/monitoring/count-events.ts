import { type RawBuilder, sql } from 'kysely'
import { highScore } from '../../contract/index.ts'

/* Counting events by step and value: the one definition of every figure of the monitors. */

/**
 * What events are counted by. `rule`: id, clause and decision, by line; `botCountry` and `riskCountry`: the country of
 * an event with a high score; `country`: that of the device, for events with device fingerprinting.
 */
export type CountDimension = 'decision' | 'score' | 'rule' | 'country' | 'bot' | 'botCountry' | 'riskCountry'

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

/** Accounts store the score of their bot model with what their rules read. */
const botScore = sql`case when b.explanation -> 'reads' ->> 'bot' ~ '^-?[0-9]{1,4}$' then (b.explanation -> 'reads' ->> 'bot')::int end`
const deviceCountry = sql`b.enrichment -> 'deviceAttributes' ->> 'deviceCountryCode'`

/** Events of an assessment as they were decided in production. */
export const producedEvents = sql`select e.environment_id, e.at, e.event_id, e.event_type, e.decision, e.risk_score, e.rule_id, e.clause, e.ip_country from event e`

/** Events as a branch would have decided them, of its running experiments in these environments. */
export const branchEvents = (experimentIds: readonly string[]) =>
  sql`select e.environment_id, e.at, e.event_id, e.event_type, s.decision, e.risk_score, s.rule_id, s.clause, e.ip_country
    from shadow_run s join event e on e.environment_id = s.environment_id and e.at = s.at and e.event_id = s.event_id
    where s.experiment_id = any(${experimentIds}::uuid[])`

/**
 * Selects the counts of events by step and value, of one event type or, with null, by event type. The columns are
 * `environment_id`, `event_type`, `start`, `dimension`, `value` and `events`.
 */
export function selectCounts(
  ranges: CountRanges,
  eventType: string | null,
  stepMinutes: number,
  source: RawBuilder<unknown> = producedEvents,
): RawBuilder<unknown> {
  // Bodies are read for what only they have. Purchases have no bot score.
  return sql`
    select x.environment_id, x.event_type, x.start, v.dimension, v.value, count(*)::int as events
    from unnest(${ranges.environmentIds}::uuid[], ${ranges.from}::timestamptz[], ${ranges.to}::timestamptz[]) as r(environment_id, range_from, range_to)
    cross join lateral (
      select e.environment_id, e.event_type, date_bin(make_interval(mins => ${stepMinutes}::int), e.at, 'epoch'::timestamptz) as start,
        e.decision, e.risk_score, e.rule_id, e.clause, ${deviceCountry} as device_country,
        coalesce(${deviceCountry}, e.ip_country, '') as country, case when e.event_type <> 'purchase' then ${botScore} end as bot
      from (${source}) e
      left join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
      where e.environment_id = r.environment_id and e.at >= r.range_from and e.at < r.range_to
        ${eventType === null ? sql`` : sql`and e.event_type = ${eventType}`}
    ) x
    cross join lateral (values
      ('decision', x.decision),
      ('score', ${bucket(sql`x.risk_score`)}),
      ('rule', concat_ws(E'\\n', coalesce(x.rule_id::text, ''), coalesce(x.clause, ''), x.decision)),
      ('country', x.device_country),
      ('bot', case when x.bot is not null then ${bucket(sql`x.bot`)} end),
      ('botCountry', case when x.bot > ${highScore}::int then x.country end),
      ('riskCountry', case when x.event_type <> 'purchase' and x.risk_score > ${highScore}::int then x.country end)
    ) as v(dimension, value)
    where v.value is not null
    group by 1, 2, 3, 4, 5`
}
