import { z } from 'zod'
import { isIsoTime } from '../../../contract/common/iso-time.ts'
import { uuid } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { LogPosition } from './store.ts'

const positionSchema = z.object({
  // As the database writes it.
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/)
    .refine(text => isIsoTime(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`)),
  id: uuid,
})

/** Returns the mark of the page after an entry. It grants no access by itself. */
export const encodeCursor = ({ at, id }: LogPosition): string => `${at.replace(' ', 'T')}_${id}`

/** @throws ValidationError for a text that is no mark of a page */
export function decodeCursor(cursor: string): LogPosition {
  const place = cursor.lastIndexOf('_')
  const parsed = positionSchema.safeParse({
    at: cursor.slice(0, Math.max(0, place)).replace('T', ' '),
    id: cursor.slice(place + 1),
  })
  if (!parsed.success) throw new ValidationError(['cursor'], 'This is no mark of a page. Start from the first page.')
  return parsed.data
}
