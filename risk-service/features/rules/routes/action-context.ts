import { actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { BranchActionContext } from '../branches/branches.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import type { RuleReader } from '../rules.ts'

export const ruleReaderOf = (context: EnvironmentCallContext, environmentId: string): RuleReader => ({
  environmentId,
  scope: context.scope,
  tree: context.tree,
  personId: context.principal.id,
  now: context.ports.clock(),
})
export const ruleContextOf = (
  context: EnvironmentCallContext,
  environmentId: string,
  routing = false,
): RuleActionContext => ({ ...actionContextOf(context, environmentId), routing })
export const branchContextOf = (
  context: EnvironmentCallContext,
  environmentId: string,
  eventType: string,
): BranchActionContext => ({
  ...ruleContextOf(context, environmentId),
  eventType,
  origin: context.origin,
})
