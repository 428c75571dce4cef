import type { Metric } from '../../../../contract/assistant/intents.ts'
import { addDays, monthsBefore } from '../../../../contract/common/days.ts'
import type { SummaryKpis } from '../../../../contract/index.ts'
import { reportsLimits } from '../../../../contract/reports/report-definitions.ts'
import type { AnswerBuilder } from '../../composition/answer-builder.ts'
import { count, money, percentage, term, text, time } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { type Days, resolvePeriod } from '../../recognition/recognition.ts'

/** Days that a figure covers where the question names none. */
const defaultDays = 30

/** The figures of the summary report. */
export type SummaryFigure = keyof SummaryKpis
const summaryFigures = {
  transactionVolume: 'volume',
  ruleApprovedRate: 'rate',
  manualReviewRate: 'rate',
  ruleRejectedRate: 'rate',
  ruleChallengedRate: 'rate',
  fraudVolume: 'volume',
  nonFraudVolume: 'volume',
  fraudRate: 'rate',
  sentToBankVolume: 'volume',
  bankAcceptanceRate: 'rate',
  settledVolume: 'volume',
  fraudChargebackVolume: 'volume',
  fraudChargebackRate: 'rate',
} as const satisfies Record<SummaryFigure, 'volume' | 'rate'>

export const isSummaryFigure = (metric: Metric): metric is SummaryFigure => Object.hasOwn(summaryFigures, metric)

/** Whether a figure is a share. */
export const isRate = (metric: SummaryFigure): boolean => summaryFigures[metric] === 'rate'

export type View = 'count' | 'amount'

/** A figure as a value of a sentence: a share, a number of transactions, or their amount in US dollars. */
export const figureValue = (metric: SummaryFigure, value: number, view: View) =>
  isRate(metric) ? percentage(value) : view === 'amount' ? money(value, 'USD') : count(value)

/** What a report is asked for. */
export interface ReportScope extends Days {
  assessment: string
  view: View
  /** Days that the question names and reports do not cover any more; null: they cover all of them. */
  uncovered: Days | null
}

/** The first day that reports cover. */
const firstReportDay = (now: Date): string => monthsBefore(now.toISOString().slice(0, 10), reportsLimits.months)

/** Returns those of some days that reports can cover: the last months up to today, in days of UTC. */
export function coveredDays(days: Days, now: Date): Pick<ReportScope, 'from' | 'to' | 'uncovered'> {
  const [first, last] = [firstReportDay(now), now.toISOString().slice(0, 10)]
  const to = days.to < first ? first : days.to > last ? last : days.to
  const from = days.from < first ? first : days.from > to ? to : days.from
  return { from, to, uncovered: days.from < first ? days : null }
}

/** The assessment, days and view that a question names, or the usual ones. */
export function scopeOf({ recognition: { slots }, today, now }: Question): ReportScope {
  const days = slots.period ? resolvePeriod(slots.period, today) : { from: addDays(today, 1 - defaultDays), to: today }
  return { ...coveredDays(days, now), assessment: slots.assessment ?? 'purchase', view: slots.view ?? 'count' }
}

const builtInNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  accountcreation: 'Account creation',
  accountlogin: 'Account login',
}
/** The name of an assessment: a word of the product for built-in ones. */
export const assessmentName = (assessment: string) => text(builtInNames[assessment] ?? assessment)

interface ReportState {
  refreshedAt: string | null
  hasData: boolean
  firstRead: boolean
}

/**
 * Says what is missing in a report; false: it has no figures for the question. A period before the first day that
 * reports cover has none.
 */
export function sayReportState(
  answer: AnswerBuilder,
  report: ReportState,
  { assessment, from, uncovered }: ReportScope,
  source: number,
): boolean {
  if (!report.hasData || report.refreshedAt === null) {
    answer.add('Assistant.Sentence.NoReportData', { assessment: assessmentName(assessment) }, source)
    return false
  }
  const first = { kind: 'date', value: from } as const
  if (uncovered !== null && uncovered.to < from) {
    answer.add('Assistant.Sentence.NotCovered', { period: { kind: 'period', ...uncovered }, day: first }, source)
    return false
  }
  if (report.firstRead) answer.add('Assistant.Sentence.FirstRead', {}, source)
  if (uncovered !== null) answer.add('Assistant.Sentence.ReportsBegin', { day: first }, source)
  return true
}

/** Repeats what was counted. */
export function sayScope(
  answer: AnswerBuilder,
  { environmentId, environmentName }: Question,
  { refreshedAt }: Pick<ReportState, 'refreshedAt'>,
  { assessment, source }: { assessment: string; source: number },
): void {
  if (refreshedAt === null) return
  answer.add(
    'Assistant.Sentence.Scope',
    {
      assessment: assessmentName(assessment),
      environment: text(environmentName(environmentId)),
      refreshed: time(refreshedAt),
    },
    source,
  )
}

export const metricTerm = (metric: Metric) => term('metric', metric)
