import type { Db } from '../../ports/database.ts'

/**
 * The context of a read of the support view: the store, the environment whose lists it shows, the environments whose
 * purchases it covers (that one and those below it), the time, and the caller's abort signal.
 */
export interface SupportReader {
  db: Db
  environmentId: string
  scope: readonly string[]
  now: Date
  signal: AbortSignal | undefined
}
