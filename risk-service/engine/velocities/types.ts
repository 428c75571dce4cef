import type { Scope, VelocityInfo, VelocityReader } from '../../fql/index.ts'
import type { CountedSet, VelocityContribution } from './events/contribution-types.ts'

export interface VelocityFigures {
  /** Since when these are counted: the start of the service. */
  since: Date
  reads: number
  /** By cause: the database did not answer in time, or failed, or the time asked for is no longer kept so finely. */
  failures: { timeout: number; database: number; notKept: number }
  /** Velocities whose definition failed on an event. */
  notCounted: number
  /** Events that are durable and not in an hour bucket yet. */
  pending: number
  /** Buckets in memory; a member of a distinct count takes the place of five. */
  buckets: number
}

export interface VelocityStore {
  /**
   * Reader for one event at its time. What concurrent events ask is read in one round trip. A failed read rejects: it
   * counts as 0 and is reported as FQL4009.
   */
  reader: (now: Date) => VelocityReader
  /**
   * What the event adds, computed after its rules ran and before it is written: goes into `DecidedEvent.velocities`.
   */
  contributions: (
    sets: readonly CountedSet[],
    types: readonly string[],
    scope: () => Scope,
    receivedAt: Date,
  ) => Promise<VelocityContribution[]>
  /** After the commit: visible to reads from then on. */
  apply: (environmentId: string, eventId: string, at: Date, contributions: readonly VelocityContribution[]) => void
  /**
   * The velocities that rules, functions and other velocities read over seconds or minutes: only these are kept so
   * finely from now on. Another that is read so fails until it was kept for long enough. All are kept until this is
   * first told.
   */
  retainFineBuckets: (velocities: readonly VelocityInfo[]) => void
  /**
   * A back-fill began, ended or was cancelled: hour buckets, and what is read and counted, were changed beside this
   * store.
   */
  reload: () => Promise<void>
  /** Folds what waits. */
  flush: () => Promise<void>
  figures: () => VelocityFigures
  close: () => Promise<void>
}
