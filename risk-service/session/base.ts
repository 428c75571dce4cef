import { implement } from '@orpc/server'
import type { Kysely } from 'kysely'
import { authorize, rolesIn } from '../access/authorize.ts'
import { environmentRight } from '../contract/capabilities-by-procedure.ts'
import {
  type assessmentKinds,
  type clauseSections,
  consoleContract,
  type Evaluation,
  type Flips,
  type FunctionBody,
  type FunctionProblem,
  type RoutingEvaluation,
  type RuleBody,
  type RuleProblem,
  type RuleType,
  type RuleVocabulary,
  type VelocitySetBody,
} from '../contract/index.ts'
import type { CallBook } from '../engine/calls/book.ts'
import type { StoredDecision } from '../engine/flips.ts'
import type { ListBook } from '../engine/lists/book.ts'
import type { ResourceBook } from '../engine/resource-book.ts'
import type { VelocityAccess } from '../engine/velocities/index.ts'
import type { EnvironmentEvents } from '../environments/events.ts'
import { type EnvironmentTree, figuresOf, scopeOf } from '../environments/tree.ts'
import type { CheckEnvironment } from '../fql/index.ts'
import type { LiveHub } from '../live/hub.ts'
import type { Ports, Principal } from '../ports.ts'
import type { Database } from '../store/schema.ts'
import { Conflict } from './refusals.ts'

/** An assessment as far as its rules are concerned. */
export interface RuleAssessment {
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
  ) => RuleProblem[] | Promise<RuleProblem[]>
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
  assessment: (environmentId: string, eventType: string) => RuleAssessment | null
  assessments: (environmentId: string) => readonly RuleAssessment[]
  /** Queues that routing rules of the environment can name. */
  queues: (environmentId: string) => readonly string[]
  /** Problems of a velocity set, as the environment would be with it; `id` null: a new one. */
  checkVelocitySet: (tried: {
    environmentId: string
    id: string | null
    body: VelocitySetBody
    lists?: CheckEnvironment['lists']
  }) => RuleProblem[]
  /** The same of a function, and what its properties come to on its sample. */
  checkFunction: (tried: {
    environmentId: string
    id: string | null
    body: FunctionBody
    lists?: CheckEnvironment['lists']
  }) => FunctionProblem[]
  evaluateFunction: (tried: { environmentId: string; id: string | null; body: FunctionBody }) => Promise<{
    problems: FunctionProblem[]
    results: { property: string; value: unknown; error: { code: string; message: string } | null }[] | null
  }>
  /** Velocities, functions and calls that are published. */
  resources: ResourceBook
  velocities: VelocityAccess
  /** An event of an assessment in the words of a purchase. */
  viewOf: (environmentId: string, eventType: string, request: Record<string, unknown>) => Record<string, unknown>
  /** What would have changed a decision. */
  flips: (stored: StoredDecision) => Promise<Flips>
}

/** What every handler of the console API is given. */
export interface ConsoleContext {
  ports: Ports
  engine: RuleEngine
  /** Lists as rules read them: told of every change. */
  lists: ListBook
  /** External calls and assessments as rules make them: told of every change. */
  calls: CallBook
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
 * Handlers are made from this: `base.search.events.use(inEnvironment).handler(…)`; what each needs stands in the
 * contract.
 */
export const base = implement(consoleContract).$context<ConsoleContext>()

/** What `inEnvironment` adds: the environment of the call, what its figures cover, and the caller's roles in it. */
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
export const inEnvironment = base.middleware<EnvironmentContext, { environmentId: string }>(
  async ({ context, next, path }, { environmentId }) => {
    const { capability, level } = environmentRight(path)
    authorize(context.principal, environmentId, capability, level, context.tree)
    requireActive(context.tree, environmentId)
    const scope = scopeOf(context.tree, environmentId)
    return next({
      context: {
        scope,
        figures: figuresOf(context.tree, scope),
        actorRoles: rolesIn(context.principal, environmentId, context.tree),
      },
    })
  },
)

/** @throws Conflict when the environment is still being made, failed or is being deleted. */
function requireActive(tree: EnvironmentTree, environmentId: string): void {
  const node = tree.get(environmentId)
  if (node && node.status !== 'Active')
    throw new Conflict(`The environment ${node.name} is not active.`, { reason: 'environment.notActive' })
}
