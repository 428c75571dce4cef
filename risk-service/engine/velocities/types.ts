import type { Scope, VelocityInfo, VelocityReader } from '../../fql/index.ts'
import type { TailSource } from '../../ports/tail.ts'
import type { CountedSet, VelocityContribution } from './events/contribution-types.ts'

export interface VelocityFigures {
  /** Start of the figures: that of the service. */
  since: Date
  reads: number
  /**
   * By cause: the database did not answer in time, or failed, or the requested time is no longer retained by second or
   * minute.
   */
  failures: { timeout: number; database: number; notKept: number }
  /** Failed reads of the last 24 hours, of every cause. */
  recentFailures: number
  /** Failures of velocity definitions on an event. */
  notCounted: number
  /** Events that are durable but in no hour bucket yet. */
  pending: number
  /** Buckets in memory; a member of a distinct count counts as five. */
  buckets: number
}

export interface VelocityStore {
  /**
   * Returns a reader for one event at its time. Reads of concurrent events share one round trip. A failed read rejects:
   * it counts as 0 and is reported as FQL4009.
   */
  reader: (now: Date) => VelocityReader
  /**
   * Returns the contributions of the event, computed after its rules ran and before it is written: for
   * `DecidedEvent.velocities`.
   */
  contributions: (
    sets: readonly CountedSet[],
    types: readonly string[],
    scope: () => Scope,
    receivedAt: Date,
  ) => Promise<VelocityContribution[]>
  /** Called after the commit of the transaction that stored the event: reads of this process see it from then on. */
  apply: (
    environmentId: string,
    eventId: string,
    at: Date,
    contributions: readonly VelocityContribution[],
    transaction: number,
  ) => void
  /** Reads the events of all processes from the log. */
  source: TailSource
  /**
   * Receives the velocities that rules, functions and other velocities read over seconds or minutes: only their fine
   * buckets are retained from now on. A read of another one fails until its buckets were retained for long enough. All
   * are retained before the first call.
   */
  retainFineBuckets: (velocities: readonly VelocityInfo[]) => void
  /**
   * Called when a back-fill began, ended or was cancelled: hour buckets, and the read and counted series, were changed
   * outside of this store.
   */
  reload: () => Promise<void>
  /** Folds pending events. */
  flush: () => Promise<void>
  figures: () => VelocityFigures
  close: () => Promise<void>
}
