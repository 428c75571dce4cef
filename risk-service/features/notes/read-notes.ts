import { type RawBuilder, sql } from 'kysely'
import type { NoteList } from '../../contract/index.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { loadAttachments } from './attachment-store.ts'
import { describeNote, type NoteContext } from './note-view.ts'
import {
  countNotes,
  countWrittenNotes,
  type EventAddress,
  findNote,
  loadNotes,
  loadReplies,
  loadVersions,
  putReadAt,
  type StoredNote,
} from './store.ts'

const cursorOf = (note: StoredNote) => `${note.created_at.getTime()}_${note.id}`
function parseCursor(cursor: string): { at: Date; id: string } {
  const [, at = '', id = ''] = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (id === '' || Number.isNaN(new Date(Number(at)).getTime()))
    throw new ValidationError(['cursor'], 'The notes have no such position.')
  return { at: new Date(Number(at)), id }
}

/** Counts the notes and replies that users wrote on each of these events, in their order. */
export const countNotesOnEvents = (db: Db, events: readonly EventAddress[]): Promise<number[]> =>
  countWrittenNotes(db, events)

/** The condition that users wrote notes on the event of a row of this table, which has the columns of a case. */
export const hasNotesOn = (table: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from note n where n.environment_id = ${sql.ref(`${table}.environment_id`)} and n.event_type = ${sql.ref(`${table}.event_type`)}
    and n.event_id = ${sql.ref(`${table}.external_id`)} and n.system_event is null and n.deleted_at is null)`

/** Returns one page of notes on an event, newest first, each with its replies. */
export async function listNotes(
  call: NoteContext,
  address: EventAddress,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<NoteList> {
  const { db, principal } = call
  const [counts, rows] = await Promise.all([
    countNotes(db, address, principal.id),
    loadNotes(db, address, cursor === undefined ? null : parseCursor(cursor), limit + 1),
  ])
  const page = rows.slice(0, limit)
  const replies = await loadReplies(
    db,
    page.map(({ id }) => id),
  )
  const attachments = await loadAttachments(
    db,
    [...page, ...replies].map(({ id }) => id),
  )
  const describe = (note: StoredNote) => describeNote(call, note, attachments)
  const last = page.at(-1)
  return {
    eventId: address.eventId,
    threads: page.map(note => ({
      ...describe(note),
      replies: replies.filter(({ parent_id: parentId }) => parentId === note.id).map(describe),
    })),
    next: rows.length > page.length && last ? cursorOf(last) : null,
    total: counts.total,
    unread: counts.unread,
    readAt: counts.readAt?.toISOString() ?? null,
  }
}

/** @throws NotFoundError for a note of another event or environment */
export async function requireNote(db: Db, address: EventAddress, noteId: string): Promise<StoredNote> {
  const note = await findNote(db, noteId)
  if (
    note?.environment_id !== address.environmentId ||
    note.event_type !== address.eventType ||
    note.event_id !== address.eventId
  )
    throw new NotFoundError('There is no such note on this event.')
  return note
}

/** Returns the earlier texts of a note, newest first; none of a deleted one. */
export async function listVersions(
  { db }: NoteContext,
  address: EventAddress,
  noteId: string,
): Promise<{ version: number; text: string; writtenAt: string }[]> {
  const note = await requireNote(db, address, noteId)
  if (note.deleted_at !== null) return []
  return (await loadVersions(db, noteId)).map(({ version, text, written_at: writtenAt }) => ({
    version,
    text,
    writtenAt: writtenAt.toISOString(),
  }))
}

/** Stores that the caller has read the notes on an event. */
export async function markNotesRead(
  { db, ports, principal }: NoteContext,
  address: EventAddress,
): Promise<{ readAt: string }> {
  const at = ports.clock()
  await putReadAt(db, address, principal.id, at)
  return { readAt: at.toISOString() }
}
