import type { ConsoleContext, EnvironmentContext } from '../session/base.ts'
import type { ResourceEditor } from './life.ts'

/** The caller as an editor of velocity sets or functions of an environment. */
export const editorOf = (context: ConsoleContext & EnvironmentContext, environmentId: string): ResourceEditor => ({
  ports: context.ports,
  principal: context.principal,
  roles: context.actorRoles,
  correlationId: context.correlationId,
  environmentId,
  tree: context.tree,
  engine: context.engine,
})
