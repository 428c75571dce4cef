import { inEnvironment, procedures } from '../../../kernel/console-api/procedures.ts'
import { createBranch, listBranches, readBranch, removeBranch } from '../branches/branches.ts'
import { loadExperimentResults, startExperiment, stopExperiment } from '../branches/experiments.ts'
import { promoteBranch } from '../branches/promote-branch.ts'
import { branchContextOf } from './action-context.ts'

export const branchRoutes = {
  list: procedures.branches.list
    .use(inEnvironment)
    .handler(({ context, input }) =>
      listBranches(context.db, branchContextOf(context, input.environmentId, input.eventType)),
    ),
  get: procedures.branches.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readBranch(context.db, branchContextOf(context, input.environmentId, input.eventType), input.branch),
    ),
  create: procedures.branches.create
    .use(inEnvironment)
    .handler(({ context, input }) =>
      createBranch(branchContextOf(context, input.environmentId, input.eventType), input),
    ),
  remove: procedures.branches.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeBranch(branchContextOf(context, input.environmentId, input.eventType), input.branch),
  })),
  startExperiment: procedures.branches.startExperiment
    .use(inEnvironment)
    .handler(({ context, input }) =>
      startExperiment(branchContextOf(context, input.environmentId, input.eventType), input.branch, input),
    ),
  stopExperiment: procedures.branches.stopExperiment
    .use(inEnvironment)
    .handler(({ context, input }) =>
      stopExperiment(branchContextOf(context, input.environmentId, input.eventType), input.branch),
    ),
  results: procedures.branches.results
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadExperimentResults(context.db, branchContextOf(context, input.environmentId, input.eventType), input.branch),
    ),
  promote: procedures.branches.promote
    .use(inEnvironment)
    .handler(({ context, input }) =>
      promoteBranch(
        branchContextOf(context, input.environmentId, input.eventType),
        input.branch,
        input.keepProductionAs,
      ),
    ),
}
