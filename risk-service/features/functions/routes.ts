import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import {
  createResource,
  createResourceLifecycle,
  discardResourceDraft,
  removeResource,
} from '../lifecycle/resource-lifecycle.ts'
import { findFunctionDependents, functions, loadFunction, loadFunctions, toFunction } from './functions.ts'

const lifecycleOf = (context: EnvironmentCallContext, environmentId: string) =>
  createResourceLifecycle(actionContextOf(context, environmentId), functions)

export const functionRoutes = {
  list: procedures.functions.list
    .use(inEnvironment)
    .handler(({ context, input }) => loadFunctions(context.db, actionContextOf(context, input.environmentId))),
  get: procedures.functions.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadFunction(context.db, actionContextOf(context, input.environmentId), input.functionId),
    ),
  evaluate: procedures.functions.evaluate
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input: { environmentId, functionId = null, body } }) =>
      context.engine.evaluateFunction({ environmentId, id: functionId, body }),
    ),
  create: procedures.functions.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(
        await createResource(actionContextOf(context, input.environmentId), functions, input.functionId, input.body),
      ),
    ),
  saveDraft: procedures.functions.saveDraft
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(await lifecycleOf(context, input.environmentId).saveDraft(input.functionId, input.body)),
    ),
  discardDraft: procedures.functions.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardResourceDraft(actionContextOf(context, input.environmentId), functions, input.functionId),
  })),
  publish: procedures.functions.publish
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, functionId: id, baseVersion, overwrite } }) =>
      // Functions have no status: a published one can be called.
      toFunction(
        await lifecycleOf(context, environmentId).publish({
          id,
          status: 'active',
          baseVersion,
          overwrite,
        }),
      ),
    ),
  rename: procedures.functions.rename
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(await lifecycleOf(context, input.environmentId).rename(input.functionId, input.name)),
    ),
  remove: procedures.functions.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeResource(actionContextOf(context, input.environmentId), functions, input.functionId),
  })),
  dependents: procedures.functions.dependents
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findFunctionDependents(context.db, actionContextOf(context, input.environmentId), input.functionId),
    ),
}
