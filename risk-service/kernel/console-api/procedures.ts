import { implement } from '@orpc/server'
import type { Kysely } from 'kysely'
import { environmentRight } from '../../contract/access/procedure-rights.ts'
import {
  type assessmentKinds,
  type Counterfactuals,
  type clauseSections,
  consoleContract,
  type Evaluation,
  type FunctionBody,
  type FunctionDiagnostic,
  type RoutingEvaluation,
  type RuleBody,
  type RuleDiagnostic,
  type RuleType,
  type RuleVocabulary,
  type VelocitySetBody,
} from '../../contract/index.ts'
import type { CallRegistry } from '../../engine/calls/call-registry.ts'
import type { StoredDecision } from '../../engine/counterfactual/counterfactuals.ts'
import type { ListRegistry } from '../../engine/lists/list-registry.ts'
import type { ResourceRegistry } from '../../engine/resources/resource-registry.ts'
import type { VelocityAccess } from '../../engine/velocities/index.ts'
import type { CheckEnvironment } from '../../fql/index.ts'
import type { Database } from '../../ports/database.ts'
import type { Ports, Principal } from '../../ports/index.ts'
import { authorize, rolesIn } from '../access/authorize.ts'
import type { EnvironmentEvents } from '../environments/environment-events.ts'
import { countedScopeOf, type EnvironmentTree, scopeOf } from '../environments/environment-tree.ts'
import { ConflictError } from '../errors/errors.ts'
import type { LiveHub } from '../live/live-hub.ts'

/** An assessment as far as its rules are concerned. */
export interface AssessmentSummary {
  key: string
  /** Stands in addresses: the key for built-in ones. */
  id: string
  name: string
  kind: (typeof assessmentKinds)[number]
  /** Sections of clauses in run order. */
  sections: readonly (typeof clauseSections)[number][]
  /** Post-decision actions exist. */
  actions: boolean
  /** Payload sample of the system. */
  payload: Record<string, unknown>
}

/** What the console API asks of the decision engine: compile, try, and take changes over. */
export interface RuleEngine {
  reloadRules: (environmentId?: string) => Promise<void>
  /** `lists`: others than the engine knows of. */
  checkRule: (
    environmentId: string,
    eventType: string,
    body: RuleBody,
    type?: RuleType,
    lists?: CheckEnvironment['lists'],
  ) => RuleDiagnostic[] | Promise<RuleDiagnostic[]>
  evaluate: (
    environmentId: string,
    eventType: string,
    body: RuleBody,
    type?: RuleType,
  ) => Evaluation | Promise<Evaluation>
  evaluateRouting: (
    environmentId: string,
    eventType: string,
    body: RuleBody,
  ) => RoutingEvaluation | Promise<RoutingEvaluation>
  vocabulary: (environmentId: string, eventType: string, type?: RuleType) => RuleVocabulary
  /** Null when the environment has none of this name. */
  assessment: (environmentId: string, eventType: string) => AssessmentSummary | null
  assessments: (environmentId: string) => readonly AssessmentSummary[]
  /** Queues that routing rules of the environment can name. */
  queues: (environmentId: string) => readonly string[]
  /** Problems of a velocity set, as the environment would be with it; `id` null: a new one. */
  checkVelocitySet: (tried: {
    environmentId: string
    id: string | null
    body: VelocitySetBody
    lists?: CheckEnvironment['lists']
  }) => RuleDiagnostic[]
  /** The same of a function, and what its properties come to on its sample. */
  checkFunction: (tried: {
    environmentId: string
    id: string | null
    body: FunctionBody
    lists?: CheckEnvironment['lists']
  }) => FunctionDiagnostic[]
  evaluateFunction: (tried: { environmentId: string; id: string | null; body: FunctionBody }) => Promise<{
    problems: FunctionDiagnostic[]
    results: { property: string; value: unknown; error: { code: string; message: string } | null }[] | null
  }>
  /** Velocities, functions and calls that are published. */
  resources: ResourceRegistry
  velocities: VelocityAccess
  /** An event of an assessment in the words of a purchase. */
  viewOf: (environmentId: string, eventType: string, request: Record<string, unknown>) => Record<string, unknown>
  /** What would have changed a decision. */
  flips: (stored: StoredDecision) => Promise<Counterfactuals>
}

/** What every handler of the console API is given. */
export interface ConsoleContext {
  ports: Ports
  engine: RuleEngine
  /** Lists as rules read them: told of every change. */
  lists: ListRegistry
  /** External calls and assessments as rules make them: told of every change. */
  calls: CallRegistry
  db: Kysely<Database>
  principal: Principal
  /** The caller's tenant. */
  tree: EnvironmentTree
  correlationId: string
  /** Who hears of changes to environments, and who carries them out. */
  environments: EnvironmentEvents
  /** Back-tests wait: the job that does them is to run. */
  backtests: { wake: () => void }
  /** Fits of models wait: the job that does them is to run. */
  models: { wake: () => void }
  /** Changes go out to open consoles through it, after their commit. */
  live: LiveHub
  /** Who calls and which environments there are, as it is now; throws when the session is over. */
  recheck: () => Promise<{ principal: Principal; tree: EnvironmentTree }>
  /** Where this service is reached from outside, without a slash at the end. */
  origin: string
}

/**
 * Handlers are made from this: `base.search.events.use(environmentInput).handler(…)`; what each needs stands in the
 * contract.
 */
export const procedures = implement(consoleContract).$context<ConsoleContext>()

/** What `environmentInput` adds: the environment of the call, what its figures cover, and the caller's roles in it. */
export interface EnvironmentContext {
  /** The environment and its descendants. */
  scope: string[]
  /** The scope and what was removed below it, for counts. */
  figures: string[]
  /** Names of the roles that reach it, for the audit log. */
  actorRoles: string[]
}

/**
 * The only door into an environment: 404 for one that the caller cannot see or that is another tenant's, 403 with the
 * missing capability of the procedure otherwise, 409 for one that is not Active. Throws; the handler's edge turns it
 * into the answer.
 */
export const inEnvironment = procedures.middleware<EnvironmentContext, { environmentId: string }>(
  async ({ context, next, path }, { environmentId }) => {
    const { capability, level } = environmentRight(path)
    authorize(context.principal, environmentId, capability, level, context.tree)
    assertActive(context.tree, environmentId)
    const scope = scopeOf(context.tree, environmentId)
    return next({
      context: {
        scope,
        figures: countedScopeOf(context.tree, scope),
        actorRoles: rolesIn(context.principal, environmentId, context.tree),
      },
    })
  },
)

/** @throws ConflictError when the environment is still being made, failed or is being deleted. */
function assertActive(tree: EnvironmentTree, environmentId: string): void {
  const node = tree.get(environmentId)
  if (node && node.status !== 'Active')
    throw new ConflictError(`The environment ${node.name} is not active.`, { reason: 'environment.notActive' })
}
