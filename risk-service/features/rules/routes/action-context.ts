import type { ConsoleContext, EnvironmentContext } from '../../../kernel/console-api/procedures.ts'
import type { BranchActionContext } from '../branches/branches.ts'
import type { RuleActionContext } from '../publish.ts'
import type { RuleReader } from '../rules.ts'

export type RuleRouteContext = ConsoleContext & EnvironmentContext

export const ruleReaderOf = (context: RuleRouteContext, environmentId: string): RuleReader => ({
  environmentId,
  scope: context.scope,
  tree: context.tree,
  personId: context.principal.id,
  now: context.ports.clock(),
})
export const ruleContextOf = (
  context: RuleRouteContext,
  environmentId: string,
  routing = false,
): RuleActionContext => ({
  ports: context.ports,
  principal: context.principal,
  environmentId,
  tree: context.tree,
  routing,
  engine: context.engine,
  roles: context.actorRoles,
  correlationId: context.correlationId,
})
export const branchContextOf = (
  context: RuleRouteContext,
  environmentId: string,
  eventType: string,
): BranchActionContext => ({
  ...ruleContextOf(context, environmentId),
  eventType,
  origin: context.origin,
})
