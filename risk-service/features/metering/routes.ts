import type { AuditContext } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { readPlan, savePlan } from './plan.ts'
import { exportDetails, readDetails } from './read-details.ts'
import { readOutlook } from './read-outlook.ts'
import { readSummary, type UseRequest } from './read-summary.ts'
import { scopeOfFigures, scopeOfTenant, type UseScope } from './use-scope.ts'

const { usage, billing } = procedures

interface UseCall {
  context: EnvironmentCallContext
  signal?: AbortSignal | undefined
}

const actorOf = (
  { ports, principal, actorRoles, correlationId }: EnvironmentCallContext,
  environmentId: string,
): AuditContext => ({ ports, principal, roles: actorRoles, correlationId, environmentId })

const requestOf = ({ context, signal }: UseCall, scope: UseScope): UseRequest => ({
  db: context.db,
  tenantId: context.principal.tenantId,
  now: context.ports.clock(),
  signal,
  scope,
})

/** An environment and those below it. What is counted and not written yet is written first. */
async function ofEnvironment(call: UseCall): Promise<UseRequest> {
  const { db, principal, figures, metering } = call.context
  await metering.flush()
  return requestOf(call, await scopeOfFigures(db, principal.tenantId, figures))
}
/** The whole tenant, or one root of it. */
async function ofTenant(call: UseCall, { rootId }: { rootId?: string | undefined }): Promise<UseRequest> {
  const { db, principal, metering } = call.context
  await metering.flush()
  return requestOf(call, await scopeOfTenant(db, principal.tenantId, rootId))
}

const planReader = ({ db, principal, ports }: EnvironmentCallContext) => ({
  db,
  tenantId: principal.tenantId,
  now: ports.clock(),
})

export const usageRoutes = {
  summary: usage.summary
    .use(inEnvironment)
    .handler(async ({ context, input, signal }) => readSummary(await ofEnvironment({ context, signal }), input)),
  details: usage.details
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId: _environmentId, ...filter }, signal }) =>
      readDetails(await ofEnvironment({ context, signal }), filter),
    ),
  export: usage.export
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, ...filter }, signal }) =>
      exportDetails(await ofEnvironment({ context, signal }), actorOf(context, environmentId), filter),
    ),
}

export const billingRoutes = {
  get: billing.get.use(inEnvironment).handler(async ({ context }) => {
    await context.metering.flush()
    return readPlan(planReader(context))
  }),
  outlook: billing.outlook.use(inEnvironment).handler(async ({ context }) => {
    await context.metering.flush()
    return readOutlook(context)
  }),
  save: billing.save.use(inEnvironment).handler(async ({ context, input: { environmentId, baseVersion, plan } }) => {
    await savePlan(planReader(context), actorOf(context, environmentId), { baseVersion, plan })
    return readPlan(planReader(context))
  }),
  summary: billing.summary
    .use(inEnvironment)
    .handler(async ({ context, input, signal }) => readSummary(await ofTenant({ context, signal }, input), input)),
  details: billing.details
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId: _environmentId, rootId, ...filter }, signal }) =>
      readDetails(await ofTenant({ context, signal }, { rootId }), filter),
    ),
  export: billing.export
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, rootId, ...filter }, signal }) =>
      exportDetails(await ofTenant({ context, signal }, { rootId }), actorOf(context, environmentId), filter),
    ),
}
