import { type MonitorTimescale, monitorTop, type TransactionMonitor } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { branchEvents, type CountDimension, type StepCount } from './counts/count-events.ts'
import { type MonitorWindow, windowBefore, windowOf } from './counts/monitor-window.ts'
import { type CountScope, countSteps } from './counts/step-counts.ts'
import {
  addSeries,
  decisionSeries,
  kpisOf,
  parseRuleValue,
  scoreSeries,
  seriesByValue,
  topSeries,
} from './counts/step-series.ts'
import { branchRuleNames, type MonitorScope, ruleNames, runningExperiments } from './counts/store.ts'

export interface MonitorRequest extends MonitorScope {
  name: string
  timescale: MonitorTimescale
  /** API name of the branch whose experiment is shown instead of production. */
  branch: string | null
  now: Date
}

/** What the charts show. */
const shownDimensions: readonly CountDimension[] = ['decision', 'score', 'rule', 'country', 'bot']

/**
 * Loads the transactions of a window by step, with all distributions, and the figures of as much time before.
 * @throws ValidationError for a branch without a running experiment
 */
export async function loadTransactionMonitor(
  db: Db,
  request: MonitorRequest,
): Promise<Omit<TransactionMonitor, 'scorecard' | 'reports'>> {
  const { environmentIds, eventType, name, timescale, branch, now, signal } = request
  const window = windowOf(timescale, now)
  const before = windowBefore(window)
  const running = await runningExperiments(db, request, now)
  const ofBranch = running.filter(each => each.branch === branch).map(each => each.id)
  if (branch !== null && ofBranch.length === 0)
    throw new ValidationError(['branch'], 'No experiment runs on this branch.')
  const scope: CountScope = {
    environmentIds,
    eventType,
    signal,
    present: now,
    ...(branch === null ? {} : { source: branchEvents(ofBranch) }),
  }
  const [rows, earlier] = await Promise.all([
    countSteps(db, { ...scope, dimensions: shownDimensions }, window),
    countSteps(db, { ...scope, dimensions: ['decision'] }, { ...before, now: lastOf(before) }),
  ])
  const decisions = decisionSeries(rows, window)
  const previousVolume = addSeries(Object.values(decisionSeries(earlier, before)), before)
  // Up to the same moment: a step that is not over is compared with as much of its predecessor.
  const previous = await countSteps(
    db,
    { ...scope, dimensions: ['decision'] },
    { ...before, start: lastStepOf(before), barCount: 1 },
  )
  const whole = earlier.filter(row => row.start < lastStepOf(before))
  const rules = topSeries(
    seriesByValue(rows, 'rule', window, value => withoutDecision(value)),
    monitorTop,
    window,
  )
  const ids = rules.top.map(([value]) => parseRuleValue(`${value}\n`).ruleId).filter(id => id !== null)
  const names =
    branch === null
      ? await ruleNames(db, request, ids, new Date(window.start))
      : await branchRuleNames(db, ofBranch, ids)
  return {
    ...described(window, { eventType, name }),
    kpis: kpisOf(decisions),
    previous: kpisOf(decisionSeries([...whole, ...previous], before)),
    previousVolume,
    volume: addSeries(Object.values(decisions), window),
    decisions,
    scores: scoreSeries(rows, 'score', window),
    rules: {
      top: rules.top.map(([value, counts]) => {
        const { ruleId, clause } = parseRuleValue(`${value}\n`)
        return { ruleId, rule: ruleId === null ? '' : (names.get(ruleId) ?? ''), clause, counts }
      }),
      others: rules.others,
    },
    countries: countriesOf(rows, window),
    bots: rows.some(({ dimension }) => dimension === 'bot') ? scoreSeries(rows, 'bot', window) : null,
    branches: [...new Map(running.map(each => [each.branch, { branch: each.branch, experiment: each.name }])).values()],
    branch,
  }
}

const minute = 60_000
const lastStepOf = ({ start, barCount, stepMinutes }: MonitorWindow): number =>
  start + (barCount - 1) * stepMinutes * minute
/** Last millisecond of the last step. */
const lastOf = (window: MonitorWindow): number => lastStepOf(window) + window.stepMinutes * minute - 1

const withoutDecision = (value: string): string => value.slice(0, value.lastIndexOf('\n'))

function countriesOf(rows: readonly StepCount[], window: MonitorWindow): TransactionMonitor['countries'] {
  const series = seriesByValue(rows, 'country', window)
  if (series.size === 0) return null
  const { top, others } = topSeries(series, monitorTop, window)
  return { top: top.map(([country, counts]) => ({ country, counts })), others }
}

/** The part of an answer that names its window. */
export const described = (
  { now, start, stepMinutes, barCount }: MonitorWindow,
  assessment: { eventType: string; name: string },
) => ({
  ...assessment,
  now: new Date(now).toISOString(),
  windowStart: new Date(start).toISOString(),
  stepMinutes,
  barCount,
})
