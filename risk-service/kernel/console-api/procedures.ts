import { implement } from '@orpc/server'
import { consoleContract } from '../../contract/index.ts'
import { environmentRight } from '../../contract/procedure-rights.ts'
import { authorize, rolesIn } from '../access/authorize.ts'
import { countedScopeOf, type EnvironmentTree, scopeOf } from '../environments/environment-tree.ts'
import { ConflictError } from '../errors/errors.ts'
import type { ConsoleContext, EnvironmentContext } from './context.ts'

/**
 * Handlers are made from this: `base.search.events.use(environmentInput).handler(…)`; what each needs stands in the
 * contract.
 */
export const procedures = implement(consoleContract).$context<ConsoleContext>()

/**
 * The only door into an environment: 404 for one that the caller cannot see or that is another tenant's, 403 with the
 * missing capability of the procedure otherwise, 409 for one that is not Active. Throws; the handler's edge turns it
 * into the answer.
 */
export const inEnvironment = procedures.middleware<EnvironmentContext, { environmentId: string }>(
  async ({ context, next, path }, { environmentId }) => {
    const { capability, level } = environmentRight(path)
    authorize(context.principal, environmentId, capability, level, context.tree)
    assertActive(context.tree, environmentId)
    const scope = scopeOf(context.tree, environmentId)
    return next({
      context: {
        scope,
        figures: countedScopeOf(context.tree, scope),
        actorRoles: rolesIn(context.principal, environmentId, context.tree),
      },
    })
  },
)

/** @throws ConflictError when the environment is still being made, failed or is being deleted. */
function assertActive(tree: EnvironmentTree, environmentId: string): void {
  const node = tree.get(environmentId)
  if (node && node.status !== 'Active')
    throw new ConflictError(`The environment ${node.name} is not active.`, { reason: 'environment.notActive' })
}
