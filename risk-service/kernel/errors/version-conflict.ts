import { defined } from '../../contract/defined.ts'
import { ConflictError } from './errors.ts'

interface CurrentVersion {
  /** Absent for what has no version of its own, such as the order of rules. */
  version?: number
  changedBy?: string | null | undefined
  changedAt?: Date | null | undefined
}

/** The refusal of a change that started from another version than the current one: says who was faster, and when. */
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
