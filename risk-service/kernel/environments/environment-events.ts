import type { EnvironmentFailure, EnvironmentStatus } from '../../contract/environments/environment-definitions.ts'

/** A change of status, published after its commit. */
export interface EnvironmentChange {
  tenantId: string
  environmentId: string
  name: string
  friendlyName: string
  parentId: string | null
  /** Null for a new environment. */
  from: EnvironmentStatus | null
  to: EnvironmentStatus
  failure: EnvironmentFailure | null
  /** The user who requested it; null for a transition of the service itself. */
  actorId: string | null
  at: Date
}

/** Reactions outside of environments to their changes. Neither may throw. */
export interface EnvironmentEvents {
  /** Creates notifications and live events. */
  onEnvironmentChange: (change: EnvironmentChange) => void
  /**
   * Work is waiting: requests a run of the job that creates and removes environments, after the given number of
   * seconds.
   */
  wake: (afterSeconds?: number) => void
}

/** Ignores all changes; the next scheduled run does the work. */
export const ignoreEnvironmentEvents: EnvironmentEvents = {
  onEnvironmentChange: () => undefined,
  wake: () => undefined,
}
