import { base, inEnvironment } from '../session/base.ts'
import { createBranch, listBranches, promoteBranch, readBranch, removeBranch } from './branches.ts'
import { branchEditorOf } from './context.ts'
import { readResults, startExperiment, stopExperiment } from './experiments.ts'

export const branchRoutes = {
  list: base.branches.list
    .use(inEnvironment)
    .handler(({ context, input }) =>
      listBranches(context.db, branchEditorOf(context, input.environmentId, input.eventType)),
    ),
  get: base.branches.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readBranch(context.db, branchEditorOf(context, input.environmentId, input.eventType), input.branch),
    ),
  create: base.branches.create
    .use(inEnvironment)
    .handler(({ context, input }) =>
      createBranch(branchEditorOf(context, input.environmentId, input.eventType), input),
    ),
  remove: base.branches.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeBranch(branchEditorOf(context, input.environmentId, input.eventType), input.branch),
  })),
  startExperiment: base.branches.startExperiment
    .use(inEnvironment)
    .handler(({ context, input }) =>
      startExperiment(branchEditorOf(context, input.environmentId, input.eventType), input.branch, input),
    ),
  stopExperiment: base.branches.stopExperiment
    .use(inEnvironment)
    .handler(({ context, input }) =>
      stopExperiment(branchEditorOf(context, input.environmentId, input.eventType), input.branch),
    ),
  results: base.branches.results
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readResults(context.db, branchEditorOf(context, input.environmentId, input.eventType), input.branch),
    ),
  promote: base.branches.promote
    .use(inEnvironment)
    .handler(({ context, input }) =>
      promoteBranch(
        branchEditorOf(context, input.environmentId, input.eventType),
        input.branch,
        input.keepProductionAs,
      ),
    ),
}
