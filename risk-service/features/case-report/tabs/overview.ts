import { caseActions, decisionOrigins } from '../../../contract/cases/case-definitions.ts'
import { outcomeGroups } from '../../../contract/cases/report/report-definitions.ts'
import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportOverview } from '../../../contract/cases/report/report-tabs.ts'
import { type Decision, isByPerson } from '../figures/decision.ts'
import { flowOf, type Movement } from '../figures/flow.ts'
import { byPeriod, type DayRange, dayMs, dayNumberOf, isWithin } from '../figures/periods.ts'
import { countBy, kpiOf, ratio } from '../figures/statistics.ts'
import { handlingOf, handlingTimes, type OpenCase, type Review, slaOf } from '../figures/times.ts'
import { accuracyOf, type Evidence, groupOf, type JudgedDecision, judge } from '../figures/truth.ts'
import { equals, linksOf, oneOf, type ReportLinks } from '../links.ts'
import { readAssessed, readDecisions, readEvidence, readOpenCases } from '../reads/decision-reads.ts'
import { readArrivals, readMovements } from '../reads/movement-reads.ts'
import { readReviews } from '../reads/review-reads.ts'
import { frameOf, openReport, type ReportCall, type ReportScope, startOf } from '../report-scope.ts'

/** Everything that the overview reads of a range. */
interface RangeFacts {
  decisions: Decision[]
  evidence: Evidence[]
  reviews: Review[]
}

/** Returns the first tab of the report. */
export async function loadOverview(
  call: ReportCall,
  input: ReportInput,
  signal?: AbortSignal,
): Promise<ReportOverview> {
  const scope = await openReport(call, input)
  const { filter, range, before } = scope
  const earliest = before ?? range
  const [movements, open, current, previous, assessed, arrivals] = await Promise.all([
    readMovements(call.db, filter, earliest, signal),
    readOpenCases(call.db, filter, signal),
    readFacts(call, scope, range, signal),
    before === null ? null : readFacts(call, scope, before, signal),
    readAssessed(call.db, filter, range, signal),
    readArrivals(call.db, filter, range, signal),
  ])
  const links = linksOf(scope, input.environmentId, new Set(current.decisions.map(each => each.eventType)))
  const facts = figuresOf(scope, range, current, { movements, open })
  const earlier = previous === null || before === null ? null : figuresOf(scope, before, previous, { movements, open })
  const periods = periodsOf(scope, current, { movements, open })
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
    link: links.decided(),
  }
}

async function readFacts(
  { db }: ReportCall,
  { filter }: ReportScope,
  range: DayRange,
  signal?: AbortSignal,
): Promise<RangeFacts> {
  const [decisions, evidence, reviews] = await Promise.all([
    readDecisions(db, filter, range, signal),
    readEvidence(db, filter, range, signal),
    readReviews(db, filter, range, signal),
  ])
  return { decisions, evidence, reviews }
}

type Figures = ReturnType<typeof figuresIn>
interface QueueFacts {
  movements: readonly Movement[]
  open: readonly OpenCase[]
}

function figuresOf(scope: ReportScope, range: DayRange, facts: RangeFacts, queues: QueueFacts): Figures {
  const judged = judge(facts.decisions, facts.evidence, scope)
  return figuresIn(scope, range, judged, handlingTimes(facts.reviews), queues)
}

/** Returns the figures of decisions in a range. */
function figuresIn(
  { now, maturityDays }: ReportScope,
  range: DayRange,
  judged: JudgedDecision[],
  times: ReadonlyMap<string, number>,
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

function periodsOf(scope: ReportScope, facts: RangeFacts, queues: QueueFacts) {
  const judged = judge(facts.decisions, facts.evidence, scope)
  const times = handlingTimes(facts.reviews)
  const sorted = byPeriod(scope.periods, judged, each => each.decidedAt)
  return scope.periods.map((period, index) => ({
    start: startOf(period),
    ...figuresIn(scope, period, sorted[index] ?? [], times, queues),
  }))
}

/** Returns what became of decisions, by what was decided. */
export function outcomesOf(judged: readonly JudgedDecision[], links: ReportLinks): ReportOverview['outcomes'] {
  const groups = Map.groupBy(judged, groupOf)
  return outcomeGroups.map(group => {
    const rows = groups.get(group) ?? []
    const { approved, rejected, missedFraudRate, falseRejectRate } = accuracyOf(rows)
    const approves = group === 'approved' || group === 'timedOutApproved'
    const decisions = [...new Set(rows.map(({ decision }) => decision))]
    const origins = [...new Set(rows.map(({ via }) => via))]
    return {
      group,
      ...(approves ? approved : rejected),
      errorRate: approves ? missedFraudRate : falseRejectRate,
      link: links.decided([...oneOf('reviewDecision', decisions), ...oneOf('decidedVia', origins)]),
    }
  })
}

function scoresOf(decisions: readonly Decision[], open: readonly OpenCase[]): ReportOverview['scores'] {
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

function reasonsOf(decisions: readonly Decision[], links: ReportLinks): ReportOverview['reasons'] {
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
