import { type RawBuilder, sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import { latencyBandOf } from '../../../contract/common/latency-bands.ts'
import type { AlertRuleMetric, AlertRuleSettings } from '../../../contract/index.ts'
import { refusedExperience } from '../../../contract/integration/api-management-definitions.ts'

/** What an alert rule counts, of its settings. */
export type AlertSubject = Pick<AlertRuleSettings, 'metric' | 'eventType' | 'ruleId' | 'field' | 'slowerThanMs'>

/** Where the figures of a metric are, as parts of a query. */
export interface AlertSource {
  table: string
  /** Column of the time, which a row stands for or begins at. */
  time: string
  where: RawBuilder<unknown>
  /** What a row counts. */
  count: RawBuilder<unknown>
  /** What a row counts of the whole; null for a plain count. */
  of: RawBuilder<unknown> | null
}

/** Length of the hours and minutes that rows of roll-ups stand for. */
export const hourMs = 3_600_000

/** Scores of the highest band. */
const highScore = 800
const highBand = 5

const decisionOf: Partial<Record<AlertRuleMetric, string>> = {
  approveRate: 'Approve',
  rejectRate: 'Reject',
  reviewRate: 'Review',
  challengeRate: 'Challenge',
}

const all = sql`true`
const ofType = (eventType: string | null) => (eventType === null ? all : sql`event_type = ${eventType}`)
const part = (condition: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  sql`case when ${condition} then ${weight} else 0 end`

/** Whether rows of a metric stand for whole hours, so that no window can begin in between. */
export const isHourly = (metric: AlertRuleMetric): boolean => metric === 'fillRate'
/** Whether a metric is counted by the minute for some days, and by the hour for longer. */
export const isOfCalls = (metric: AlertRuleMetric): boolean => metric === 'errorRate' || metric === 'slowCallRate'

/**
 * Returns where a metric is read.
 * @param detail `hours`: roll-ups by the hour, wherever there are some; `moments`: the most precise rows there are
 */
export function sourceOf(subject: AlertSubject, detail: 'hours' | 'moments'): AlertSource {
  const { metric, eventType, ruleId, field } = subject
  const hours = detail === 'hours'
  switch (metric) {
    case 'fraudRate':
      return {
        table: 'event_label',
        time: 'received_at',
        where: sql`is_fraud is not null`,
        count: part(sql`is_fraud`, sql`1`),
        of: sql`1`,
      }
    case 'errorRate':
    case 'slowCallRate':
      return {
        table: hours ? 'api_call_hour' : 'api_call_minute',
        time: hours ? 'hour' : 'minute',
        where: sql`experience <> ${refusedExperience}`,
        count: metric === 'errorRate' ? part(sql`status >= 400`, sql`calls`) : slowCalls(subject.slowerThanMs ?? 0),
        of: sql`calls`,
      }
    case 'fillRate':
      return {
        table: 'field_fill',
        time: 'hour',
        where: sql`${ofType(eventType)} and field in ('', ${field})`,
        count: part(sql`field <> ''`, sql`events`),
        of: part(sql`field = ''`, sql`events`),
      }
    case 'ruleHits':
      return {
        table: hours ? 'rule_hour' : 'event',
        time: hours ? 'hour' : 'at',
        where: sql`rule_id = ${ruleId}::uuid and ${ofType(eventType)}`,
        count: hours ? sql`events` : sql`1`,
        of: null,
      }
    default: {
      const weight = hours ? sql`events` : sql`1`
      const decision = decisionOf[metric]
      const isHigh = hours ? sql`score_band >= ${highBand}` : sql`risk_score >= ${highScore}`
      return {
        table: hours ? 'event_hour' : 'event',
        time: hours ? 'hour' : 'at',
        where: sql`${ofType(eventType)} and decision <> ${undecided}`,
        count:
          metric === 'transactions'
            ? weight
            : part(decision === undefined ? isHigh : sql`decision = ${decision}`, weight),
        of: metric === 'transactions' ? null : weight,
      }
    }
  }
}

/** Returns the rows whose first one begins a metric: whether anything is counted depends on no rule and no field. */
export function beginningOf(
  subject: AlertSubject,
  detail: 'hours' | 'moments',
): Pick<AlertSource, 'table' | 'time' | 'where'> {
  switch (subject.metric) {
    case 'ruleHits':
      return sourceOf({ ...subject, metric: 'transactions' }, detail)
    case 'fillRate':
      return { table: 'field_fill', time: 'hour', where: sql`${ofType(subject.eventType)} and field = ''` }
    default:
      return sourceOf(subject, detail)
  }
}

/** Calls of the bands above a latency. */
const slowCalls = (slowerThanMs: number) =>
  sql`(select coalesce(sum(b.calls), 0) from unnest(latency_bands) with ordinality as b (calls, n)
    where b.n > ${latencyBandOf(slowerThanMs) + 1})`
