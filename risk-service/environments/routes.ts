import { AccessError, authorize, rolesIn, tenantLevel } from '../access/authorize.ts'
import { type TreeProcedure, treeRight } from '../contract/capabilities-by-procedure.ts'
import { allows, type Environment } from '../contract/index.ts'
import { base, type ConsoleContext } from '../session/base.ts'
import { Missing } from '../session/refusals.ts'
import { noteFilling } from '../templates/fill.ts'
import { fillingFor } from '../templates/filling.ts'
import { removeEnvironment, retryEnvironment, updateEnvironment } from './change.ts'
import { createEnvironment, type EnvironmentEditor } from './create.ts'
import { describe, visibleEnvironments } from './environments.ts'
import { loadTree } from './tree.ts'

/**
 * These procedures are about environments, not in them: one that is being made or has failed can be asked for, too.
 * Roots and children have capabilities of their own.
 */
export const environmentRoutes = {
  list: base.environments.list.handler(({ context }) => visibleEnvironments(context.principal, context.tree)),
  create: base.environments.create.handler(async ({ context, input }) => {
    if (input.parentId === null) authorizeRoot(context)
    else {
      const { capability, level } = treeRight('environments.create', false)
      authorize(context.principal, input.parentId, capability, level, context.tree)
      const counterpart = context.tree.get(input.parentId)?.counterpartId
      // The sandbox is made below another environment, where the caller may hold less.
      if (input.withSandbox && counterpart != null && context.tree.has(counterpart)) {
        authorize(context.principal, counterpart, capability, level, context.tree)
      }
    }
    const filling = await fillingFor(context, input)
    const editor = editorOf(context, input.parentId)
    const id = await createEnvironment(
      editor,
      input,
      filling === null ? undefined : (trx, ids) => noteFilling(trx, ids, { ...filling, author: editor.principal }),
    )
    return await current(context, id)
  }),
  update: base.environments.update.handler(async ({ context, input: { environmentId, ...changes } }) => {
    authorizeOn(context, 'environments.update', environmentId)
    await updateEnvironment(editorOf(context, environmentId), environmentId, changes)
    return await current(context, environmentId)
  }),
  remove: base.environments.remove.handler(({ context, input: { environmentId } }) => {
    authorizeOn(context, 'environments.remove', environmentId)
    return removeEnvironment(editorOf(context, environmentId), environmentId)
  }),
  retry: base.environments.retry.handler(async ({ context, input: { environmentId } }) => {
    authorizeOn(context, 'environments.retry', environmentId)
    await retryEnvironment(editorOf(context, environmentId), environmentId)
    return await current(context, environmentId)
  }),
}

function authorizeRoot({ principal }: ConsoleContext): void {
  const { capability, level } = treeRight('environments.create', true)
  if (!allows(tenantLevel(principal, capability), level)) throw new AccessError('forbidden', capability, level)
}

function authorizeOn({ principal, tree }: ConsoleContext, procedure: TreeProcedure, environmentId: string): void {
  const { capability, level } = treeRight(procedure, tree.get(environmentId)?.parentId === null)
  authorize(principal, environmentId, capability, level, tree)
}

function editorOf(
  { ports, environments, principal, correlationId, tree }: ConsoleContext,
  environmentId: string | null,
): EnvironmentEditor {
  const roles = environmentId === null ? ['ProductAdmin'] : rolesIn(principal, environmentId, tree)
  return { ports, environments, principal, roles, correlationId }
}

/** As it is after the change. @throws Missing when it was removed meanwhile */
async function current({ db, principal }: ConsoleContext, id: string): Promise<Environment> {
  const found = describe(principal, await loadTree(db, principal.tenantId), id)
  if (!found) throw new Missing('This environment does not exist.')
  return found
}
