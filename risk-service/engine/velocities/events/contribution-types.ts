import type { CompiledVelocitySet, VelocityInfo } from '../../../fql/index.ts'

/** The part of an active set that counting needs. */
export interface CountedSet {
  environmentId: string
  compiled: CompiledVelocitySet
  /** In the order of `compiled.velocities`. */
  velocities: readonly { info: VelocityInfo }[]
}

/** A member to count once, an amount to add, null to count: the kind of a velocity shows in its values. */
export type CountedValue = string | number | null
/** The contribution of an event under one key of an environment. `group` and members are in their stored form. */
export interface VelocityContribution {
  /** Environment of the sets. */
  environmentId: string
  group: string
  /** Alternately the number of a series, and its value. */
  items: CountedValue[]
}
