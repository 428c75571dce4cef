import { useEffect, useState } from 'react'
import { clearRecovery, readRecovery, saveRecovery } from '../recovery/use-recovery.ts'
import type { NotePlace } from './note-place.ts'

/** A file that was uploaded for a note. */
export interface DraftFile {
  id: string
  name: string
  size: number
}
export interface NoteDraft {
  text: string
  files: readonly DraftFile[]
}

const emptyDraft: NoteDraft = { text: '', files: [] }
const isEmpty = ({ text, files }: NoteDraft) => text === '' && files.length === 0

/** Names the draft of a new note, of a reply, or of an edit. */
export function draftIdOf(
  { environmentId, eventType, eventId }: NotePlace,
  kind: 'new' | 'reply' | 'edit',
  noteId = '',
): string {
  return `note ${environmentId} ${eventType} ${eventId} ${kind} ${noteId}`.trimEnd()
}

/** Returns the stored draft of this user; undefined without one. */
export function storedDraft(draftId: string): NoteDraft | undefined {
  const stored = readRecovery(draftId) as Partial<NoteDraft> | undefined
  if (typeof stored?.text !== 'string' || !Array.isArray(stored.files)) return undefined
  return { text: stored.text, files: stored.files as readonly DraftFile[] }
}

/**
 * The draft of a note, stored with every change until it is published or discarded, so that a closed field, another page
 * or a reload loses nothing.
 * @param initial what the field begins with when nothing is stored
 */
export function useNoteDraft(draftId: string, initial: NoteDraft = emptyDraft) {
  const [first] = useState(() => storedDraft(draftId) ?? initial)
  const [draft, setDraft] = useState(first)
  useEffect(() => {
    // What was only opened is no draft.
    if (draft === first) return
    if (isEmpty(draft)) clearRecovery(draftId)
    else saveRecovery(draftId, draft)
  }, [draft, first, draftId])
  return {
    draft,
    change: setDraft,
    clear: () => clearRecovery(draftId),
    /** Stores a draft again that was discarded. */
    restore: (discarded: NoteDraft) => saveRecovery(draftId, discarded),
  }
}
