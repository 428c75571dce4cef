/** Notes on events, their earlier versions and files, and when each user last read those of an event. */
import type { Generated } from 'kysely'
import type { Json, Time, TimeDefault } from '../column-types.ts'

/** A mention with its place in the text, in UTF-16 code units. */
export interface StoredMention {
  userId: string
  name: string
  from: number
  to: number
  hasAccess: boolean
}
/**
 * `event_id`: the merchant's id. `system_event`: what a system note reports; null for a note of a user. `deleted_at`: the
 * row stays with its text, which is no longer shown.
 */
export interface NoteTable {
  id: string
  environment_id: string
  event_type: string
  event_id: string
  parent_id: string | null
  author_id: string | null
  author_name: string | null
  text: string
  mentions: Json<StoredMention[]>
  system_event: string | null
  system_params: Json<Record<string, string | number>> | null
  version: Generated<number>
  created_at: Time
  edited_at: Time | null
  deleted_at: Time | null
  deleted_by: string | null
  deleted_by_name: string | null
}
/** A text that an edit replaced. */
export interface NoteVersionTable {
  note_id: string
  version: number
  text: string
  written_at: Time
}
/** `note_id` null: uploaded, and not published yet. */
export interface NoteAttachmentTable {
  id: string
  environment_id: string
  event_type: string
  event_id: string
  note_id: string | null
  /** Place among the attachments of its note. */
  position: Generated<number>
  owner_id: string
  name: string
  media_type: string
  size: number
  digest: string
  content: Uint8Array
  created_at: TimeDefault
  /** An edit removed it from its note: it is no longer shown. */
  removed_at: Time | null
}
export interface NoteReadTable {
  environment_id: string
  event_type: string
  event_id: string
  user_id: string
  read_at: Time
}
