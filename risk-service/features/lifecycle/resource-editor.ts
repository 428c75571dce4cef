import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import type { ResourceActionContext } from './resource-lifecycle.ts'

/** The caller as an editor of velocity sets or functions of an environment. */
export const resourceContextOf = (context: EnvironmentCallContext, environmentId: string): ResourceActionContext => ({
  ports: context.ports,
  principal: context.principal,
  roles: context.actorRoles,
  correlationId: context.correlationId,
  environmentId,
  tree: context.tree,
  engine: context.engine,
})
