import type { Capability } from '../../contract/index.ts'
import { allows } from '../../contract/index.ts'
import type { MovingInReport, MovingInSource } from '../../contract/moving-in/moving-in.ts'
import { levelIn, rolesIn } from '../../kernel/access/authorize.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { recordChange } from '../../kernel/store/changes/write-changes.ts'
import { mayRegister, registrarOf } from '../applications/applications.ts'
import { loadImportScope } from '../configuration/import/import-scope.ts'
import type { MovingContext } from './model/moving-context.ts'
import { moveIn } from './move-in.ts'

/** Whoever may write rules moves in; of everything else each object needs the right of its own. */
export const movingInRoutes = {
  preview: procedures.movingIn.preview
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input }) => run(context, input, true)),
  apply: procedures.movingIn.apply
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input }) => run(context, input, false)),
}

async function run(context: EnvironmentCallContext, source: MovingInSource, dryRun: boolean): Promise<MovingInReport> {
  const { environmentId } = source
  // One after another for each tenant: a source may have megabytes, and its checks take seconds.
  return context.fileQueue(`moving in ${context.principal.tenantId}`, async () => {
    const { changed, ...report } = await moveIn(await contextOf(context, environmentId), source, { dryRun })
    if (changed) {
      await context.engine.reloadRules(environmentId)
      await context.calls.reload(environmentId)
    }
    return report
  })
}

async function contextOf(context: EnvironmentCallContext, environmentId: string): Promise<MovingContext> {
  const { principal, tree, calls, environments, ports } = context
  const call = { ...context, environmentId }
  return {
    environmentId,
    importer: {
      ...actionContextOf(context, environmentId),
      ...(await loadImportScope(ports, environmentId)),
      calls,
      announce: trx => recordChange(trx, environmentId),
    },
    queues: { ...context, actorRoles: rolesIn(principal, environmentId, tree) },
    registrar: registrarOf(call),
    environments,
    access: call,
    may: (capability: Capability) => allows(levelIn(principal, environmentId, capability, tree), 'write'),
    mayRegister: mayRegister(call),
  }
}
