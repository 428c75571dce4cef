import type { Ports } from '../../ports/index.ts'
import type { AuditActor } from '../audit.ts'
import type { EnvironmentTree } from '../environments/environment-tree.ts'
import type { EnvironmentCallContext, RuleEngine } from './context.ts'

/**
 * The actor of a change in an environment, with ports and engine. A function names the members of the engine that it
 * calls, and narrows the type by `Pick` where it needs less.
 */
export interface ActionContext<Member extends keyof RuleEngine = keyof RuleEngine> extends AuditActor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  environmentId: string
  tree: EnvironmentTree
  engine: Pick<RuleEngine, Member>
}

/** Returns the caller of a procedure as an action context. */
export const actionContextOf = (
  { ports, principal, actorRoles, correlationId, tree, engine }: EnvironmentCallContext,
  environmentId: string,
): ActionContext => ({ ports, principal, roles: actorRoles, correlationId, environmentId, tree, engine })
