import { type Selectable, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { NoteTable, StoredMention } from '../../ports/tables/review/notes.ts'

/** The event that notes belong to; `eventId` is the merchant's id. */
export interface EventAddress {
  environmentId: string
  eventType: string
  eventId: string
}
export type StoredNote = Selectable<NoteTable>

/** Columns of the event, as tables of notes have them. */
export const ofEvent = ({ environmentId, eventType, eventId }: EventAddress) => ({
  environment_id: environmentId,
  event_type: eventType,
  event_id: eventId,
})
/** Makes changes of the notes on an event wait for each other until the transaction ends. */
export async function lockEventNotes(trx: Db, { environmentId, eventType, eventId }: EventAddress): Promise<void> {
  const name = `notes ${environmentId} ${eventType} ${eventId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

const notesOf = (db: Db, { environmentId, eventType, eventId }: EventAddress) =>
  db
    .selectFrom('note')
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('event_id', '=', eventId)

/** Returns notes without a parent, newest first, before a position. */
export async function loadNotes(
  db: Db,
  address: EventAddress,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<StoredNote[]> {
  const query = notesOf(db, address).selectAll().where('parent_id', 'is', null)
  const page =
    before === null
      ? query
      : query.where(sql<boolean>`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`)
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Returns the replies to these notes, oldest first. */
export async function loadReplies(db: Db, noteIds: readonly string[]): Promise<StoredNote[]> {
  if (noteIds.length === 0) return []
  return db
    .selectFrom('note')
    .selectAll()
    .where('parent_id', 'in', noteIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findNote(db: Db, noteId: string): Promise<StoredNote | null> {
  return (await db.selectFrom('note').selectAll().where('id', '=', noteId).executeTakeFirst()) ?? null
}

export interface NoteCounts {
  /** Notes and replies in all, system notes and deleted ones included. */
  stored: number
  /** Notes that users wrote, without deleted ones. */
  total: number
  unread: number
  readAt: Date | null
}
/** Counts the notes on an event; `userId` is the reader, whose own notes are never unread. */
export async function countNotes(db: Db, address: EventAddress, userId: string): Promise<NoteCounts> {
  const { environmentId, eventType, eventId } = address
  const { rows } = await sql<NoteCounts>`
    with seen as (select (select read_at from note_read where environment_id = ${environmentId}::uuid and event_type = ${eventType}
      and event_id = ${eventId} and user_id = ${userId}::uuid) as read_at),
    written as (select created_at, author_id, system_event is null and deleted_at is null as shown from note
      where environment_id = ${environmentId}::uuid and event_type = ${eventType} and event_id = ${eventId})
    select (select count(*) from written)::int as stored, (select count(*) from written where shown)::int as total,
      (select count(*) from written w where w.shown and w.author_id <> ${userId}::uuid
        and (s.read_at is null or w.created_at > s.read_at))::int as unread, s.read_at as "readAt" from seen s`.execute(
    db,
  )
  return rows[0] ?? { stored: 0, total: 0, unread: 0, readAt: null }
}

/** Counts the notes that users wrote on each of these events, in their order, without deleted ones. */
export async function countWrittenNotes(db: Db, events: readonly EventAddress[]): Promise<number[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ notes: number }>`
    select (select count(*) from note n where n.environment_id = e.environment_id and n.event_type = e.event_type
      and n.event_id = e.event_id and n.system_event is null and n.deleted_at is null)::int as notes
    from unnest(${events.map(each => each.environmentId)}::uuid[], ${events.map(each => each.eventType)}::text[],
      ${events.map(each => each.eventId)}::text[]) with ordinality as e (environment_id, event_type, event_id, position)
    order by e.position`.execute(db)
  return rows.map(({ notes }) => notes)
}

export interface NewNote extends EventAddress {
  id: string
  parentId: string | null
  author: { id: string; name: string } | null
  text: string
  mentions: readonly StoredMention[]
  system: { event: string; params: Record<string, string | number> } | null
  at: Date
}
export async function insertNote(trx: Db, note: NewNote): Promise<void> {
  await trx
    .insertInto('note')
    .values({
      ...ofEvent(note),
      id: note.id,
      parent_id: note.parentId,
      author_id: note.author?.id ?? null,
      author_name: note.author?.name ?? null,
      text: note.text,
      mentions: JSON.stringify(note.mentions),
      system_event: note.system?.event ?? null,
      system_params: note.system ? JSON.stringify(note.system.params) : null,
      created_at: note.at,
    })
    .execute()
}

/** Deletes system notes on an event that report one of these, since a time. */
export async function deleteSystemNotes(
  trx: Db,
  address: EventAddress,
  events: readonly string[],
  since: Date,
): Promise<void> {
  const { environment_id, event_type, event_id } = ofEvent(address)
  await trx
    .deleteFrom('note')
    .where('environment_id', '=', environment_id)
    .where('event_type', '=', event_type)
    .where('event_id', '=', event_id)
    .where('system_event', 'in', [...events])
    .where('created_at', '>=', since)
    .execute()
}

/** Replaces the text of a note and keeps the earlier one. */
export async function replaceText(
  trx: Db,
  { id, version, text, edited_at: editedAt, created_at: createdAt }: StoredNote,
  next: { text: string; mentions: readonly StoredMention[]; at: Date },
): Promise<void> {
  await trx
    .insertInto('note_version')
    .values({ note_id: id, version, text, written_at: editedAt ?? createdAt })
    .execute()
  await trx
    .updateTable('note')
    .set({ text: next.text, mentions: JSON.stringify(next.mentions), version: version + 1, edited_at: next.at })
    .where('id', '=', id)
    .execute()
}

export async function markDeleted(
  trx: Db,
  noteId: string,
  { by, at }: { by: { id: string; name: string }; at: Date },
): Promise<void> {
  await trx
    .updateTable('note')
    .set({ deleted_at: at, deleted_by: by.id, deleted_by_name: by.name })
    .where('id', '=', noteId)
    .execute()
}

/** Returns the earlier texts of a note, newest first. */
export const loadVersions = (db: Db, noteId: string): Promise<{ version: number; text: string; written_at: Date }[]> =>
  db
    .selectFrom('note_version')
    .select(['version', 'text', 'written_at'])
    .where('note_id', '=', noteId)
    .orderBy('version', 'desc')
    .execute()

/** Stores when a user read the notes on an event; an earlier time replaces no later one. */
export async function putReadAt(db: Db, address: EventAddress, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('note_read')
    .values({ ...ofEvent(address), user_id: userId, read_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'event_type', 'event_id', 'user_id'])
        .doUpdateSet({ read_at: sql`greatest(note_read.read_at, excluded.read_at)` }),
    )
    .execute()
}
