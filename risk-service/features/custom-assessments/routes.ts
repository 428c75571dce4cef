import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { createCustomAssessment, listCustomAssessments, saveCustomAssessment } from './custom-assessments.ts'

const { customAssessments } = procedures

export const customAssessmentRoutes = {
  list: customAssessments.list
    .use(inEnvironment)
    .handler(({ context, input }) => listCustomAssessments(context, input.environmentId)),
  create: customAssessments.create
    .use(inEnvironment)
    .handler(({ context, input }) => createCustomAssessment(context, input)),
  save: customAssessments.save.use(inEnvironment).handler(({ context, input }) => saveCustomAssessment(context, input)),
}
