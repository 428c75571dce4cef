import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { createFromWizard } from './create-from-wizard.ts'
import { exportSchema } from './export-schema.ts'

export const assessmentWizardRoutes = {
  create: procedures.assessments.create.use(inEnvironment).handler(({ context, input }) => {
    const { environmentId, assessmentId, ...assessment } = input
    return createFromWizard(actionContextOf(context, environmentId), assessmentId, assessment)
  }),
  exportSchema: procedures.assessments.exportSchema
    .use(inEnvironment)
    .handler(({ context, input }) => exportSchema(context, input)),
}
