import { ConfirmDanger, DateTime, Dialog, DialogContent, NoteText, Skeleton } from '@assay/design-system'
import type { Note } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { QueryError } from '../errors/page-error.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import type { NotePlace } from './note-place.ts'

interface NoteDialogProps {
  place: NotePlace
  /** Null while the dialog is closed. */
  note: Note | null
  onClose: () => void
}

/** Asks before a note is deleted: a deletion leaves a trace that others see. */
export function DeleteNoteDialog({ place, note, onClose }: NoteDialogProps) {
  const deletion = useApiMutation<Note, Note>({
    mutationFn: ({ id }) => client.notes.remove({ ...place, noteId: id }),
    invalidates: [api.notes.list.key()],
    onSettled: onClose,
  })
  return (
    <ConfirmDanger
      open={note !== null}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      loading={deletion.isPending}
      title={<FormattedMessage id="Review.Notes.DeleteTitle" />}
      description={<FormattedMessage id="Review.Notes.DeleteDescription" />}
      confirmLabel={<FormattedMessage id="Review.Notes.DeleteConfirm" />}
      onConfirm={() => {
        if (note) deletion.mutate(note)
      }}
    />
  )
}

/** The earlier texts of a note, newest first. */
export function NoteVersionsDialog({ place, note, onClose }: NoteDialogProps) {
  return (
    <Dialog open={note !== null} onOpenChange={open => (open ? undefined : onClose())}>
      {note === null ? null : (
        <DialogContent size="sm" title={<FormattedMessage id="Review.Notes.Versions" />}>
          <Versions place={place} note={note} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function Versions({ place, note }: { place: NotePlace; note: Note }) {
  const intl = useIntl()
  const query = useQuery(api.notes.versions.queryOptions({ input: { ...place, noteId: note.id } }))
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton className="h-16" />
  return (
    // eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list
    <ul
      role="list"
      aria-label={intl.formatMessage({ id: 'Review.Notes.Versions' })}
      className="divide-y divide-line-subtle"
    >
      {query.data.map(({ version, text, writtenAt }) => (
        <li key={version} className="py-3 first:pbs-0">
          <p className="text-xs text-fg-muted">
            <DateTime value={writtenAt} />
          </p>
          <NoteText text={text} />
        </li>
      ))}
    </ul>
  )
}
