import { allows, type Note, type NoteAttachment, noteManagerRoles, type SystemNoteEvent } from '../../contract/index.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { ConsoleContext, EnvironmentContext } from '../../kernel/console-api/context.ts'
import type { Ports } from '../../ports/index.ts'
import type { StoredAttachment } from './attachment-store.ts'
import type { StoredNote } from './store.ts'

/** The part of a call's context in an environment that the handlers use. */
export type NoteContext = Pick<ConsoleContext, 'db' | 'principal' | 'tree' | 'correlationId' | 'live'> &
  Pick<EnvironmentContext, 'actorRoles'> & { ports: Pick<Ports, 'clock' | 'newId'> }

/** Whether the caller may delete the notes of others in the environment of the call. */
export const isNoteManager = ({ actorRoles }: Pick<NoteContext, 'actorRoles'>): boolean =>
  noteManagerRoles.some(role => actorRoles.includes(role))

export const describeAttachment = ({ id, name, media_type: mediaType, size }: StoredAttachment): NoteAttachment => ({
  id,
  name,
  mediaType,
  size,
})

/** Returns a note as the caller may see it: of a deleted one, who deleted it and when. */
export function describeNote(call: NoteContext, note: StoredNote, attachments: readonly StoredAttachment[]): Note {
  const { principal, tree } = call
  const own = note.author_id === principal.id && note.system_event === null
  const isDeleted = note.deleted_at !== null
  const changeable =
    note.system_event === null && !isDeleted && allows(levelIn(principal, note.environment_id, 'notes', tree), 'write')
  return {
    id: note.id,
    parentId: note.parent_id,
    author: note.author_id === null ? null : { id: note.author_id, name: note.author_name ?? '' },
    text: isDeleted ? '' : note.text,
    mentions: isDeleted ? [] : note.mentions,
    attachments: isDeleted
      ? []
      : attachments.filter(({ note_id: noteId }) => noteId === note.id).map(describeAttachment),
    system:
      note.system_event === null
        ? null
        : { event: note.system_event as SystemNoteEvent, params: note.system_params ?? {} },
    version: note.version,
    createdAt: note.created_at.toISOString(),
    editedAt: note.edited_at?.toISOString() ?? null,
    deleted: note.deleted_at === null ? null : { by: note.deleted_by_name ?? '', at: note.deleted_at.toISOString() },
    own,
    editable: changeable && own,
    removable: changeable && (own || isNoteManager(call)),
  }
}
