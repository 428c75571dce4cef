import { authorize } from '../../kernel/access/authorize.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { findMatches } from './find-matches.ts'
import { rerunEvent } from './rerun.ts'
import { createTestCase } from './test-case.ts'
import { loadTimeline } from './timeline.ts'

const noEventMessage = 'There is no event with this id in this environment.'

export const recorderRoutes = {
  find: procedures.recorder.find
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ matches: await findMatches(context, input.id) })),
  timeline: procedures.recorder.timeline.use(inEnvironment).handler(async ({ context, input, errors }) => {
    const timeline = await loadTimeline({ ...context, environmentId: input.environmentId }, input)
    if (!timeline) throw errors.NOT_FOUND({ message: noEventMessage })
    return timeline
  }),
  rerun: procedures.recorder.rerun
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, errors }) => {
      const rerun = await rerunEvent({ ...context, environmentId: input.environmentId }, input)
      if (!rerun) throw errors.NOT_FOUND({ message: noEventMessage })
      return rerun
    }),
  testCase: procedures.recorder.testCase
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, errors }) => {
      const { environmentId } = input
      authorize(context.principal, environmentId, 'search', 'read', context.tree)
      const testCase = await createTestCase({ ...context, environmentId }, input)
      if (!testCase) throw errors.NOT_FOUND({ message: noEventMessage })
      return testCase
    }),
}
