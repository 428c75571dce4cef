import { Button, DateTime, Icon, NoteFile, NoteText } from '@assay/design-system'
import { graphSnapshotType, type Note } from '@assay/risk-service/contract'
import { Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { tagChangeOf } from './system-note.ts'

/** What a line of the system reports; values of the service keep their own direction. */
export function SystemNoteText({ system, text }: { system: NonNullable<Note['system']>; text: string }) {
  const { event, params } = system
  const values: Record<string, ReactNode> = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? <bdi>{value}</bdi> : value]),
  )
  const more: Record<string, ReactNode> =
    event === 'tagsChanged'
      ? { change: tagChangeOf(params) }
      : event === 'held' || event === 'challengeRequested'
        ? { until: <DateTime value={String(params['until'] ?? '')} /> }
        : {}
  return (
    <>
      <p className="wrap-anywhere">
        <FormattedMessage
          id={`Review.Notes.System.${event}`}
          values={{ ...values, ...more } as Record<string, string>}
        />
      </p>
      {text === '' ? null : <NoteText text={text} className="mbs-1 text-fg" />}
    </>
  )
}

/** Who deleted a note, and when. */
export function DeletedNoteText({ deleted }: { deleted: NonNullable<Note['deleted']> }) {
  return (
    <FormattedMessage
      id="Review.Notes.Deleted"
      values={{ name: <bdi>{deleted.by}</bdi>, time: <DateTime value={deleted.at} /> }}
    />
  )
}

/** The text of a note with its links and mentions. */
export function UserNoteText({ note }: { note: Note }) {
  const intl = useIntl()
  const warning = intl.formatMessage({ id: 'Review.Notes.NoAccess' })
  return (
    <NoteText
      text={note.text}
      mentions={note.mentions.map(({ from, to, hasAccess }) => ({ from, to, ...(hasAccess ? {} : { warning }) }))}
    />
  )
}

interface NoteFilesProps {
  note: Note
  downloading: string | null
  onDownload: (attachmentId: string) => void
  /** Opens an attached picture of the graph, which is no file. */
  onOpenGraph: (attachmentId: string) => void
}

/** The files of a note, and its pictures of the graph. */
export function NoteFiles({ note, downloading, onDownload, onOpenGraph }: NoteFilesProps) {
  return note.attachments.map(({ id, name, size, mediaType }) =>
    mediaType === graphSnapshotType ? (
      <Button key={id} size="sm" className="self-start" onClick={() => onOpenGraph(id)}>
        <Icon icon={Waypoints} size={12} />
        <FormattedMessage id="Review.Notes.Graph" />
      </Button>
    ) : (
      <NoteFile key={id} name={name} size={size} downloading={downloading === id} onDownload={() => onDownload(id)} />
    ),
  )
}
