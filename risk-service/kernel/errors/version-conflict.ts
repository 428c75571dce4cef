import { defined } from '../../contract/defined.ts'
import { ConflictError } from './errors.ts'

interface CurrentVersion {
  version: number
  changedBy?: string | null | undefined
  changedAt?: Date | null | undefined
}

/** The refusal of a change that started from another version than the current one: says who was faster, and when. */
export function createVersionConflict(
  message: string,
  { version, changedBy, changedAt }: CurrentVersion,
): ConflictError {
  return new ConflictError(message, {
    reason: 'version.conflict',
    currentVersion: version,
    ...defined({ changedBy: changedBy ?? undefined, changedAt: changedAt?.toISOString() }),
  })
}
