import type { FunctionBody } from '../../contract/functions.ts'
import type { DefaultVelocitySet } from '../../contract/velocities/default-velocities.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import type {
  CheckEnvironment,
  CompiledVelocitySet,
  VelocityAggregate,
  VelocityInfo,
  VelocitySetSource,
} from '../../fql/index.ts'
import type { VelocityEvent } from './velocity-events.ts'

/** A velocity under its name in rules: the object of the check environment. `environmentId` is that of its set. */
export interface PublishedVelocity extends VelocityInfo {
  /** Stable for its environment and name, unchanged by edits. */
  id: string
  environmentId: string
  aggregate: VelocityAggregate
}
export interface ActiveVelocity {
  /** Stable per environment and name, unchanged by edits. */
  id: string
  name: string
  /** The object of the check environment. */
  info: PublishedVelocity
}
/** `velocities` in the order of `compiled.velocities`. */
export interface ActiveVelocitySet {
  setId: string
  environmentId: string
  version: number
  compiled: CompiledVelocitySet
  velocities: readonly ActiveVelocity[]
}

/** A set before it is compiled. `names`: of its velocities, in any order. */
export interface VelocitySource {
  id: string
  shared?: string | undefined
  source: VelocitySetSource
  names: readonly PublishedVelocity[]
  check: CheckEnvironment
}

/** Names of external calls and assessments in an environment. */
export interface CallNames {
  reload: (environmentId?: string) => Promise<void>
  infos: (environmentId: string) => Pick<Required<CheckEnvironment>, 'externalCalls' | 'externalAssessments'>
  signature: (environmentId: string) => string
}
/** The names that rules of an environment can use, except lists. */
export type AvailableResources = Pick<
  CheckEnvironment,
  'velocities' | 'functions' | 'externalCalls' | 'externalAssessments'
>
/** A text that is not in force yet: it replaces the published one of its id. */
export interface ResourceTrial {
  functions?: { id: string | null; body: FunctionBody }
  velocitySet?: { id: string | null; body: VelocitySetBody }
}

export interface ResourceRegistry {
  reload: (environmentId?: string) => Promise<void>
  check: (environmentId: string, trial?: ResourceTrial) => AvailableResources
  /**
   * The same with the properties of functions that were removed or changed their type since they were published: they
   * have their former defaults, so that their dependents continue to work. Null without such properties.
   */
  checkWithFormerProperties: (environmentId: string) => AvailableResources | null
  /** The check environment with lists: all names that a text of the environment itself can use. */
  checkEnvironment: (environmentId: string, trial?: ResourceTrial) => Omit<CheckEnvironment, 'attributes' | 'kind'>
  /** Changes when names or their definitions do: rules are then compiled again. */
  signature: (environmentId: string) => string
  /**
   * Active sets that count an event of this environment: its own and those of its ancestors. Default sets are one
   * program (`compiled`) in all environments: running it once serves them all.
   */
  velocitySets: (environmentId: string) => readonly ActiveVelocitySet[]
  /**
   * Sources of the active sets of the environment itself; those with the same `shared` are the same in all
   * environments.
   */
  velocitySources: (environmentId: string) => readonly VelocitySource[]
  /** Velocities that velocity sets read over seconds or minutes. */
  fineVelocities: () => readonly VelocityInfo[]
  /** The default sets of an environment with their ids there. */
  defaultSets: (environmentId: string) => readonly { id: string; set: DefaultVelocitySet }[]
  velocityEvents: (environmentId: string) => VelocityEvent[]
  /** Texts of functions and of the tenant's active velocity sets: rows of lists that they read are loaded. */
  texts: (
    environmentId: string,
  ) => readonly { condition: string; clauses: { name: string; section: 'prior'; text: string }[] }[]
}
