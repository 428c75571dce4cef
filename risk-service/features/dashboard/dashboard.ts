import {
  type Dashboard,
  type Decision,
  type dashboardPeriods,
  decisions,
  defaultScoreLimits,
} from '../../contract/index.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import { ancestorsOf, type EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import { apiClients, countScores, type HourTotals, hasEvents, latestReviews, sumHours, topRules } from './store.ts'

const hour = 3_600_000
const day = 24 * hour
const periodBuckets: Record<(typeof dashboardPeriods)[number], { count: number; bucket: 'hour' | 'day' }> = {
  '24h': { count: 24, bucket: 'hour' },
  '7d': { count: 7, bucket: 'day' },
  '30d': { count: 30, bucket: 'day' },
  '90d': { count: 90, bucket: 'day' },
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
 * Loads the figures of a period from the hourly roll-ups. The period ends with the current hour. Days are those of the
 * calendar, in UTC as the figures are shown: a bar is a date, and the last one is today, as far as it has come. The
 * period before is as long, and ends as far into its last day.
 */
export async function loadDashboard(db: Db, request: DashboardRequest): Promise<Dashboard> {
  const { scope, figures, signal, environmentId, tree } = request
  const { count, bucket } = periodBuckets[request.period]
  const bucketMs = bucket === 'hour' ? hour : day
  const now = request.now.getTime()
  const to = new Date((Math.floor(now / hour) + 1) * hour)
  const from = new Date((Math.floor(now / bucketMs) + 1 - count) * bucketMs)
  const length = count * bucketMs
  const before = { from: new Date(from.getTime() - length), to: new Date(to.getTime() - length) }
  const { scoreLimits } = await loadCaseOptions(db, request.tenantId)
  const [current, previous, bands, rules, reviews, any, clients] = await Promise.all([
    sumHours(db, figures, { from, to }, bucketMs, signal),
    sumHours(db, figures, before, bucketMs, signal),
    // Roll-ups have the bands of the default: by other limits the scores themselves are counted, also of the past.
    isSameJson(scoreLimits, defaultScoreLimits) ? null : countScores(db, figures, { from, to }, scoreLimits, signal),
    topRules(db, figures, { from, to }, topCount, signal),
    latestReviews(db, scope, reviewCount, signal),
    hasEvents(db, scope),
    apiClients(db, request.tenantId, [environmentId, ...ancestorsOf(tree, environmentId).map(node => node.id)]),
  ])
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket,
    totals: totalsOf(current),
    previous: totalsOf(previous),
    series: seriesOf(current, from, count, bucketMs),
    scoreLimits,
    scoreBands: bandsOf(bands ?? current),
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

function bandsOf(rows: readonly Pick<HourTotals, 'score_band' | 'events'>[]): Dashboard['scoreBands'] {
  const bands: Dashboard['scoreBands'] = [0, 0, 0, 0, 0]
  for (const row of rows) {
    const band = row.score_band - 1
    if (band in bands) bands[band as 0 | 1 | 2 | 3 | 4] += row.events
  }
  return bands
}
