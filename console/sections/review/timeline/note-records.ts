import type { Format } from '@assay/design-system'
import type { Note, NoteThread } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { tagChangeOf } from '../../../platform/notes/system-note.ts'
import type { TimelineRecord } from './timeline-record.tsx'

/** What a line of the system says; its time is written out. */
function systemSentence({ event, params }: NonNullable<Note['system']>, format: Format) {
  const more: Record<string, string> =
    event === 'tagsChanged'
      ? { change: tagChangeOf(params) }
      : event === 'held' || event === 'challengeRequested'
        ? { until: format.dateTime(String(params['until'] ?? '')) }
        : {}
  return { messageId: `Review.Notes.System.${event}`, values: { ...params, ...more } }
}

function noteRecord(note: Note, intl: IntlShape, format: Format): TimelineRecord {
  const { id, parentId, author, system, deleted, text, attachments } = note
  const name = author?.name ?? intl.formatMessage({ id: 'Review.Notes.Service' })
  const sentence = system
    ? systemSentence(system, format)
    : {
        messageId: deleted
          ? 'Review.Timeline.NoteDeleted'
          : parentId === null
            ? 'Review.Timeline.Note'
            : 'Review.Timeline.Reply',
        values: { name: deleted?.by ?? name },
      }
  return {
    key: `note ${id}`,
    kind: system ? 'case' : 'note',
    at: deleted?.at ?? note.createdAt,
    by: deleted?.by ?? author?.name ?? null,
    ...sentence,
    details: [text, ...attachments.map(file => file.name)].filter(line => line !== ''),
  }
}

/**
 * Returns the notes on an event as records.
 * @param withSystem also what the service has written of the case: its history, where that is shown, says it already
 */
export const noteRecords = (
  threads: readonly NoteThread[],
  withSystem: boolean,
  intl: IntlShape,
  format: Format,
): TimelineRecord[] =>
  threads
    .flatMap(({ replies, ...note }): Note[] => [...replies, note])
    .filter(({ system }) => withSystem || system === null)
    .map(note => noteRecord(note, intl, format))
