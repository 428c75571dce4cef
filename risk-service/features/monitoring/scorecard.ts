import { type AccountScorecard, type Decision, type ScorecardPeriod } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { CountDimension, StepCount } from './counts/count-events.ts'
import { windowOfSteps } from './counts/monitor-window.ts'
import { countSteps } from './counts/step-counts.ts'
import {
  decisionSeries,
  kpisOf,
  parseRuleValue,
  scoreSeries,
  seriesByValue,
  sumOf,
  topSeries,
} from './counts/step-series.ts'
import { type MonitorScope, ruleNames } from './counts/store.ts'

const steps: Readonly<Record<ScorecardPeriod, { minutes: number; count: number }>> = {
  '1h': { minutes: 1, count: 60 },
  '24h': { minutes: 15, count: 96 },
}
const shownDimensions: readonly CountDimension[] = ['decision', 'score', 'rule', 'bot', 'botCountry', 'riskCountry']
const topCountries = 5
const topRules = 10

/** Loads the bot and risk figures of the events of an assessment in the last hour or day. */
export async function loadScorecard(
  db: Db,
  request: MonitorScope & { period: ScorecardPeriod; now: Date },
): Promise<AccountScorecard> {
  const { minutes, count } = steps[request.period]
  const window = windowOfSteps(minutes, count, request.now)
  const rows = await countSteps(db, { ...request, dimensions: shownDimensions }, window)
  const decisions = decisionSeries(rows, window)
  const total = kpisOf(decisions).transactionVolume
  const rules = topSeries(seriesByValue(rows, 'rule', window), topRules, window).top.map(([value, counts]) => ({
    ...parseRuleValue(value),
    events: sumOf(counts),
  }))
  const names = await ruleNames(
    db,
    request,
    rules.flatMap(({ ruleId }) => ruleId ?? []),
    new Date(window.start),
  )
  return {
    now: request.now.toISOString(),
    from: new Date(window.start).toISOString(),
    total,
    bots: scoreSeries(rows, 'bot', window).map(sumOf),
    scores: scoreSeries(rows, 'score', window).map(sumOf),
    botCountries: countrySharesOf(rows, 'botCountry', total),
    riskCountries: countrySharesOf(rows, 'riskCountry', total),
    stepMinutes: minutes,
    steps: Array.from({ length: count }, (_, n) => new Date(window.start + n * minutes * 60_000).toISOString()),
    decisions,
    topRules: rules.map(({ ruleId, clause, decision, events }) => ({
      ruleId,
      rule: ruleId === null ? '' : (names.get(ruleId) ?? ''),
      clause,
      decision: decision as Decision,
      events,
    })),
  }
}

/** The countries with the most events of high scores, each with its share of all events. */
function countrySharesOf(
  rows: readonly StepCount[],
  dimension: Extract<CountDimension, 'botCountry' | 'riskCountry'>,
  total: number,
): AccountScorecard['botCountries'] {
  const events = new Map<string, number>()
  for (const row of rows)
    if (row.dimension === dimension) events.set(row.value, (events.get(row.value) ?? 0) + row.events)
  return [...events]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, topCountries)
    .map(([country, n]) => ({ country, events: n, rate: n / total }))
}
