import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadOverview } from './tabs/overview.ts'

const { caseReport } = procedures

export const caseReportRoutes = {
  overview: caseReport.overview
    .use(inEnvironment)
    .handler(({ context, input, signal }) => loadOverview(context, input, signal)),
}
