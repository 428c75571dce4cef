import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { type DualRunContext, listDualRuns, loadDualRun, removeDualRun, startDualRun } from './dual-runs.ts'
import { endMirror, loadMirror, removeMirror, startMirror } from './mirror/mirrors.ts'

const callerOf = (context: EnvironmentCallContext, environmentId: string): DualRunContext => ({
  ...actionContextOf(context, environmentId),
  wake: context.dualRuns.wake,
})

const { dualRuns, mirrors } = procedures

export const dualRunRoutes = {
  start: dualRuns.start
    .use(inEnvironment)
    .handler(({ context, input }) => startDualRun(callerOf(context, input.environmentId), input)),
  list: dualRuns.list
    .use(inEnvironment)
    .handler(({ context, input }) => listDualRuns(callerOf(context, input.environmentId))),
  get: dualRuns.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadDualRun(callerOf(context, input.environmentId), input.dualRunId)),
  cancel: dualRuns.cancel.use(inEnvironment).handler(async ({ context, input }) => ({
    cancelled: await removeDualRun(callerOf(context, input.environmentId), input.dualRunId, 'cancel'),
  })),
  remove: dualRuns.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeDualRun(callerOf(context, input.environmentId), input.dualRunId, 'remove'),
  })),
}

export const mirrorRoutes = {
  get: mirrors.get.use(inEnvironment).handler(async ({ context, input }) => ({
    mirror: await loadMirror(actionContextOf(context, input.environmentId)),
  })),
  start: mirrors.start
    .use(inEnvironment)
    .handler(({ context, input }) =>
      startMirror(actionContextOf(context, input.environmentId), input.mirrorId, input.words),
    ),
  end: mirrors.end
    .use(inEnvironment)
    .handler(({ context, input }) => endMirror(actionContextOf(context, input.environmentId), input.mirrorId)),
  remove: mirrors.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeMirror(actionContextOf(context, input.environmentId), input.mirrorId),
  })),
}
