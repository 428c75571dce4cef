import { z } from 'zod'
import { isIsoTime } from '../../contract/common/iso-time.ts'
import { type SearchColumn, searchColumnSchema, searchColumnTypes, uuid } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

export interface Sort {
  column: SearchColumn
  direction: 'asc' | 'desc'
}
/**
 * Start of the next page: the last row's sort value, time and id. Times are the database's own text, to the
 * microsecond.
 */
export interface Position {
  value: string | null
  at: string
  eventId: string
}

const timeText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/)
  // Of the right form, and a time: the database has no 99th month.
  .refine(text => isIsoTime(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`))
const numberText = z.string().regex(/^-?\d{1,18}$/)
const cursorSchema = z.strictObject({
  c: searchColumnSchema,
  d: z.enum(['asc', 'desc']),
  v: z.string().nullable(),
  a: timeText,
  i: uuid,
})

/**
 * Returns an opaque text for the address of the next page. It grants no access by itself: every page applies filter and
 * rights again.
 */
export function encodeCursor(sort: Sort, position: Position): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ c: sort.column, d: sort.direction, v: position.value, a: position.at, i: position.eventId }),
  )
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** @throws ValidationError for a text that is not a cursor of this sort. */
export function decodeCursor(cursor: string, sort: Sort): Position {
  const refused = new ValidationError(
    ['cursor'],
    'This page mark does not belong to this search. Start again from the first page.',
  )
  let read: unknown
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refused
  }
  const parsed = cursorSchema.safeParse(read)
  if (!parsed.success || parsed.data.c !== sort.column || parsed.data.d !== sort.direction) throw refused
  const { v: value, a: at, i: eventId } = parsed.data
  if (value !== null && !isValidFor(sort.column, value)) throw refused
  return { value, at, eventId }
}

function isValidFor(column: SearchColumn, value: string): boolean {
  const kind = searchColumnTypes[column]
  if (kind === 'number') return numberText.safeParse(value).success
  if (kind === 'time') return timeText.safeParse(value).success
  return !value.includes('\u0000')
}
