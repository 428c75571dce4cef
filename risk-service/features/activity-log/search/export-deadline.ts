import { exportLimits } from '../../../contract/index.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'

/** Writes a file until its time is over. @throws ConflictError `export.timeout` */
export async function withDeadline<T>(
  signal: AbortSignal | undefined,
  write: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(exportLimits.seconds * 1000)
  try {
    return await write(signal ? AbortSignal.any([signal, deadline]) : deadline)
  } catch (error) {
    if (!deadline.aborted || signal?.aborted) throw error
    throw new ConflictError(`The export was cancelled after ${exportLimits.seconds} seconds.`, {
      reason: 'export.timeout',
      limit: exportLimits.seconds,
    })
  }
}
