import type { MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { type RefusalCode, refusalCodeOf } from '../../../contract/moving-in/service-errors.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { ClientError } from '../../applications/registrar.ts'
import { createNote } from './moved-objects.ts'

/** A note on what the service refuses. `detail`: the sentence of the service, which the command prints. */
export const createRefusal = (code: RefusalCode | null, detail: string, params: MoveNote['params'] = {}): MoveNote =>
  createNote('refused', { reason: code ?? 'other', detail, ...params })

/** Returns the note on a refusal; null: the error is none. */
export function refusalNoteOf(error: unknown): MoveNote | null {
  if (error instanceof ConflictError) return createRefusal(refusalCodeOf(error.data.reason), error.message)
  if (error instanceof ClientError) {
    const code = error.option === 'roles' ? 'applications.rootRole' : refusalCodeOf(error.reason)
    return createRefusal(code, error.message)
  }
  if (error instanceof ValidationError) return createRefusal(refusalCodeOf(error.issues[0]?.code), error.message)
  return error instanceof NotFoundError ? createRefusal(null, error.message) : null
}

/** Returns why a change was refused; null: it was carried out. */
export async function refusalOf(change: Promise<unknown>): Promise<MoveNote | null> {
  try {
    await change
    return null
  } catch (error) {
    const note = refusalNoteOf(error)
    if (note === null) throw error
    return note
  }
}
