import { sql } from 'kysely'
import { type CallError, callErrors, type metricPeriods } from '../../contract/common/resource-limits.ts'
import type { CallMetrics, CallPerformance } from '../../contract/external-calls/call-metrics.ts'
import type { Db } from '../../ports/database.ts'

/* Metrics of outgoing calls, of external calls and of external assessments alike. */

export type MetricPeriod = (typeof metricPeriods)[number]
const seconds: Record<MetricPeriod, number> = { '1h': 3600, '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 }
const earliest = 93 * 86_400_000
/** Approximate number of points of a chart. */
const points = 120
const steps = [60, 300, 900, 3600, 3 * 3600, 12 * 3600, 86_400]

interface Sums {
  requests: number
  good: number
  latency: number
}
const noSums: Sums = { requests: 0, good: 0, latency: 0 }
const averageOf = ({ requests, latency }: Sums): number | null => (requests === 0 ? null : latency / requests)
const rateOf = ({ requests, good }: Sums): number | null => (requests === 0 ? null : good / requests)
const toCallMetrics = (sums: Sums, span: number): CallMetrics => ({
  requests: sums.requests,
  perSecond: span > 0 ? sums.requests / span : 0,
  averageMs: averageOf(sums),
  successRate: rateOf(sums),
})

/** Loads figures of the last hour to 30 days, by id; calls without requests are absent. */
export async function loadCallMetrics(
  db: Db,
  environmentId: string,
  period: MetricPeriod,
  now: Date,
): Promise<(targetId: string) => CallMetrics> {
  const rows = await db
    .selectFrom('outgoing_call_minute')
    .select(({ fn }) => [
      'target_id',
      fn.sum<number>('calls').as('requests'),
      fn.sum<number>('latency_ms').as('latency'),
      sql<number>`coalesce(sum(calls) filter (where error = ''), 0)`.as('good'),
    ])
    .where('environment_id', '=', environmentId)
    .where('minute', '>', new Date(now.getTime() - seconds[period] * 1000))
    .groupBy('target_id')
    .execute()
  const byId = new Map(
    rows.map(row => [
      row.target_id,
      { requests: Number(row.requests), latency: Number(row.latency), good: Number(row.good) },
    ]),
  )
  return targetId => toCallMetrics(byId.get(targetId) ?? noSums, seconds[period])
}

/**
 * Loads figures and errors of one call over time, from a minute on and until before another one; a requested period
 * beyond the last three months or the present is cut.
 */
export async function loadCallPerformance(
  db: Db,
  environmentId: string,
  targetId: string,
  range: { from: string; to: string },
  now: Date,
): Promise<CallPerformance> {
  const from = Math.max(Date.parse(range.from), now.getTime() - earliest)
  const to = Math.min(Date.parse(range.to), now.getTime())
  // A range until now contains the minute that has begun.
  const end = Date.parse(range.to) > now.getTime() ? to + 1 : to
  const span = Math.max(0, (to - from) / 1000)
  const step = steps.find(each => span / each <= points) ?? 86_400
  const { rows } = await sql<{ at: Date; error: string; status: number; calls: number; latency: number }>`
    select to_timestamp(floor(extract(epoch from minute) / ${step}::int) * ${step}::int) as at, error, status, sum(calls)::float8 as calls, sum(latency_ms) as latency
    from outgoing_call_minute where environment_id = ${environmentId} and target_id = ${targetId} and minute >= date_trunc('minute', ${new Date(from)}::timestamptz) and minute < ${new Date(end)}
    group by 1, 2, 3 order by 1`.execute(db)
  const byTime = Map.groupBy(rows, ({ at }) => at.getTime())
  const sumOf = (some: typeof rows): Sums =>
    some.reduce(
      (sums, { error, calls, latency }) => ({
        requests: sums.requests + calls,
        good: sums.good + (error === '' ? calls : 0),
        latency: sums.latency + latency,
      }),
      noSums,
    )
  const times: number[] = []
  if (span > 0) for (let at = Math.floor(from / 1000 / step) * step * 1000; at < end; at += step * 1000) times.push(at)
  const failed = Map.groupBy(
    rows.filter(({ error }) => error !== ''),
    ({ error, status }) => `${error} ${status}`,
  )
  return {
    figures: toCallMetrics(sumOf(rows), span),
    step,
    points: times.map(at => {
      const sums = sumOf(byTime.get(at) ?? [])
      return {
        at: new Date(at).toISOString(),
        requests: sums.requests,
        averageMs: averageOf(sums),
        successRate: rateOf(sums),
      }
    }),
    errors: [...failed.values()]
      .map(same => ({
        type: typeOf(same[0]?.error ?? ''),
        httpStatusCode: same[0]?.status || null,
        requests: sumOf(same).requests,
        points: same.map(({ at, calls }) => ({ at: at.toISOString(), requests: calls })),
      }))
      .sort((a, b) => b.requests - a.requests),
  }
}

const typeOf = (text: string): CallError => callErrors.find(each => each === text) ?? 'unknown'
