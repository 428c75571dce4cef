import type { Selectable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { NoteAttachmentTable } from '../../ports/tables/review/notes.ts'
import { type EventAddress, ofEvent } from './store.ts'

export type StoredAttachment = Omit<Selectable<NoteAttachmentTable>, 'content'>

const attachmentColumns = [
  'id',
  'environment_id',
  'event_type',
  'event_id',
  'note_id',
  'position',
  'owner_id',
  'name',
  'media_type',
  'size',
  'digest',
  'created_at',
  'removed_at',
] as const

/** Returns the shown attachments of these notes, in their order. */
export async function loadAttachments(db: Db, noteIds: readonly string[]): Promise<StoredAttachment[]> {
  if (noteIds.length === 0) return []
  return db
    .selectFrom('note_attachment')
    .select(attachmentColumns)
    .where('note_id', 'in', noteIds)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function findAttachment(db: Db, id: string): Promise<StoredAttachment | null> {
  return (
    (await db.selectFrom('note_attachment').select(attachmentColumns).where('id', '=', id).executeTakeFirst()) ?? null
  )
}

export async function loadContent(db: Db, id: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('note_attachment').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content ?? null
}

/** Counts the files of a user that no note has published, over all events. */
export async function countPending(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('note_attachment')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('owner_id', '=', ownerId)
    .where('note_id', 'is', null)
    .executeTakeFirst()
  return Number(row?.pending ?? 0)
}

/** Removes a file of a user that no note has published; returns whether it existed. */
export async function deletePending(
  db: Db,
  { environmentId, eventType, eventId }: EventAddress,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('note_attachment')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('note_id', 'is', null)
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the files of a user that were uploaded before a time and never published. */
export async function deleteOldPending(db: Db, ownerId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('note_attachment')
    .where('owner_id', '=', ownerId)
    .where('note_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

export async function insertAttachment(
  db: Db,
  address: EventAddress,
  attachment: Pick<StoredAttachment, 'id' | 'owner_id' | 'name' | 'media_type' | 'size' | 'digest' | 'created_at'> & {
    content: Uint8Array
  },
): Promise<void> {
  await db
    .insertInto('note_attachment')
    .values({ ...ofEvent(address), ...attachment, note_id: null, removed_at: null })
    .execute()
}

/** Gives a note its attachments, in this order; those that it no longer has are marked as removed. */
export async function setAttachments(trx: Db, noteId: string, ids: readonly string[], at: Date): Promise<void> {
  const removed = trx
    .updateTable('note_attachment')
    .set({ removed_at: at })
    .where('note_id', '=', noteId)
    .where('removed_at', 'is', null)
  await (ids.length === 0 ? removed : removed.where('id', 'not in', ids)).execute()
  for (const [position, id] of ids.entries())
    await trx.updateTable('note_attachment').set({ note_id: noteId, position }).where('id', '=', id).execute()
}
