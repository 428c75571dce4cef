import { editorOf } from '../resources/editor.ts'
import {
  createResource,
  discardResourceDraft,
  publishResource,
  removeResource,
  renameResource,
  saveResourceDraft,
} from '../resources/life.ts'
import { base, inEnvironment } from '../session/base.ts'
import { functions, listFunctions, readFunction, toFunction, usersOfFunction } from './functions.ts'

export const functionRoutes = {
  list: base.functions.list
    .use(inEnvironment)
    .handler(({ context, input }) => listFunctions(context.db, editorOf(context, input.environmentId))),
  get: base.functions.get
    .use(inEnvironment)
    .handler(({ context, input }) =>
      readFunction(context.db, editorOf(context, input.environmentId), input.functionId),
    ),
  evaluate: base.functions.evaluate
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, functionId = null, body } }) =>
      context.engine.evaluateFunction({ environmentId, id: functionId, body }),
    ),
  create: base.functions.create
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(await createResource(editorOf(context, input.environmentId), functions, input.functionId, input.body)),
    ),
  saveDraft: base.functions.saveDraft
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(
        await saveResourceDraft(editorOf(context, input.environmentId), functions, input.functionId, input.body),
      ),
    ),
  discardDraft: base.functions.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardResourceDraft(editorOf(context, input.environmentId), functions, input.functionId),
  })),
  publish: base.functions.publish
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, functionId: id, baseVersion, overwrite } }) =>
      // Functions have no status: what is published can be called.
      toFunction(
        await publishResource(editorOf(context, environmentId), functions, {
          id,
          status: 'active',
          baseVersion,
          overwrite,
        }),
      ),
    ),
  rename: base.functions.rename
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      toFunction(await renameResource(editorOf(context, input.environmentId), functions, input.functionId, input.name)),
    ),
  remove: base.functions.remove.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await removeResource(editorOf(context, input.environmentId), functions, input.functionId),
  })),
  dependents: base.functions.dependents
    .use(inEnvironment)
    .handler(({ context, input }) =>
      usersOfFunction(context.db, editorOf(context, input.environmentId), input.functionId),
    ),
}
