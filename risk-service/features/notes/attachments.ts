import {
  attachmentExtensionOf,
  attachmentTypes,
  graphSnapshotType,
  type NoteAttachment,
  noteLimits,
} from '../../contract/index.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { matchesExtension } from './attachment-content.ts'
import {
  countPending,
  deleteOldPending,
  deletePending,
  findAttachment,
  insertAttachment,
  loadAttachments,
  loadContent,
  type StoredAttachment,
} from './attachment-store.ts'
import { describeAttachment, type NoteContext } from './note-view.ts'
import { type EventAddress, findNote } from './store.ts'

const mebibyte = 1024 * 1024
const acceptedTypes = Object.keys(attachmentTypes).join(', ')

/** Removes folders, and characters that hide or reverse parts of a name: `exe.pdf` must not read `fdp.exe`. */
function cleanName(name: string): string {
  const clean = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, '').trim()
  if (clean.length <= noteLimits.attachmentName) return clean
  const dot = clean.lastIndexOf('.')
  const end = dot < 0 ? '' : clean.slice(dot)
  return clean.slice(0, noteLimits.attachmentName - end.length) + end
}

/** @throws ValidationError that names the file, for its type, its size or a content of another type */
async function assertAccepted(file: Blob, name: string): Promise<string> {
  const refuse = (reason: string) => new ValidationError(['file'], `${name}: ${reason}`)
  const extension = attachmentExtensionOf(name)
  if (extension === null) throw refuse(`notes do not take files of this type. They take ${acceptedTypes}.`)
  if (file.size === 0) throw refuse('the file is empty.')
  if (file.size > noteLimits.attachmentSize)
    throw refuse(`the file is larger than ${noteLimits.attachmentSize / mebibyte} MB.`)
  if (!(await matchesExtension(file, extension)))
    throw refuse(`the content is not that of a file of the type ${extension}.`)
  return attachmentTypes[extension]
}

/**
 * Stores a file for a note that is published later. Files that were never published are removed after a day.
 * @throws ValidationError for a file that notes do not take, ConflictError at the limit of unpublished files
 */
export async function attachFile(
  call: NoteContext,
  address: EventAddress,
  { attachmentId: id, file }: { attachmentId: string; file: File },
): Promise<NoteAttachment> {
  const name = cleanName(file.name)
  const mediaType = await assertAccepted(file, name)
  return storeFile(call, address, { id, name, mediaType, content: new Uint8Array(await file.arrayBuffer()) })
}

/**
 * Stores content of a known type for a note that is published later. Repeating it is safe.
 * @throws ConflictError for an id in use and at the limit of unpublished files
 */
export async function storeFile(
  { db, ports, principal }: NoteContext,
  address: EventAddress,
  {
    id,
    name,
    mediaType,
    content,
  }: Pick<NoteAttachment, 'id' | 'name' | 'mediaType'> & { content: Uint8Array<ArrayBuffer> },
): Promise<NoteAttachment> {
  const existing = await findAttachment(db, id)
  const digest = await sha256(content)
  if (existing) {
    // The answer to an earlier request was lost.
    if (existing.owner_id === principal.id && existing.digest === digest && isAt(existing, address))
      return describeAttachment(existing)
    throw new ConflictError('Another file has this id.', { reason: 'notes.exists' })
  }
  const now = ports.clock()
  await deleteOldPending(db, principal.id, new Date(now.getTime() - noteLimits.pendingHours * 3_600_000))
  if ((await countPending(db, principal.id)) >= noteLimits.pendingAttachments)
    throw new ConflictError('Publish or discard the notes that you attached files to first.', {
      reason: 'notes.uploadLimit',
      limit: noteLimits.pendingAttachments,
    })
  const size = content.byteLength
  const row = { id, owner_id: principal.id, name, media_type: mediaType, size, digest, created_at: now }
  await insertAttachment(db, address, { ...row, content })
  return { id, name, mediaType, size }
}

/** Removes an uploaded file of the caller; a published one stays. */
export async function detachFile(
  { db, principal }: NoteContext,
  address: EventAddress,
  attachmentId: string,
): Promise<{ removed: boolean }> {
  return { removed: await deletePending(db, address, principal.id, attachmentId) }
}

const isAt = (attachment: StoredAttachment, { environmentId, eventType, eventId }: EventAddress): boolean =>
  attachment.environment_id === environmentId && attachment.event_type === eventType && attachment.event_id === eventId

/** An attachment that the caller may open, with its content. */
interface OpenedAttachment {
  attachment: StoredAttachment
  content: Uint8Array
}

/**
 * Returns an attachment of a note that the caller sees or of their own draft.
 * @throws NotFoundError for one of another event, of a deleted note, or that its note no longer has
 */
export async function openAttachment(
  { db, principal }: NoteContext,
  address: EventAddress,
  attachmentId: string,
): Promise<OpenedAttachment> {
  const attachment = await findAttachment(db, attachmentId)
  const note = attachment?.note_id ? await findNote(db, attachment.note_id) : null
  const shown =
    attachment !== null &&
    isAt(attachment, address) &&
    attachment.removed_at === null &&
    (note === null ? attachment.owner_id === principal.id : note.deleted_at === null)
  const content = shown ? await loadContent(db, attachmentId) : null
  if (!shown || content === null) throw createMissingError()
  return { attachment, content }
}

/** The refusal of an attachment that is not there for the caller. */
export const createMissingError = (): NotFoundError => new NotFoundError('There is no such attachment on this event.')

/**
 * Returns the file of an attachment. A picture of the graph is none: it contains values that are masked for some, and is
 * read by its own procedure.
 * @throws NotFoundError as `openAttachment`, and for a picture of the graph
 */
export async function downloadAttachment(
  call: NoteContext,
  address: EventAddress,
  attachmentId: string,
): Promise<File> {
  const { attachment, content } = await openAttachment(call, address, attachmentId)
  if (attachment.media_type === graphSnapshotType) throw createMissingError()
  return new File([content as Uint8Array<ArrayBuffer>], attachment.name, { type: attachment.media_type })
}

/**
 * Returns the files that a note is going to have, in this order.
 * @param noteId the note that has some of them already
 * @throws ValidationError for one that belongs to another note, another event or another user
 */
export async function requireAttachments(
  trx: Db,
  { principal }: NoteContext,
  address: EventAddress,
  noteId: string,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  const present = await loadAttachments(trx, [noteId])
  const found: StoredAttachment[] = []
  for (const [index, id] of ids.entries()) {
    const attachment = present.find(each => each.id === id) ?? (await findAttachment(trx, id))
    const usable =
      attachment !== null &&
      isAt(attachment, address) &&
      !ids.slice(0, index).includes(id) &&
      (attachment.note_id === noteId || (attachment.note_id === null && attachment.owner_id === principal.id))
    if (!usable || attachment.removed_at !== null)
      throw new ValidationError(['attachmentIds', index], 'This file is not available for the note. Attach it again.')
    found.push(attachment)
  }
  return found
}
