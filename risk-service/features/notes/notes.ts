import { type Note, noteLimits } from '../../contract/index.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Db } from '../../ports/database.ts'
import { loadAttachments, setAttachments } from './attachment-store.ts'
import { requireAttachments } from './attachments.ts'
import { auditNote, auditSnapshot, notifyMentioned, publishNotes } from './note-changes.ts'
import { describeNote, isNoteManager, type NoteContext } from './note-view.ts'
import { resolveMentions } from './people.ts'
import { requireNote } from './read-notes.ts'
import {
  countNotes,
  type EventAddress,
  findNote,
  insertNote,
  lockEventNotes,
  markDeleted,
  replaceText,
  type StoredNote,
} from './store.ts'

export interface NoteContent {
  noteId: string
  text: string
  attachmentIds: readonly string[]
}

const describeStored = async (call: NoteContext, db: Db, address: EventAddress, noteId: string): Promise<Note> =>
  describeNote(call, await requireNote(db, address, noteId), await loadAttachments(db, [noteId]))

/** @throws ValidationError for a parent that is itself a reply, NotFoundError for one that is missing or deleted */
async function assertParent(trx: Db, address: EventAddress, parentId: string): Promise<void> {
  const parent = await requireNote(trx, address, parentId)
  if (parent.deleted_at !== null) throw new NotFoundError('This note was deleted: it takes no replies.')
  if (parent.parent_id !== null) throw new ValidationError(['parentId'], 'A reply takes no replies.')
}

/**
 * Publishes a note or a reply, and notifies the users whom it mentions.
 * @throws ConflictError for an id in use and at the limit, ValidationError, NotFoundError
 */
export async function createNote(
  call: NoteContext,
  address: EventAddress,
  { noteId, parentId, text, attachmentIds }: NoteContent & { parentId: string | null },
): Promise<Note> {
  const { db, ports, principal, tree, live } = call
  const { note, announce } = await db.transaction().execute(async trx => {
    await lockEventNotes(trx, address)
    const existing = await findNote(trx, noteId)
    if (existing) {
      const repeated = existing.author_id === principal.id && existing.text === text && existing.parent_id === parentId
      // The answer to an earlier request was lost.
      if (repeated) return { note: await describeStored(call, trx, address, noteId), announce: () => undefined }
      throw new ConflictError('Another note has this id.', { reason: 'notes.exists' })
    }
    if (parentId !== null) await assertParent(trx, address, parentId)
    const { stored } = await countNotes(trx, address, principal.id)
    if (stored >= noteLimits.perEvent)
      throw new ConflictError(`An event has at most ${noteLimits.perEvent} notes.`, {
        reason: 'notes.limit',
        limit: noteLimits.perEvent,
      })
    const at = ports.clock()
    const attachments = await requireAttachments(trx, call, address, noteId, attachmentIds)
    const mentions = await resolveMentions(
      trx,
      { tenantId: principal.tenantId, environmentId: address.environmentId, tree, eventType: address.eventType },
      text,
    )
    const author = { id: principal.id, name: principal.name }
    await insertNote(trx, { ...address, id: noteId, parentId, author, text, mentions, system: null, at })
    await setAttachments(trx, noteId, attachmentIds, at)
    await auditNote(trx, call, address, noteId, {
      operation: 'Create',
      before: null,
      after: auditSnapshot({ text, mentions, parent_id: parentId }, attachments),
    })
    const notifyOpen = await notifyMentioned(trx, call, address, mentions)
    return { note: await describeStored(call, trx, address, noteId), announce: notifyOpen }
  })
  publishNotes(live, principal.tenantId, address)
  announce()
  return note
}

/** @throws ConflictError for a system note, NotFoundError for a deleted note */
function assertChangeable(note: StoredNote): void {
  if (note.system_event !== null)
    throw new ConflictError('A line that reports an action cannot be changed.', { reason: 'notes.system' })
  if (note.deleted_at !== null) throw new NotFoundError('This note was deleted.')
}

/**
 * Replaces the text and the files of a note of the caller, keeps the earlier text, and notifies users whom only the new
 * text mentions.
 * @throws ConflictError for the note of another user and after a change in between
 */
export async function updateNote(
  call: NoteContext,
  address: EventAddress,
  { noteId, text, attachmentIds, baseVersion }: NoteContent & { baseVersion: number },
): Promise<Note> {
  const { db, ports, principal, tree, live } = call
  const { note, announce } = await db.transaction().execute(async trx => {
    await lockEventNotes(trx, address)
    const stored = await requireNote(trx, address, noteId)
    assertChangeable(stored)
    if (stored.author_id !== principal.id)
      throw new ConflictError('Only its author can edit a note.', { reason: 'notes.notOwn' })
    const before = await loadAttachments(trx, [noteId])
    const sameFiles = before.map(({ id }) => id).join() === attachmentIds.join()
    // Nothing to change, or the answer to an earlier request was lost.
    if (stored.text === text && sameFiles && stored.version - baseVersion <= 1)
      return { note: await describeStored(call, trx, address, noteId), announce: () => undefined }
    if (stored.version !== baseVersion)
      throw createVersionConflict('The note was changed meanwhile.', {
        version: stored.version,
        changedBy: principal.name,
        changedAt: stored.edited_at ?? stored.created_at,
      })
    const at = ports.clock()
    const attachments = await requireAttachments(trx, call, address, noteId, attachmentIds)
    const mentions = await resolveMentions(
      trx,
      { tenantId: principal.tenantId, environmentId: address.environmentId, tree, eventType: address.eventType },
      text,
    )
    await replaceText(trx, stored, { text, mentions, at })
    await setAttachments(trx, noteId, attachmentIds, at)
    await auditNote(trx, call, address, noteId, {
      operation: 'Update',
      before: auditSnapshot(stored, before),
      after: auditSnapshot({ text, mentions, parent_id: stored.parent_id }, attachments),
    })
    const earlier = stored.mentions.map(({ userId }) => userId)
    const notifyOpen = await notifyMentioned(
      trx,
      call,
      address,
      mentions.filter(({ userId }) => !earlier.includes(userId)),
    )
    return { note: await describeStored(call, trx, address, noteId), announce: notifyOpen }
  })
  publishNotes(live, principal.tenantId, address)
  announce()
  return note
}

/**
 * Deletes a note of the caller, or as a manager that of another user. Its replies stay. A repeat changes nothing.
 * @throws ConflictError for the note of another user, and for a system note
 */
export async function removeNote(call: NoteContext, address: EventAddress, noteId: string): Promise<Note> {
  const { db, ports, principal, live } = call
  const note = await db.transaction().execute(async trx => {
    await lockEventNotes(trx, address)
    const stored = await requireNote(trx, address, noteId)
    if (stored.deleted_at !== null) return describeNote(call, stored, [])
    assertChangeable(stored)
    if (stored.author_id !== principal.id && !isNoteManager(call))
      throw new ConflictError('Only its author or a manager can delete a note.', { reason: 'notes.notOwn' })
    const before = auditSnapshot(stored, await loadAttachments(trx, [noteId]))
    await markDeleted(trx, noteId, { by: { id: principal.id, name: principal.name }, at: ports.clock() })
    await auditNote(trx, call, address, noteId, { operation: 'Delete', before, after: null })
    return describeStored(call, trx, address, noteId)
  })
  publishNotes(live, principal.tenantId, address)
  return note
}
