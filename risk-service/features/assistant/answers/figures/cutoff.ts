import { lastCutoff, reportsLimits, scoreBinWidth } from '../../../../contract/reports/report-definitions.ts'
import { reportAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, money, number, percentage, period, term } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { sayReportState, sayScope, scopeOf } from './report-scope.ts'

const scoresPage = '/reports/scores'

/** Says what a cut-off of the score would have stopped; without one in the question, the one that earns most. */
export async function answerCutoff(question: Question, answer: AnswerBuilder): Promise<void> {
  const scope = scopeOf(question)
  const { assessment, view, from, to } = scope
  const { environmentId, reads, signal } = question
  const input = { environmentId, assessment, view, from, to }
  const requested = question.recognition.slots.cutoff
  const report = await reads.reports.scores(input, { signal })
  const profit = requested === undefined ? await reads.reports.scoreProfit(input, { signal }) : null
  const required = requested ?? profit?.recommendedCutoff ?? 0
  const cutoff = Math.min(lastCutoff, Math.max(0, Math.floor(required / scoreBinWidth) * scoreBinWidth))
  const source = answer.cite({
    kind: 'report',
    title: term('page', scoresPage),
    detail: period(scope),
    href: reportAddress(scoresPage, scope, {
      ...(view === 'amount' ? { view } : {}),
      tab: 'operation',
      cutoff: String(cutoff),
    }),
  })
  if (!sayReportState(answer, report, scope, source)) return
  if (profit !== null && profit.bins.length > 0)
    answer.add(
      'Assistant.Sentence.CutoffFound',
      { margin: number(profit.margin), cutoff: number(profit.recommendedCutoff) },
      source,
    )
  const effect = report.cutoffs.find(each => each.cutoff === cutoff)
  if (effect === undefined || effect.percentAtOrAbove === null) {
    answer.add('Assistant.Sentence.CutoffNone', { period: period(scope) }, source)
    return
  }
  const { volumeAtOrAbove, percentAtOrAbove, detectionRate, falsePositiveRate } = effect
  answer.add(
    'Assistant.Sentence.Cutoff',
    {
      cutoff: number(cutoff),
      period: period(scope),
      volume: view === 'amount' ? money(volumeAtOrAbove, 'USD') : count(volumeAtOrAbove),
      share: percentage(percentAtOrAbove),
    },
    source,
  )
  if (detectionRate === null || falsePositiveRate === null)
    answer.add('Assistant.Sentence.CutoffUnknown', { period: period(scope) }, source)
  else
    answer.add(
      'Assistant.Sentence.CutoffFraud',
      { detected: percentage(detectionRate), good: percentage(falsePositiveRate) },
      source,
    )
  if (report.confirmed < reportsLimits.fewConfirmed)
    answer.add('Assistant.Sentence.FewConfirmed', { count: count(report.confirmed) }, source)
  if (report.inForce !== null)
    answer.add('Assistant.Sentence.CutoffInForce', { cutoff: number(report.inForce) }, source)
  sayScope(answer, question, report, { assessment, source })
}
