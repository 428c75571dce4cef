import { type Dashboard, type Decision, type dashboardPeriods, decisions } from '../../contract/index.ts'
import { ancestorsOf, type EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import { apiClients, type HourTotals, hasEvents, latestReviews, sumHours, topRules } from './store.ts'

const hour = 3_600_000
const day = 24 * hour
const periodBuckets: Record<(typeof dashboardPeriods)[number], { length: number; bucket: 'hour' | 'day' }> = {
  '24h': { length: day, bucket: 'hour' },
  '7d': { length: 7 * day, bucket: 'day' },
  '30d': { length: 30 * day, bucket: 'day' },
  '90d': { length: 90 * day, bucket: 'day' },
}
const noRuleId = '00000000-0000-0000-0000-000000000000'
const topCount = 10
const reviewCount = 8

export interface DashboardRequest {
  environmentId: string
  /** The environment and its descendants. */
  scope: readonly string[]
  /** The scope and the environments that were removed below it, whose counts remain. */
  figures: readonly string[]
  period: (typeof dashboardPeriods)[number]
  now: Date
  tree: EnvironmentTree
  tenantId: string
  origin: string
  signal: AbortSignal | undefined
}

/**
 * Loads the figures of a period from the hourly roll-ups. The period ends with the current hour. All buckets, also
 * those of a day, have the same length: they end where the period ends, so that the last bar covers as much time as the
 * others and is comparable.
 */
export async function loadDashboard(db: Db, request: DashboardRequest): Promise<Dashboard> {
  const { scope, figures, signal, environmentId, tree } = request
  const { length, bucket } = periodBuckets[request.period]
  const bucketMs = bucket === 'hour' ? hour : day
  const to = new Date((Math.floor(request.now.getTime() / hour) + 1) * hour)
  const from = new Date(to.getTime() - length)
  const [sums, rules, reviews, any, clients] = await Promise.all([
    sumHours(db, figures, { from: new Date(from.getTime() - length), to }, from, bucketMs, signal),
    topRules(db, figures, { from, to }, topCount, signal),
    latestReviews(db, scope, reviewCount, signal),
    hasEvents(db, scope),
    apiClients(db, request.tenantId, [environmentId, ...ancestorsOf(tree, environmentId).map(node => node.id)]),
  ])
  const current = sums.filter(row => row.bucket >= 0)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket,
    totals: totalsOf(current),
    previous: totalsOf(sums.filter(row => row.bucket < 0)),
    series: seriesOf(current, from, length / bucketMs, bucketMs),
    scoreBands: bandsOf(current),
    topRules: rules.map(row => ({
      ruleId: row.rule_id === noRuleId ? null : row.rule_id,
      rule: row.rule,
      clause: row.clause === '' ? null : row.clause,
      decision: row.decision as Decision,
      events: row.events,
    })),
    latestReviews: reviews.map(toEventRow),
    hasEvents: any,
    environment: { apiEndpoint: request.origin, tenantId: request.tenantId, environmentId, apiClients: clients },
  }
}

const emptyMix = (): Record<Decision, number> => ({ Approve: 0, Review: 0, Challenge: 0, Reject: 0 })
const isDecision = (text: string): text is Decision => (decisions as readonly string[]).includes(text)

function totalsOf(rows: readonly HourTotals[]): Dashboard['totals'] {
  const totals = { events: 0, amountUsd: 0, decisions: emptyMix(), labelledFraud: 0 }
  for (const row of rows) {
    totals.events += row.events
    totals.amountUsd += row.amount_usd
    if (isDecision(row.decision)) totals.decisions[row.decision] += row.events
    if (row.label === 'Fraud') totals.labelledFraud += row.events
  }
  return totals
}

function seriesOf(rows: readonly HourTotals[], from: Date, count: number, bucketMs: number): Dashboard['series'] {
  const series = Array.from({ length: count }, (_, index) => ({
    start: new Date(from.getTime() + index * bucketMs).toISOString(),
    amountUsd: 0,
    ...emptyMix(),
  }))
  for (const row of rows) {
    const point = series[row.bucket]
    if (!point) continue
    point.amountUsd += row.amount_usd
    if (isDecision(row.decision)) point[row.decision] += row.events
  }
  return series
}

function bandsOf(rows: readonly HourTotals[]): Dashboard['scoreBands'] {
  const bands: Dashboard['scoreBands'] = [0, 0, 0, 0, 0]
  for (const row of rows) {
    const band = row.score_band - 1
    if (band in bands) bands[band as 0 | 1 | 2 | 3 | 4] += row.events
  }
  return bands
}
