import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { resourceContextOf } from '../lifecycle/resource-editor.ts'
import {
  createResource,
  discardResourceDraft,
  publishResource,
  removeResource,
  renameResource,
  saveResourceDraft,
} from '../lifecycle/resource-lifecycle.ts'
import { findFunctionDependents, functions, loadFunction, loadFunctions, toFunction } from './functions.ts'

export const functionRoutes = {
  list: procedures.functions.list
    .use(inEnvironment)
    .handler(({ context, input }) => loadFunctions(context.db, resourceContextOf(context, input.environmentId))),
  get: procedures.functions.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      loadFunction(context.db, resourceContextOf(context, input.environmentId), input.functionId),
    ),
  evaluate: procedures.functions.evaluate
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, functionId = null, body } }) =>
      context.engine.evaluateFunction({ environmentId, id: functionId, body }),
    ),
  create: procedures.functions.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(
        await createResource(resourceContextOf(context, input.environmentId), functions, input.functionId, input.body),
      ),
    ),
  saveDraft: procedures.functions.saveDraft
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(
        await saveResourceDraft(
          resourceContextOf(context, input.environmentId),
          functions,
          input.functionId,
          input.body,
        ),
      ),
    ),
  discardDraft: procedures.functions.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardResourceDraft(resourceContextOf(context, input.environmentId), functions, input.functionId),
  })),
  publish: procedures.functions.publish
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, functionId: id, baseVersion, overwrite } }) =>
      // Functions have no status: what is published can be called.
      toFunction(
        await publishResource(resourceContextOf(context, environmentId), functions, {
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
      toFunction(
        await renameResource(resourceContextOf(context, input.environmentId), functions, input.functionId, input.name),
      ),
    ),
  remove: procedures.functions.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeResource(resourceContextOf(context, input.environmentId), functions, input.functionId),
  })),
  dependents: procedures.functions.dependents
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findFunctionDependents(context.db, resourceContextOf(context, input.environmentId), input.functionId),
    ),
}
