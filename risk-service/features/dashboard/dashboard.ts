import { type Dashboard, type Decision, decisions, defaultScoreLimits } from '../../contract/index.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { type DashboardPeriod, periodWindow } from './period-window.ts'
import { countScores, type HourTotals, hasEvents, sumHours, topRules } from './store.ts'

const noRuleId = '00000000-0000-0000-0000-000000000000'
const topCount = 10

interface DashboardRequest {
  /** The environment and its descendants. */
  scope: readonly string[]
  /** The scope and the environments that were removed below it, whose counts remain. */
  figures: readonly string[]
  period: DashboardPeriod
  now: Date
  tenantId: string
  signal: AbortSignal | undefined
}

/** Loads the figures of a period from the hourly roll-ups. */
export async function loadDashboard(db: Db, request: DashboardRequest): Promise<Dashboard> {
  const { scope, figures, signal } = request
  const { from, to, before, bucket, bucketMs, count } = periodWindow(request.period, request.now)
  const { scoreLimits } = await loadCaseOptions(db, request.tenantId)
  const [current, previous, bands, rules, any] = await Promise.all([
    sumHours(db, figures, { from, to }, bucketMs, signal),
    sumHours(db, figures, before, bucketMs, signal),
    // Roll-ups have the bands of the default: by other limits the scores themselves are counted, also of the past.
    isSameJson(scoreLimits, defaultScoreLimits) ? null : countScores(db, figures, { from, to }, scoreLimits, signal),
    topRules(db, figures, { from, to }, topCount, signal),
    hasEvents(db, scope),
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
    hasEvents: any,
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
