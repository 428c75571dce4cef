import {
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  IconButton,
  Kbd,
  NoteList,
  Skeleton,
  SkeletonText,
} from '@assay/design-system'
import type { Note } from '@assay/risk-service/contract'
import { NotebookPen, Plus, X } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../errors/page-error.tsx'
import { usePreferences } from '../preferences/index.ts'
import { DeleteNoteDialog, NoteVersionsDialog } from './note-dialogs.tsx'
import { NoteEditor } from './note-editor.tsx'
import { NoteThreadEntry } from './note-entry.tsx'
import { NoteHotkey } from './note-hotkey.tsx'
import type { NotePlace } from './note-place.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useMarkRead } from './use-mark-read.ts'
import { draftIdOf, storedDraft } from './use-note-draft.ts'
import { useNoteLevel, useNotes, useNoteUpdates } from './use-notes.ts'

interface NotesPanelProps extends NotePlace {
  /** The field for a new note is open from the start. */
  composing?: boolean
  /** Closes the panel, where it stands beside something else. */
  onClose?: () => void
  /** The panel, for a button that leads to it. */
  ref?: Ref<HTMLElement>
}

/**
 * The notes on an event, for every page that is about it: it fetches them, follows the changes of others, and lets users
 * with the right write. Nothing for users who may not read notes. `n` opens the field for a new note.
 */
export function NotesPanel(props: NotesPanelProps) {
  const level = useNoteLevel(props.environmentId)
  if (level === 'none') return null
  // Drafts, open fields and what counts as new belong to one event.
  return (
    <Panel key={`${props.environmentId} ${props.eventType} ${props.eventId}`} {...props} writable={level === 'write'} />
  )
}

function Panel({
  environmentId,
  eventType,
  eventId,
  composing: startsComposing = false,
  onClose,
  ref,
  writable,
}: NotesPanelProps & { writable: boolean }) {
  const intl = useIntl()
  const { shortcutsEnabled } = usePreferences()
  const place: NotePlace = { environmentId, eventType, eventId }
  const { query, threads, summary } = useNotes(place, true)
  useNoteUpdates(place, summary?.eventId)
  const body = useRef<HTMLDivElement>(null)
  useMarkRead(body, place, summary?.unread ?? 0)
  const draftId = draftIdOf(place, 'new')
  // A draft is shown wherever the panel is; the focus stays where it is.
  const [composing, setComposing] = useState(() => startsComposing || storedDraft(draftId) !== undefined)
  const [focused, setFocused] = useState(startsComposing)
  const [deleting, setDeleting] = useState<Note | null>(null)
  const [versionsOf, setVersionsOf] = useState<Note | null>(null)
  // Notes stay marked as new for the visit, after they were marked as read.
  const [readUntil, setReadUntil] = useState<string | null>()
  if (readUntil === undefined && summary) setReadUntil(summary.readAt)
  const compose = () => {
    setFocused(true)
    setComposing(true)
  }
  const [writeButton, focusWriteButton] = useFocusReturn()
  const closeField = () => {
    focusWriteButton()
    setComposing(false)
  }
  return (
    <Card ref={ref} tabIndex={-1} aria-label={intl.formatMessage({ id: 'Review.Notes.Title' })} className="focus-ring">
      <CardHeader
        title={<FormattedMessage id="Review.Notes.Title" />}
        meta={summary && summary.total > 0 ? intl.formatNumber(summary.total) : undefined}
        actions={
          <>
            {writable ? (
              <IconButton
                size="sm"
                icon={Plus}
                label={intl.formatMessage({ id: 'Review.Notes.New' })}
                disabled={composing}
                onClick={compose}
              />
            ) : null}
            {onClose ? (
              <IconButton
                size="sm"
                icon={X}
                label={intl.formatMessage({ id: 'Review.Notes.Close' })}
                onClick={onClose}
              />
            ) : null}
          </>
        }
      />
      <CardBody ref={body} aria-busy={query.isPending || undefined}>
        {!writable ? null : composing ? (
          <NoteEditor
            autoFocus={focused}
            place={place}
            task={{ kind: 'new' }}
            onDone={closeField}
            onRestore={compose}
          />
        ) : (
          <Button ref={writeButton} className="w-full justify-between font-normal text-fg-secondary" onClick={compose}>
            <FormattedMessage id="Review.Notes.Write" />
            {shortcutsEnabled ? (
              <span aria-hidden className="flex">
                <Kbd keys="N" />
              </span>
            ) : null}
          </Button>
        )}
        {summary === undefined ? (
          query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <div className="grid gap-2 pbs-3">
              <Skeleton className="w-16" />
              <SkeletonText lines={3} />
            </div>
          )
        ) : threads.length === 0 ? (
          <EmptyState
            icon={NotebookPen}
            level={3}
            title={<FormattedMessage id="Review.Notes.EmptyTitle" />}
            description={<FormattedMessage id={writable ? 'Review.Notes.Empty' : 'Review.Notes.EmptyReadOnly'} />}
          />
        ) : (
          <NoteList aria-label={intl.formatMessage({ id: 'Review.Notes.Title' })}>
            {threads.map(thread => (
              <NoteThreadEntry
                key={thread.id}
                place={place}
                thread={thread}
                readUntil={readUntil ?? null}
                writable={writable}
                onDelete={setDeleting}
                onShowVersions={setVersionsOf}
              />
            ))}
          </NoteList>
        )}
        {query.hasNextPage ? (
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <FormattedMessage id="Review.Notes.Older" />
          </Button>
        ) : null}
      </CardBody>
      {writable ? <NoteHotkey onNewNote={compose} /> : null}
      <DeleteNoteDialog place={place} note={deleting} onClose={() => setDeleting(null)} />
      <NoteVersionsDialog place={place} note={versionsOf} onClose={() => setVersionsOf(null)} />
    </Card>
  )
}
