import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { deleteAssessment } from './delete-assessment.ts'

export const assessmentRemovalRoutes = {
  remove: procedures.assessments.remove
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, assessmentId } }) =>
      deleteAssessment(actionContextOf(context, environmentId), assessmentId),
    ),
}
