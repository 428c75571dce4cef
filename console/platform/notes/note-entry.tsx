import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  downloadFile,
  IconButton,
  Link,
  lazyPart,
  NoteItem,
  NoteList,
  RelativeTime,
} from '@assay/design-system'
import type { Note, NoteThread } from '@assay/risk-service/contract'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../api/client.ts'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { DeletedNoteText, NoteFiles, SystemNoteText, UserNoteText } from './note-body.tsx'
import { NoteEditor } from './note-editor.tsx'
import type { NotePlace } from './note-place.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { draftIdOf, storedDraft } from './use-note-draft.ts'

const AttachedGraph = lazyPart(() => import('./attached-graph.tsx').then(module => ({ default: module.AttachedGraph })))

interface NoteCommands {
  onDelete: (note: Note) => void
  onShowVersions: (note: Note) => void
}
interface NoteEntryProps extends NoteCommands {
  place: NotePlace
  note: Note
  /** Since when notes are new; null: all are. */
  readUntil: string | null
  /** The user may write notes here. */
  writable: boolean
}

/** One note, or the field in its place while it is edited. */
function NoteEntry({
  place,
  note,
  readUntil,
  replies,
  footer,
  onDelete,
  onShowVersions,
}: NoteEntryProps & { replies?: ReactNode; footer?: ReactNode }) {
  const intl = useIntl()
  const [editing, setEditing] = useState(false)
  const [graph, setGraph] = useState<string | null>(null)
  const [menuButton, focusMenu] = useFocusReturn()
  const download = useApiMutation<File | Blob, string>({
    mutationFn: attachmentId => client.notes.download({ ...place, attachmentId }),
    onSuccess: (file, attachmentId) =>
      downloadFile(note.attachments.find(({ id }) => id === attachmentId)?.name ?? 'file', file),
  })
  const name = note.author?.name
  const time = <RelativeTime value={note.createdAt} />
  if (note.deleted)
    return (
      <NoteItem kind="deleted" replies={replies} footer={footer}>
        <DeletedNoteText deleted={note.deleted} />
      </NoteItem>
    )
  if (note.system)
    return (
      <NoteItem
        kind="system"
        author={name ?? intl.formatMessage({ id: 'Review.Notes.Service' })}
        time={time}
        replies={replies}
        footer={footer}
      >
        <SystemNoteText system={note.system} text={note.text} />
      </NoteItem>
    )
  if (editing)
    return (
      <NoteItem author={name} time={time} replies={replies} footer={footer}>
        <NoteEditor
          autoFocus
          place={place}
          task={{ kind: 'edit', note }}
          onDone={() => {
            focusMenu()
            setEditing(false)
          }}
          onRestore={() => setEditing(true)}
        />
      </NoteItem>
    )
  return (
    <NoteItem
      author={name}
      time={time}
      unread={!note.own && (readUntil === null || note.createdAt > readUntil)}
      meta={
        note.editedAt === null ? undefined : (
          <Link asChild>
            <button type="button" onClick={() => onShowVersions(note)}>
              <FormattedMessage id="Review.Notes.Edited" />
            </button>
          </Link>
        )
      }
      actions={
        note.editable || note.removable ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <IconButton
                ref={menuButton}
                size="sm"
                icon={EllipsisVertical}
                label={intl.formatMessage({ id: 'Review.Notes.Menu' }, { name: name ?? '' })}
              />
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              {note.editable ? (
                <DropdownMenuItem onSelect={() => setEditing(true)}>
                  <FormattedMessage id="Common.Edit" />
                </DropdownMenuItem>
              ) : null}
              {note.removable ? (
                <DropdownMenuItem tone="danger" onSelect={() => onDelete(note)}>
                  <FormattedMessage id="Common.Delete" />
                </DropdownMenuItem>
              ) : null}
            </DropdownMenuContent>
          </DropdownMenu>
        ) : undefined
      }
      files={
        note.attachments.length === 0 ? undefined : (
          <NoteFiles
            note={note}
            downloading={download.isPending ? download.variables : null}
            onDownload={id => download.mutate(id)}
            onOpenGraph={setGraph}
          />
        )
      }
      replies={replies}
      footer={footer}
    >
      <UserNoteText note={note} />
      {graph === null ? null : (
        <Suspense fallback={null}>
          <AttachedGraph place={place} attachmentId={graph} onClose={() => setGraph(null)} />
        </Suspense>
      )}
    </NoteItem>
  )
}

/** A note with its replies and the field for a new one. */
export function NoteThreadEntry({ thread, ...rest }: Omit<NoteEntryProps, 'note'> & { thread: NoteThread }) {
  const intl = useIntl()
  const { place, writable } = rest
  const draftId = draftIdOf(place, 'reply', thread.id)
  const [hadDraft] = useState(() => storedDraft(draftId) !== undefined)
  const [replying, setReplying] = useState(hadDraft)
  const [replyButton, focusReply] = useFocusReturn()
  const name = thread.author?.name ?? intl.formatMessage({ id: 'Review.Notes.Service' })
  const repliable = writable && thread.deleted === null
  const replies =
    thread.replies.length === 0 ? undefined : (
      <NoteList aria-label={intl.formatMessage({ id: 'Review.Notes.ReplyTo' }, { name })}>
        {thread.replies.map(reply => (
          <NoteEntry key={reply.id} {...rest} note={reply} />
        ))}
      </NoteList>
    )
  const footer = !repliable ? undefined : replying ? (
    <NoteEditor
      autoFocus={!hadDraft}
      place={place}
      task={{ kind: 'reply', note: thread }}
      onDone={() => {
        focusReply()
        setReplying(false)
      }}
      onRestore={() => setReplying(true)}
    />
  ) : (
    <Button
      ref={replyButton}
      variant="ghost"
      size="sm"
      className="-ms-2 text-fg-secondary"
      aria-label={intl.formatMessage({ id: 'Review.Notes.ReplyTo' }, { name })}
      onClick={() => setReplying(true)}
    >
      <FormattedMessage id="Review.Notes.Reply" />
    </Button>
  )
  return <NoteEntry {...rest} note={thread} replies={replies} footer={footer} />
}
