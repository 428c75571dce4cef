import { caseActions, decisionOrigins } from '../../../contract/cases/case-definitions.ts'
import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportOverview } from '../../../contract/cases/report/report-tabs.ts'
import { isByPerson } from '../figures/decision.ts'
import { flowOf, type Movement } from '../figures/flow.ts'
import { byPeriod, type DayRange, dayMs, dayNumberOf, isWithin } from '../figures/periods.ts'
import { countBy, kpiOf, ratio } from '../figures/statistics.ts'
import { handlingOf, type OpenCase, type Review, slaOf } from '../figures/times.ts'
import { accuracyOf } from '../figures/truth.ts'
import { readAssessed, readOpenCases } from '../reads/decision-reads.ts'
import { readArrivals, readMovements } from '../reads/movement-reads.ts'
import { equals, linksOf, oneOf, type ReportLinks } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall, type ReportScope, startOf } from '../scope/report-scope.ts'
import { outcomesOf } from './outcomes.ts'
import { assessmentsOf, type RangeFacts, readBoth } from './range-facts.ts'

/** Fields of decisions of this tab. */
const decisionFields = ['decision', 'reason', 'score', 'slaResolutionAt'] as const
type Facts = RangeFacts<(typeof decisionFields)[number]>

/** Returns the first tab of the report. */
export async function loadOverview(
  call: ReportCall,
  input: ReportInput,
  signal?: AbortSignal,
): Promise<ReportOverview> {
  const scope = await openReport(call, input)
  const { filter, range, before } = scope
  const earliest = before ?? range
  const [movements, open, [current, previous], assessed, arrivals] = await Promise.all([
    readMovements(call.db, filter, earliest, signal),
    readOpenCases(call.db, filter, signal),
    readBoth(call, scope, decisionFields, signal),
    readAssessed(call.db, filter, range, signal),
    readArrivals(call.db, filter, range, signal),
  ])
  const links = linksOf(scope, input.environmentId, assessmentsOf(current.decisions))
  const queues = { movements, open }
  const facts = figuresIn(scope, range, current, queues)
  const earlier = previous === null || before === null ? null : figuresIn(scope, before, previous, queues)
  const periods = periodsOf(scope, current, queues)
  const kpi = (read: (figures: Figures) => number | null) =>
    kpiOf(read(facts), earlier === null ? null : read(earlier), periods.map(read))
  return {
    ...frameOf(scope),
    kpis: {
      queueSize: kpi(({ flow }) => flow.sizeEnd),
      inflow: kpi(({ flow }) => flow.inflow),
      reviewed: kpi(({ flow }) => flow.reviewed),
      slaMet: kpi(({ sla }) => sla.rate),
      medianHandling: kpi(({ handling }) => handling.median),
      missedFraudRate: kpi(({ accuracy }) => accuracy.missedFraudRate),
      accuracy: kpi(({ accuracy }) => accuracy.accuracy),
      timeoutRate: kpi(({ flow }) => flow.timeoutRate),
    },
    flow: facts.flow,
    reviewRate: { ...assessed, rate: ratio(assessed.reviewed, assessed.assessed) },
    flowPeriods: periods.map(({ start, flow }) => ({ start, ...flow })),
    slaPeriods: periods.map(({ start, sla }) => ({ start, ...sla })),
    handlingPeriods: periods.map(({ start, handling }) => ({ start, ...handling })),
    decisionPeriods: periods.map(({ start, judged }) => ({
      start,
      byAction: countBy(caseActions, judged, each => each.caseAction),
      byOrigin: countBy(decisionOrigins, judged, each => each.via),
    })),
    outcomes: outcomesOf(facts.judged, links),
    accuracy: facts.accuracy,
    truthPeriods: periods.map(({ start, accuracy, mature }) => ({
      start,
      missedFraudRate: accuracy.missedFraudRate,
      falseRejectRate: accuracy.falseRejectRate,
      mature,
    })),
    scores: scoresOf(current.decisions, open),
    hours: hoursOf(arrivals, current.reviews, range),
    reasons: reasonsOf(current.decisions, links),
    enteredLink: links.entered(),
    link: links.decided(),
  }
}

type Figures = ReturnType<typeof figuresIn>
interface QueueFacts {
  movements: readonly Movement[]
  open: readonly OpenCase[]
}

/** Returns the figures of decisions in a range. */
function figuresIn(
  { now, maturityDays }: ReportScope,
  range: DayRange,
  { decisions: judged, times }: Pick<Facts, 'decisions' | 'times'>,
  { movements, open }: QueueFacts,
) {
  return {
    judged,
    flow: flowOf(movements, range, open.length, dayNumberOf(now)),
    sla: slaOf(judged, open, range, now),
    handling: handlingOf(judged, times),
    accuracy: accuracyOf(judged.filter(isByPerson)),
    /** Every decision of the range can be judged. */
    mature: range.to * dayMs + maturityDays * dayMs <= now,
  }
}

function periodsOf(scope: ReportScope, { decisions, times }: Facts, queues: QueueFacts) {
  const sorted = byPeriod(scope.periods, decisions, each => each.decidedAt)
  return scope.periods.map((period, index) => ({
    start: startOf(period),
    ...figuresIn(scope, period, { decisions: sorted[index] ?? [], times }, queues),
  }))
}

function scoresOf(decisions: Facts['decisions'], open: readonly OpenCase[]): ReportOverview['scores'] {
  const bucketOf = ({ score }: { score: number }): number => Math.min(9, Math.max(0, Math.floor(score / 100)))
  const decided = Map.groupBy(decisions, bucketOf)
  const waiting = Map.groupBy(open, bucketOf)
  return Array.from({ length: 10 }, (_, bucket) => ({
    from: bucket * 100,
    to: bucket * 100 + 99,
    byAction: countBy(caseActions, decided.get(bucket) ?? [], each => each.caseAction),
    open: waiting.get(bucket)?.length ?? 0,
  }))
}

const hourMs = 3_600_000

function hoursOf(
  arrivals: readonly { weekday: number; hour: number; cases: number }[],
  reviews: readonly Review[],
  range: DayRange,
): ReportOverview['hours'] {
  const cells = Array.from({ length: 7 * 24 }, (_, index) => ({
    weekday: Math.floor(index / 24),
    hour: index % 24,
    arrivals: 0,
    reviewers: new Set<string>(),
  }))
  for (const { weekday, hour, cases } of arrivals) {
    const cell = cells[weekday * 24 + hour]
    if (cell !== undefined) cell.arrivals += cases
  }
  for (const { endedAt, reviewerId } of reviews) {
    if (reviewerId === null || !isWithin(range, endedAt)) continue
    // The first day of 1970 was a Thursday.
    const weekday = (dayNumberOf(endedAt) + 3) % 7
    cells[weekday * 24 + Math.floor((endedAt % dayMs) / hourMs)]?.reviewers.add(reviewerId)
  }
  return cells.map(({ reviewers, ...cell }) => ({ ...cell, reviewers: reviewers.size }))
}

function reasonsOf(decisions: Facts['decisions'], links: ReportLinks): ReportOverview['reasons'] {
  const groups = Map.groupBy(decisions, ({ reason, caseAction }) => `${caseAction}\n${reason}`)
  return [...groups.values()]
    .flatMap(rows => {
      const [first] = rows
      if (first === undefined) return []
      const { reason, caseAction } = first
      const named = [...new Set(rows.map(({ decision }) => decision))]
      const link = links.decided([equals('reviewReason', reason), ...oneOf('reviewDecision', named)])
      return [{ reason, caseAction, count: rows.length, link }]
    })
    .sort((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
}
