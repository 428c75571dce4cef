import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { exportReport } from './export/export-report.ts'
import { loadAgeing } from './tabs/ageing.ts'
import { loadOverview } from './tabs/overview.ts'
import { loadOwnPerformance } from './tabs/own.ts'
import { loadQuality } from './tabs/quality.ts'
import { loadQueues } from './tabs/queues.ts'
import { loadReviewerRows } from './tabs/reviewers.ts'
import { loadValue } from './tabs/value.ts'

const { caseReport } = procedures

export const caseReportRoutes = {
  overview: caseReport.overview
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadOverview(context, input, signal)),
  queues: caseReport.queues
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadQueues(context, input, signal)),
  reviewers: caseReport.reviewers
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadReviewerRows(context, input, signal)),
  quality: caseReport.quality
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadQuality(context, input, signal)),
  value: caseReport.value.use(inEnvironment).handler(({ context, input, signal }) => loadValue(context, input, signal)),
  ageing: caseReport.ageing
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadAgeing(context, input, signal)),
  export: caseReport.export
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportReport(context, input, signal)),
  own: caseReport.own.use(inEnvironment).handler(({ context, signal }) => loadOwnPerformance(context, signal)),
}
