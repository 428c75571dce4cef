import { allows, type Environment } from '../../contract/index.ts'
import { type TreeProcedure, treeRight } from '../../contract/procedure-rights.ts'
import { AccessError, authorize, rolesIn, tenantLevel } from '../../kernel/access/authorize.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { assertAudience, procedures } from '../../kernel/console-api/procedures.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { schedulePendingTemplate } from '../templates/apply-template.ts'
import { resolveCreationTemplate } from '../templates/pending-template.ts'
import { removeEnvironment, retryEnvironment, updateEnvironment } from './change-environment.ts'
import { createEnvironment, type EnvironmentActionContext } from './create-environment.ts'
import { describeEnvironment, visibleEnvironments } from './environments.ts'

/**
 * These procedures are about environments, not in them: one that is being created or has failed can be read, too. Roots
 * and children have separate capabilities.
 */
export const environmentRoutes = {
  list: procedures.environments.list.handler(({ context }) => visibleEnvironments(context.principal, context.tree)),
  create: procedures.environments.create.handler(async ({ context, input }) => {
    if (input.parentId === null) authorizeRoot(context)
    else {
      const { capability, level } = treeRight('environments.create', false)
      authorize(context.principal, input.parentId, capability, level, context.tree)
      const counterpart = context.tree.get(input.parentId)?.counterpartId
      // The sandbox is created below another environment, where the caller may have fewer rights.
      if (input.withSandbox && counterpart != null && context.tree.has(counterpart)) {
        authorize(context.principal, counterpart, capability, level, context.tree)
      }
    }
    const filling = await resolveCreationTemplate(context, input)
    const editor = environmentContextOf(context, input.parentId)
    const id = await createEnvironment(
      editor,
      input,
      filling === null
        ? undefined
        : (trx, ids) => schedulePendingTemplate(trx, ids, { ...filling, author: editor.principal }),
    )
    return await loadEnvironment(context, id)
  }),
  update: procedures.environments.update.handler(async ({ context, input: { environmentId, ...changes } }) => {
    authorizeOn(context, 'environments.update', environmentId)
    await updateEnvironment(environmentContextOf(context, environmentId), environmentId, changes)
    return await loadEnvironment(context, environmentId)
  }),
  remove: procedures.environments.remove.handler(({ context, input: { environmentId } }) => {
    authorizeOn(context, 'environments.remove', environmentId)
    return removeEnvironment(environmentContextOf(context, environmentId), environmentId)
  }),
  retry: procedures.environments.retry.handler(async ({ context, input: { environmentId } }) => {
    authorizeOn(context, 'environments.retry', environmentId)
    await retryEnvironment(environmentContextOf(context, environmentId), environmentId)
    return await loadEnvironment(context, environmentId)
  }),
}

function authorizeRoot({ principal }: ConsoleContext): void {
  const { capability, level } = treeRight('environments.create', true)
  if (!allows(tenantLevel(principal, capability), level)) throw new AccessError('forbidden', capability, level)
}

function authorizeOn(context: ConsoleContext, procedure: TreeProcedure, environmentId: string): void {
  const { principal, tree } = context
  const { capability, level } = treeRight(procedure, tree.get(environmentId)?.parentId === null)
  authorize(principal, environmentId, capability, level, tree)
  assertAudience(context, environmentId)
}

function environmentContextOf(
  { ports, environments, principal, correlationId, tree }: ConsoleContext,
  environmentId: string | null,
): EnvironmentActionContext {
  const roles = environmentId === null ? ['ProductAdmin'] : rolesIn(principal, environmentId, tree)
  return { ports, environments, principal, roles, correlationId }
}

/** Loads an environment after a change. @throws NotFoundError when it was removed in the meantime */
async function loadEnvironment({ db, principal }: ConsoleContext, id: string): Promise<Environment> {
  const found = describeEnvironment(principal, await loadEnvironmentTree(db, principal.tenantId), id)
  if (!found) throw new NotFoundError('This environment does not exist.')
  return found
}
