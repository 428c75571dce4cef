import { reportsLimits } from '../../../../contract/reports/report-definitions.ts'
import { reportAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, number, period, term } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { type Days, periodBefore, resolvePeriod } from '../../recognition/recognition.ts'
import { sayOtherFigure } from './other-figures.ts'
import {
  coveredDays,
  figureValue,
  isRate,
  isSummaryFigure,
  metricTerm,
  type ReportScope,
  type SummaryFigure,
  sayReportState,
  sayScope,
  scopeOf,
} from './report-scope.ts'

const summaryPage = '/reports/summary'

const inputOf = ({ environmentId }: Question, { assessment, view, from, to }: ReportScope) => ({
  environmentId,
  assessment,
  view,
  from,
  to,
})

function citeSummary(answer: AnswerBuilder, { from, to, assessment, view }: ReportScope, grain?: string): number {
  const parameters = {
    ...(view === 'amount' ? { view } : {}),
    ...(grain !== undefined && grain !== 'day' ? { grain } : {}),
  }
  return answer.cite({
    kind: 'report',
    title: term('page', summaryPage),
    detail: period({ from, to }),
    href: reportAddress(summaryPage, { assessment, from, to }, parameters),
  })
}

/** The figure that a question names; the number of transactions where it names none. */
const metricOf = ({ recognition: { slots } }: Question) => slots.metric ?? 'transactionVolume'

/** Answers with one figure of a period. */
export async function answerFigure(question: Question, answer: AnswerBuilder): Promise<void> {
  const metric = metricOf(question)
  if (!isSummaryFigure(metric)) return sayOtherFigure(metric, question, answer)
  const scope = scopeOf(question)
  const report = await question.reads.reports.summary(inputOf(question, scope), { signal: question.signal })
  const source = citeSummary(answer, scope)
  if (!sayReportState(answer, report, scope, source)) return
  sayFigure(answer, metric, report.kpis[metric], { scope, source })
  if (isRate(metric) && report.confirmed < reportsLimits.fewConfirmed && /fraud/i.test(metric))
    answer.add('Assistant.Sentence.FewConfirmed', { count: { kind: 'count', value: report.confirmed } }, source)
  sayScope(answer, question, report, { assessment: scope.assessment, source })
}

function sayFigure(
  answer: AnswerBuilder,
  metric: SummaryFigure,
  value: number | null,
  { scope, source }: { scope: ReportScope; source: number },
): void {
  const named = { metric: metricTerm(metric), period: period(scope) }
  if (value === null) answer.add('Assistant.Sentence.FigureNone', named, source)
  else answer.add('Assistant.Sentence.Figure', { ...named, value: figureValue(metric, value, scope.view) }, source)
}

/** Compares a figure of two periods; without a second one, with the days of equal length before. */
export async function answerComparison(question: Question, answer: AnswerBuilder): Promise<void> {
  const metric = metricOf(question)
  if (!isSummaryFigure(metric)) return sayOtherFigure(metric, question, answer)
  const { comparedWith } = question.recognition.slots
  const scope = scopeOf(question)
  const named: Days | null = comparedWith ? resolvePeriod(comparedWith, question.today) : null
  const isOther = named !== null && (named.from !== scope.from || named.to !== scope.to)
  const requested = isOther ? named : periodBefore(scope)
  const other = { ...scope, ...coveredDays(requested, question.now) }
  const [later, earlier] = other.from > scope.from ? [other, scope] : [scope, other]
  const { signal } = question
  const [now, before] = await Promise.all([
    question.reads.reports.summary(inputOf(question, later), { signal }),
    question.reads.reports.summary(inputOf(question, earlier), { signal }),
  ])
  const sources = [citeSummary(answer, later), citeSummary(answer, earlier)] as const
  if (!sayReportState(answer, now, later, sources[0])) return
  if (earlier.uncovered !== null && earlier.uncovered.to < earlier.from) {
    sayFigure(answer, metric, now.kpis[metric], { scope: later, source: sources[0] })
    sayReportState(answer, before, earlier, sources[1])
    return
  }
  const [value, previous] = [now.kpis[metric], before.kpis[metric]]
  if (value === null || previous === null) {
    sayFigure(answer, metric, value, { scope: later, source: sources[0] })
    sayFigure(answer, metric, previous, { scope: earlier, source: sources[1] })
  } else {
    answer.add(
      'Assistant.Sentence.Compared',
      {
        metric: metricTerm(metric),
        value: figureValue(metric, value, scope.view),
        period: period(later),
        before: figureValue(metric, previous, scope.view),
        previous: period(earlier),
      },
      ...sources,
    )
    sayChange(answer, metric, { change: value - previous, view: scope.view, sources })
  }
  sayScope(answer, question, now, { assessment: scope.assessment, source: sources[0] })
}

function sayChange(
  answer: AnswerBuilder,
  metric: SummaryFigure,
  { change, view, sources }: { change: number; view: ReportScope['view']; sources: readonly number[] },
): void {
  if (change === 0) answer.add('Assistant.Sentence.Unchanged', {}, ...sources)
  else if (isRate(metric))
    answer.add(
      change > 0 ? 'Assistant.Sentence.RosePoints' : 'Assistant.Sentence.FellPoints',
      { points: number(Math.abs(change) * 100) },
      ...sources,
    )
  else
    answer.add(
      change > 0 ? 'Assistant.Sentence.Rose' : 'Assistant.Sentence.Fell',
      { change: figureValue(metric, Math.abs(change), view) },
      ...sources,
    )
}

/** The series of the summary report that shows how a figure develops; its member is the volume or the rate. */
const seriesOf: Partial<
  Record<
    SummaryFigure,
    readonly ['transactions' | 'fraud' | 'ruleReject' | 'bank' | 'chargebackByTransaction', 'volume' | 'rate']
  >
> = {
  transactionVolume: ['transactions', 'volume'],
  fraudVolume: ['fraud', 'volume'],
  fraudRate: ['fraud', 'rate'],
  ruleRejectedRate: ['ruleReject', 'rate'],
  sentToBankVolume: ['bank', 'volume'],
  bankAcceptanceRate: ['bank', 'rate'],
  fraudChargebackVolume: ['chargebackByTransaction', 'volume'],
  fraudChargebackRate: ['chargebackByTransaction', 'rate'],
}

/** Says how a figure developed: its first and last value, the highest and the lowest one. */
export async function answerTrend(question: Question, answer: AnswerBuilder): Promise<void> {
  const metric = metricOf(question)
  const series = isSummaryFigure(metric) ? seriesOf[metric] : undefined
  // Figures without a series of their own are compared with the days before.
  if (!isSummaryFigure(metric) || series === undefined) return answerComparison(question, answer)
  const scope = scopeOf(question)
  const { grain = 'day' } = question.recognition.slots
  const report = await question.reads.reports.summary(
    { ...inputOf(question, scope), grain },
    { signal: question.signal },
  )
  const source = citeSummary(answer, scope, grain)
  if (!sayReportState(answer, report, scope, source)) return
  const [name, member] = series
  const points = report.periods.flatMap(({ start, partial }, index) => {
    const value = report.series[name][index]?.[member] ?? null
    // The share of a day that is not over says nothing yet.
    return value === null || (partial && member === 'volume') ? [] : [{ start, value }]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) {
    answer.add('Assistant.Sentence.TrendShort', { metric: metricTerm(metric), period: period(scope) }, source)
    return
  }
  const write = (value: number) => figureValue(metric, value, scope.view)
  answer.add(
    'Assistant.Sentence.TrendFirst',
    {
      metric: metricTerm(metric),
      first: write(first.value),
      from: { kind: 'date', value: first.start },
      last: write(last.value),
      to: { kind: 'date', value: last.start },
    },
    source,
  )
  const highest = points.reduce((best, each) => (each.value > best.value ? each : best))
  const lowest = points.reduce((best, each) => (each.value < best.value ? each : best))
  for (const [message, { value, start }] of [
    ['Assistant.Sentence.TrendHighest', highest],
    ['Assistant.Sentence.TrendLowest', lowest],
  ] as const)
    answer.add(message, { value: write(value), date: { kind: 'date', value: start } }, source)
  sayScope(answer, question, report, { assessment: scope.assessment, source })
}
