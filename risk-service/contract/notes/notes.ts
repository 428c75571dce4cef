import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { noteLimits, systemNoteEvents } from './note-definitions.ts'

/** Outer blanks do not belong to a note; lines end in one way. */
export const noteTextSchema = z
  .string()
  .transform(text => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'A note needs a text.')
      .max(noteLimits.text, `A note has at most ${noteLimits.text} characters.`)
      .refine(text => !text.includes('\u0000'), 'A note has no control character U+0000.'),
  )

const mentionSchema = z.object({
  userId: uuid,
  name: z.string(),
  /** Place in the text, from the `@` to the end of the name, in UTF-16 code units. */
  from: z.number().int(),
  to: z.number().int(),
  /** The user could see the event when the note was written. */
  hasAccess: z.boolean(),
})
export type NoteMention = z.infer<typeof mentionSchema>

const attachmentSchema = z.object({
  id: uuid,
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export type NoteAttachment = z.infer<typeof attachmentSchema>

export const noteSchema = z.object({
  id: uuid,
  /** The note that this one replies to; null for a note of the event. */
  parentId: uuid.nullable(),
  /** The author; of a system note, the user whose action it reports. Null for an action of the service. */
  author: z.object({ id: uuid, name: z.string() }).nullable(),
  /** Empty for a deleted note. */
  text: z.string(),
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  /** What a system note reports; null for a note that a user wrote. */
  system: z
    .object({ event: z.enum(systemNoteEvents), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** Number of the version; each edit adds one. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Null for a note that was never edited. */
  editedAt: z.iso.datetime().nullable(),
  deleted: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Written by the caller. */
  own: z.boolean(),
  /** The caller may edit it. */
  editable: z.boolean(),
  /** The caller may delete it. */
  removable: z.boolean(),
})
export type Note = z.infer<typeof noteSchema>
/** A note with its replies, oldest first. */
export const noteThreadSchema = noteSchema.extend({ replies: z.array(noteSchema) })
export type NoteThread = z.infer<typeof noteThreadSchema>

export const noteListSchema = z.object({
  /** The merchant's id of the event, whichever id was requested. */
  eventId: z.string(),
  /** One page, newest first. */
  threads: z.array(noteThreadSchema),
  next: z.string().nullable(),
  /** Notes and replies that users wrote, without deleted ones. */
  total: z.number().int(),
  /** Notes of others since the caller last read those of this event. */
  unread: z.number().int(),
  /** When the caller last read them; null: never. */
  readAt: z.iso.datetime().nullable(),
})
export type NoteList = z.infer<typeof noteListSchema>

export const noteVersionSchema = z.object({ version: z.number().int(), text: z.string(), writtenAt: z.iso.datetime() })
export type NoteVersion = z.infer<typeof noteVersionSchema>

export const mentionCandidateSchema = z.object({
  userId: uuid,
  name: z.string(),
  username: z.string(),
  /** The user can see events and notes of this environment. */
  hasAccess: z.boolean(),
})
export type MentionCandidate = z.infer<typeof mentionCandidateSchema>

const eventPath = `${environmentRoute}/events/{eventType}/{eventId}`
const eventInput = environmentInput.extend({ eventType: assessmentKeySchema, eventId: z.string().min(1).max(128) })
const noteInput = eventInput.extend({ noteId: uuid })
const attachmentIds = z
  .array(uuid)
  .max(noteLimits.attachments, `A note has at most ${noteLimits.attachments} attachments.`)
  .default([])
const content = { text: noteTextSchema, attachmentIds }

/** Notes on events. They belong to the event, whichever page shows it. */
export const notesContract = {
  list: procedure
    .route({ method: 'GET', path: `${eventPath}/notes`, summary: 'Notes on an event with their replies, newest first' })
    .input(
      eventInput.extend({
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    )
    .output(noteListSchema),
  versions: procedure
    .route({ method: 'GET', path: `${eventPath}/notes/{noteId}/versions`, summary: 'Earlier versions of a note' })
    .input(noteInput)
    .output(z.array(noteVersionSchema)),
  candidates: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/mention-candidates`,
      summary: 'Users of the tenant whom a note can mention, those with access to the environment first',
    })
    .input(environmentInput.extend({ query: z.string().max(200).default('') }))
    .output(z.array(mentionCandidateSchema)),
  create: procedure
    .route({
      method: 'POST',
      path: `${eventPath}/notes`,
      summary: 'Publish a note or a reply; users whom it mentions are notified',
      description: 'The caller gives the id. Repeating a call is safe.',
    })
    .input(noteInput.extend({ ...content, parentId: uuid.nullable().default(null) }))
    .output(noteSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: `${eventPath}/notes/{noteId}`,
      summary: 'Edit a note of the caller; the earlier version is kept',
    })
    .input(noteInput.extend({ ...content, baseVersion: z.number().int().min(1) }))
    .output(noteSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${eventPath}/notes/{noteId}`,
      summary: 'Delete a note; its content stays in the audit log',
    })
    .input(noteInput)
    .output(noteSchema),
  markRead: procedure
    .route({ method: 'PUT', path: `${eventPath}/notes/read`, summary: 'Mark the notes on an event as read' })
    .input(eventInput)
    .output(z.object({ readAt: z.iso.datetime() })),
  attach: procedure
    .route({
      method: 'POST',
      path: `${eventPath}/note-attachments`,
      summary: 'Upload a file for a note that is then published with it',
    })
    .input(eventInput.extend({ attachmentId: uuid, file: z.file() }))
    .output(attachmentSchema),
  detach: procedure
    .route({
      method: 'DELETE',
      path: `${eventPath}/note-attachments/{attachmentId}`,
      summary: 'Remove an uploaded file that no note has published',
    })
    .input(eventInput.extend({ attachmentId: uuid }))
    .output(z.object({ removed: z.boolean() })),
  download: procedure
    .route({
      method: 'GET',
      path: `${eventPath}/note-attachments/{attachmentId}`,
      summary: 'The file of an attachment',
    })
    .input(eventInput.extend({ attachmentId: uuid }))
    .output(z.file()),
}
