import type { CallRegistry } from '../../engine/calls/types.ts'
import type { Engine } from '../../engine/index.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports, Principal } from '../../ports/index.ts'
import type { EnvironmentEvents } from '../environments/environment-events.ts'
import type { EnvironmentTree } from '../environments/environment-tree.ts'
import type { SlidingWindowLimiter } from '../limits/sliding-window-limiter.ts'
import type { LiveHub } from '../live/live-hub.ts'

/** What the console API asks of the decision engine: compile, try, and take changes over. */
export type RuleEngine = Pick<
  Engine,
  | 'reloadRules'
  | 'checkRule'
  | 'evaluate'
  | 'evaluateRouting'
  | 'vocabulary'
  | 'assessment'
  | 'assessments'
  | 'queues'
  | 'checkVelocitySet'
  | 'checkFunction'
  | 'evaluateFunction'
  | 'resources'
  | 'velocities'
  | 'purchaseView'
  | 'counterfactuals'
>

/** What every handler of the console API is given. */
export interface ConsoleContext {
  ports: Ports
  engine: RuleEngine
  /** Lists as rules read them: told of every change. */
  lists: ListRegistry
  /** External calls and assessments as rules make them: told of every change. */
  calls: CallRegistry
  db: Db
  principal: Principal
  /** The caller's tenant. */
  tree: EnvironmentTree
  correlationId: string
  /** Who hears of changes to environments, and who carries them out. */
  environments: EnvironmentEvents
  /** Back-tests wait: the job that does them is to run. */
  backtests: { wake: () => void }
  /** Trainings of models wait: the job that does them is to run. */
  models: { wake: () => void }
  /** Changes go out to open consoles through it, after their commit. */
  live: LiveHub
  /** Tests of calls and of lists in databases, by person. */
  testLimiter: SlidingWindowLimiter
  /** Who calls and which environments there are, as it is now; throws when the session is over. */
  recheck: () => Promise<{ principal: Principal; tree: EnvironmentTree }>
  /** Where this service is reached from outside, without a slash at the end. */
  origin: string
}

/** What `inEnvironment` adds: the environment of the call, what its figures cover, and the caller's roles in it. */
export interface EnvironmentContext {
  /** The environment and its descendants. */
  scope: string[]
  /** The scope and what was removed below it, for counts. */
  figures: string[]
  /** Names of the roles that reach it, for the audit log. */
  actorRoles: string[]
}

/** What handlers of procedures in one environment are given. */
export type EnvironmentCallContext = ConsoleContext & EnvironmentContext
