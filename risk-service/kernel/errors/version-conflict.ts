import { defined } from '../../contract/defined.ts'
import { ConflictError } from './errors.ts'

interface CurrentVersion {
  /** Absent for resources without a version of their own, such as the order of rules. */
  version?: number
  changedBy?: string | null | undefined
  changedAt?: Date | null | undefined
}

/**
 * Creates the error of a change that started from another version than the current one: with the author and the time of
 * the other change.
 */
export function createVersionConflict(
  message: string,
  { version, changedBy, changedAt }: CurrentVersion = {},
): ConflictError {
  return new ConflictError(message, {
    reason: 'version.conflict',
    ...defined({
      currentVersion: version,
      changedBy: changedBy ?? undefined,
      changedAt: changedAt?.toISOString(),
    }),
  })
}
