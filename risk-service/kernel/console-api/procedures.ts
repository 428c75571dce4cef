import { implement, ORPCError } from '@orpc/server'
import { consoleContract } from '../../contract/index.ts'
import { environmentRight } from '../../contract/procedure-rights.ts'
import { TokenError } from '../../ports/index.ts'
import { grantsIn } from '../access/access-decision.ts'
import { authorize, rolesIn } from '../access/authorize.ts'
import { countedScopeOf, type EnvironmentTree, scopeOf } from '../environments/environment-tree.ts'
import { ConflictError } from '../errors/errors.ts'
import { isUnmasked, masksItself, subjectsOf } from '../personal-data/masked-procedures.ts'
import { loadMasking, loadPreviewMasking, type Masking, noMasking } from '../personal-data/masking.ts'
import type { ConsoleContext, EnvironmentContext } from './context.ts'

/**
 * The base of all handlers: `base.search.events.use(environmentInput).handler(…)`; the contract declares the right that
 * each needs.
 */
export const procedures = implement(consoleContract).$context<ConsoleContext>()

/**
 * The only access to an environment: 404 for one that the caller cannot see or that belongs to another tenant, 403 with
 * the missing capability of the procedure otherwise, 409 for one that is not Active. Throws; the edge of the handlers
 * turns the error into the answer. Personal data is masked in what the handler returns, as the caller's roles say.
 */
export const inEnvironment = procedures.middleware<EnvironmentContext, { environmentId: string }>(
  async ({ context, next, path }, input) => {
    const { environmentId } = input
    const { capability, level } = environmentRight(path)
    const decision = authorize(context.principal, environmentId, capability, level, context.tree)
    assertAudience(context, environmentId)
    assertActive(context.tree, environmentId)
    if (context.principal.preview === undefined)
      await context.roleUse.record(context.principal, decision, { capability, required: level })
    const scope = scopeOf(context.tree, environmentId)
    const actorRoles = rolesIn(context.principal, environmentId, context.tree)
    const masking = isUnmasked(path) ? noMasking : await maskingIn(context, environmentId, actorRoles)
    const result = await next({
      context: { scope, figures: countedScopeOf(context.tree, scope), actorRoles, masking },
    })
    return masksItself(path) ? result : { ...result, output: masking.apply(result.output, subjectsOf(input)) }
  },
)

function maskingIn(
  { db, principal, tree, ports }: ConsoleContext,
  environmentId: string,
  actorRoles: readonly string[],
): Promise<Masking> {
  const { preview, tenantId } = principal
  if (preview === undefined) return loadMasking(db, principal, actorRoles, ports.clock())
  const previewed = grantsIn(principal, environmentId, tree).map(({ role }) => role)
  return loadPreviewMasking(db, tenantId, { previewed, own: rolesIn(preview.own, environmentId, tree) })
}

/** An editor evaluates after each pause in typing; what is evaluated delays decisions. */
const evaluationRate = { perSecond: 1, burst: 60 }

/** For procedures that compile, run or parse what the caller sends: 429 for a user who asks for too many of them. */
export const limitEvaluations = procedures.middleware(async ({ context, next }) => {
  if (context.evaluationLimiter.acquire(context.principal.id, evaluationRate) > 0)
    throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many evaluations. Wait a moment, then try again.' })
  return next()
})

/** @throws TokenError when the token is for environments of the other kind */
export function assertAudience({ principal, tree }: ConsoleContext, environmentId: string): void {
  const { audienceKind = 'both' } = principal
  if (audienceKind !== 'both' && audienceKind !== tree.get(environmentId)?.kind)
    throw new TokenError('TokenAudienceNotAllowed', 'The token is for environments of another kind.')
}

/** @throws ConflictError when the environment is still being created, has failed or is being deleted. */
function assertActive(tree: EnvironmentTree, environmentId: string): void {
  const node = tree.get(environmentId)
  if (node && node.status !== 'Active')
    throw new ConflictError(`The environment ${node.name} is not active.`, { reason: 'environment.notActive' })
}
