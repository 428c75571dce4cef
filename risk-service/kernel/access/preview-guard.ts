import { isReadProcedure } from '../../contract/procedure-effects.ts'
import type { ProcedureName } from '../../contract/procedure-rights.ts'
import type { Principal } from '../../ports/index.ts'
import { ConflictError } from '../errors/errors.ts'

/** Procedures beside reads that a preview may call. */
const permitted: ReadonlySet<string> = new Set<ProcedureName>([
  // These read, and record that the administrator has looked at the event.
  'events.viewers',
  'recorder.timeline',
  'rightsPreviews.end',
])

/** Whether a preview of other rights may call a procedure, identified by its path. */
export const isPermittedInPreview = (path: readonly string[]): boolean =>
  isReadProcedure(path) || permitted.has(path.join('.'))

/**
 * Refuses whatever changes something during a preview, before its input is read and whatever the rights are.
 * @throws ConflictError `preview.readOnly`
 */
export function refuseInPreview<Result>(options: {
  context: { principal: Principal }
  path: readonly string[]
  next: () => Result
}): Result {
  if (options.context.principal.preview !== undefined && !isPermittedInPreview(options.path))
    throw new ConflictError('A preview changes nothing. Leave it to make this change.', { reason: 'preview.readOnly' })
  return options.next()
}
