import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadObserved } from './observed/load-observed.ts'
import { recordChart, recordExport } from './record-export.ts'
import { loadFilterValues } from './rules/load-filter-values.ts'
import { loadRulesReport } from './rules/load-rules.ts'
import { loadScoreProfit, loadScoreSeries, loadScoreTarget } from './scores/load-cutoff.ts'
import { loadScores } from './scores/load-scores.ts'
import { answerOf } from './stored-answers.ts'
import { loadOlderMonths } from './summary/load-older-months.ts'
import { loadSummary } from './summary/load-summary.ts'
import { listReportedAssessments } from './summary/report-scope.ts'
import { loadThreats } from './threats/load-threats.ts'

const { reports } = procedures

export const reportsRoutes = {
  assessments: reports.assessments
    .use(inEnvironment)
    .handler(({ context, input }) => ({ assessments: listReportedAssessments(context, input.environmentId) })),
  summary: reports.summary
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      answerOf(context, 'summary', input, () => loadSummary(context, input, signal)),
    ),
  rules: reports.rules
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      answerOf(context, 'rules', input, () => loadRulesReport(context, input, signal)),
    ),
  scores: reports.scores.use(inEnvironment).handler(({ context, input, signal }) => loadScores(context, input, signal)),
  scoreCutoff: reports.scoreCutoff
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadScoreSeries(context, input, signal)),
  scoreProfit: reports.scoreProfit
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadScoreProfit(context, input, signal)),
  scoreTarget: reports.scoreTarget
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadScoreTarget(context, input, signal)),
  threats: reports.threats
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      answerOf(context, 'threats', input, () => loadThreats(context, input, signal)),
    ),
  observed: reports.observed
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadObserved(context, input, signal)),
  olderMonths: reports.olderMonths
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadOlderMonths(context, input, signal)),
  attributeValues: reports.attributeValues
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadFilterValues(context, input, signal)),
  recordExport: reports.recordExport.use(inEnvironment).handler(({ context, input }) => recordExport(context, input)),
  recordChart: reports.recordChart.use(inEnvironment).handler(({ context, input }) => recordChart(context, input)),
}
