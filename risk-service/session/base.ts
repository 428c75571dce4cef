import { implement } from '@orpc/server'
import type { Kysely } from 'kysely'
import { authorize, rolesIn } from '../access/authorize.ts'
import { consoleContract, type Capability, type Evaluation, type EventType, type RuleBody, type RuleProblem, type RuleVocabulary } from '../contract/index.ts'
import { scopeOf, type EnvironmentTree } from '../environments/tree.ts'
import type { Ports, Principal } from '../ports.ts'
import type { Database } from '../store/schema.ts'

/** What the console API asks of the decision engine: compile, try, and take changes over. */
export interface RuleEngine {
  reloadRules: (environmentId?: string) => Promise<void>
  checkRule: (environmentId: string, eventType: EventType, body: RuleBody) => RuleProblem[] | Promise<RuleProblem[]>
  evaluate: (environmentId: string, eventType: EventType, body: RuleBody) => Evaluation | Promise<Evaluation>
  vocabulary: (eventType: EventType) => RuleVocabulary
}

/** What every handler of the console API is given. */
export interface ConsoleContext {
  ports: Ports
  engine: RuleEngine
  db: Kysely<Database>
  principal: Principal
  /** The caller's tenant. */
  tree: EnvironmentTree
  correlationId: string
  /** Where this service is reached from outside, without a slash at the end. */
  origin: string
}

/** Handlers are made from this: `base.search.events.use(inEnvironment('search', 'read')).handler(…)`. */
export const base = implement(consoleContract).$context<ConsoleContext>()

/** What `inEnvironment` adds: the environment of the call, what its figures cover, and the caller's roles in it. */
export interface EnvironmentContext {
  /** The environment and its descendants. */
  scope: string[]
  /** Names of the roles that reach it, for the audit log. */
  actorRoles: string[]
}

/**
 * The only door into an environment: 404 for one that the caller cannot see or that is another tenant's, 403 with the missing
 * capability otherwise. Throws `AccessError`; the handler's edge turns it into the answer.
 */
export function inEnvironment(capability: Capability, level: 'read' | 'write') {
  return base.middleware<EnvironmentContext, { environmentId: string }>(async ({ context, next }, { environmentId }) => {
    authorize(context.principal, environmentId, capability, level, context.tree)
    return next({
      context: { scope: scopeOf(context.tree, environmentId), actorRoles: rolesIn(context.principal, environmentId, context.tree) },
    })
  })
}
