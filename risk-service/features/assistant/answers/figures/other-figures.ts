import type { Metric } from '../../../../contract/assistant/intents.ts'
import { pageAddress, reportAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, duration, percentage, period, term } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { metricTerm, type ReportScope, type SummaryFigure, sayReportState, sayScope, scopeOf } from './report-scope.ts'

type OtherMetric = Exclude<Metric, SummaryFigure>

/** Answers with a figure of another report than the summary. */
export async function sayOtherFigure(metric: OtherMetric, question: Question, answer: AnswerBuilder): Promise<void> {
  switch (metric) {
    case 'falsePositiveRate':
    case 'detectionRate':
      return sayScoreFigure(metric, question, answer)
    case 'openCases':
    case 'decidedCases':
    case 'reviewTime':
      return sayCaseFigure(metric, question, answer)
    case 'apiErrors':
    case 'latency':
      return sayCallFigure(metric, question, answer)
    case 'usage':
      return sayUsage(question, answer)
    case 'averageScore':
      answer.add('Assistant.Sentence.NotFound', {})
      answer.link('/reports/scores')
  }
}

function sayValue(
  answer: AnswerBuilder,
  metric: OtherMetric,
  value: ReturnType<typeof count> | ReturnType<typeof percentage> | ReturnType<typeof duration> | null,
  { scope, source }: { scope: Pick<ReportScope, 'from' | 'to'>; source: number },
): void {
  const named = { metric: metricTerm(metric), period: period(scope) }
  if (value === null) answer.add('Assistant.Sentence.FigureNone', named, source)
  else answer.add('Assistant.Sentence.Figure', { ...named, value }, source)
}

/** What the rules rejected of the transactions with a score, by the score report. */
async function sayScoreFigure(
  metric: 'falsePositiveRate' | 'detectionRate',
  question: Question,
  answer: AnswerBuilder,
) {
  const scope = scopeOf(question)
  const { assessment, view, from, to } = scope
  const report = await question.reads.reports.scores(
    { environmentId: question.environmentId, assessment, view, from, to },
    { signal: question.signal },
  )
  const source = answer.cite({
    kind: 'report',
    title: term('page', '/reports/scores'),
    detail: period(scope),
    href: reportAddress('/reports/scores', scope),
  })
  if (!sayReportState(answer, report, scope, source)) return
  const value = report.decided[metric]
  sayValue(answer, metric, value === null ? null : percentage(value), { scope, source })
  sayScope(answer, question, report, { assessment, source })
}

async function sayCaseFigure(
  metric: 'openCases' | 'decidedCases' | 'reviewTime',
  question: Question,
  answer: AnswerBuilder,
) {
  const { from, to } = scopeOf(question)
  const { environmentId, signal } = question
  const report = await question.reads.caseReport.overview({ environmentId, from, to }, { signal })
  const source = answer.cite({
    kind: 'report',
    title: term('page', '/casemanagement/report'),
    detail: period({ from, to }),
    href: pageAddress('/casemanagement/report', { range: `${from}_${to}` }),
  })
  const { queueSize, reviewed, medianHandling } = report.kpis
  const value = { openCases: queueSize, decidedCases: reviewed, reviewTime: medianHandling }[metric].value
  const shown = value === null ? null : metric === 'reviewTime' ? duration(value) : count(value)
  sayValue(answer, metric, shown, { scope: { from, to }, source })
}

async function sayCallFigure(metric: 'apiErrors' | 'latency', question: Question, answer: AnswerBuilder) {
  const { from, to } = scopeOf(question)
  const range = {
    from: `${from}T00:00:00Z`,
    to: new Date(Math.min(question.now.getTime(), Date.parse(`${to}T24:00:00Z`))).toISOString(),
  }
  const report = await question.reads.apiManagement.requests(
    { environmentId: question.environmentId, ...range },
    { signal: question.signal },
  )
  const source = answer.cite({
    kind: 'report',
    title: term('page', '/data/apimanagement/requests'),
    detail: period({ from, to }),
    href: '/data/apimanagement/requests',
  })
  const value =
    metric === 'apiErrors' ? count(report.failed) : report.latency === null ? null : duration(report.latency.p95)
  sayValue(answer, metric, value, { scope: { from, to }, source })
}

async function sayUsage({ environmentId, reads, signal }: Question, answer: AnswerBuilder) {
  const { cycle, capabilities } = await reads.usage.summary({ environmentId }, { signal })
  const source = answer.cite({
    kind: 'report',
    title: term('page', '/settings/usage/summary'),
    detail: period(cycle),
    href: '/settings/usage/summary',
  })
  for (const { capability, used } of capabilities)
    answer.add(
      'Assistant.Sentence.UsageRow',
      { capability: term('meteredCapability', capability), used: count(used), period: period(cycle) },
      source,
    )
}
