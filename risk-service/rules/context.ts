import type { ConsoleContext, EnvironmentContext } from '../session/base.ts'
import type { BranchEditor } from './branches.ts'
import type { Publisher } from './publish.ts'
import type { RuleReader } from './rules.ts'

export type Context = ConsoleContext & EnvironmentContext

export const readerOf = (context: Context, environmentId: string): RuleReader => ({
  environmentId,
  scope: context.scope,
  tree: context.tree,
  personId: context.principal.id,
  now: context.ports.clock(),
})
export const publisherOf = (context: Context, environmentId: string, routing = false): Publisher => ({
  ports: context.ports,
  principal: context.principal,
  environmentId,
  tree: context.tree,
  routing,
  engine: context.engine,
  roles: context.actorRoles,
  correlationId: context.correlationId,
})
export const branchEditorOf = (context: Context, environmentId: string, eventType: string): BranchEditor => ({
  ...publisherOf(context, environmentId),
  eventType,
  origin: context.origin,
})
