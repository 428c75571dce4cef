import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { listAssessments } from './list-assessments.ts'
import { readReportSettings, saveReportSettings } from './report-settings.ts'

const { assessments } = procedures

export const assessmentRoutes = {
  list: assessments.list
    .use(inEnvironment)
    .handler(({ context, input, signal }) => listAssessments(context, input.environmentId, signal)),
  reportSettings: assessments.reportSettings
    .use(inEnvironment)
    .handler(({ context, input }) => readReportSettings(context, input)),
  saveReportSettings: assessments.saveReportSettings
    .use(inEnvironment)
    .handler(({ context, input }) => saveReportSettings(context, input)),
}
