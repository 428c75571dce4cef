import type { EnvironmentFailure, EnvironmentStatus } from '../../contract/environments/environment-definitions.ts'

/** A change of status, told after it was committed. */
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
  /** Who asked for it; null where the service itself moved on. */
  actorId: string | null
  at: Date
}

/** What changes to environments set off outside of them. Neither may throw. */
export interface EnvironmentEvents {
  /** Notifications and live events follow from it. */
  onEnvironmentChange: (change: EnvironmentChange) => void
  /** Work is waiting: the job that makes and removes environments is to run, after so many seconds. */
  wake: (afterSeconds?: number) => void
}

/** Nobody listens; the next scheduled run does the work. */
export const ignoreEnvironmentEvents: EnvironmentEvents = {
  onEnvironmentChange: () => undefined,
  wake: () => undefined,
}
