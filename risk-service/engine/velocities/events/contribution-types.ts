import type { CompiledVelocitySet, VelocityInfo } from '../../../fql/index.ts'

/** What counting needs of an active set. */
export interface CountedSet {
  environmentId: string
  compiled: CompiledVelocitySet
  /** In the order of `compiled.velocities`. */
  velocities: readonly { info: VelocityInfo }[]
}

/** A member to count once, an amount to add, null to count: how a velocity counts shows in its values. */
export type CountedValue = string | number | null
/** What an event adds under one key of an environment. `group` and members are in the form in which they are stored. */
export interface VelocityContribution {
  /** Of the sets. */
  environmentId: string
  group: string
  /** In turn the number of a series, and its value. */
  items: CountedValue[]
}
