import type { Metric } from '../../../../contract/assistant/intents.ts'
import { addDays } from '../../../../contract/common/days.ts'
import type { SummaryKpis } from '../../../../contract/index.ts'
import type { AnswerBuilder } from '../answer-builder.ts'
import { count, money, percentage, term, text, time } from '../answer-builder.ts'
import type { Question } from '../question.ts'
import { type Days, resolvePeriod } from '../resolve-period.ts'

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
}

/** The assessment, days and view that a question names, or the usual ones. */
export function scopeOf({ recognition: { slots }, today }: Question): ReportScope {
  const days = slots.period ? resolvePeriod(slots.period, today) : { from: addDays(today, 1 - defaultDays), to: today }
  return { ...days, assessment: slots.assessment ?? 'purchase', view: slots.view ?? 'count' }
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
  firstDay: string
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
  { assessment, from, to }: ReportScope,
  source: number,
): boolean {
  if (!report.hasData || report.refreshedAt === null) {
    answer.say('Assistant.Sentence.NoReportData', { assessment: assessmentName(assessment) }, source)
    return false
  }
  if (to < report.firstDay) {
    answer.say(
      'Assistant.Sentence.NotCovered',
      { period: { kind: 'period', from, to }, day: { kind: 'date', value: report.firstDay } },
      source,
    )
    return false
  }
  if (report.firstRead) answer.say('Assistant.Sentence.FirstRead', {}, source)
  if (from < report.firstDay)
    answer.say('Assistant.Sentence.ReportsBegin', { day: { kind: 'date', value: report.firstDay } }, source)
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
  answer.say(
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
