import { NoteComposer, useToast } from '@assay/design-system'
import { attachmentTypes, type Note, noteLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../api/api-error.ts'
import { api, client } from '../api/client.ts'
import { useCan } from '../environments/environments.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { useOffline } from '../offline/connection.ts'
import type { NotePlace } from './note-place.ts'
import { NoteTemplateMenu } from './templates/note-template-menu.tsx'
import { useNoteTemplates } from './templates/use-note-templates.ts'
import { useAttachments } from './use-attachments.ts'
import { useMentionPeople } from './use-mention-people.ts'
import { draftIdOf, type NoteDraft, useNoteDraft } from './use-note-draft.ts'

const accept = Object.keys(attachmentTypes)
  .map(extension => `.${extension}`)
  .join(',')
const acceptLabel = Object.keys(attachmentTypes)
  .map(extension => extension.toUpperCase())
  .join(', ')

interface NoteEditorProps {
  place: NotePlace
  /** A new note, a reply to a note, or a change of one. */
  task: { kind: 'new' } | { kind: 'reply' | 'edit'; note: Note }
  /** The field receives the focus when it appears: the user opened it. */
  autoFocus: boolean
  /** The field is no longer needed: the note was published, or its draft discarded. */
  onDone: () => void
  /** A discarded draft was brought back: the field should open again. */
  onRestore: () => void
}

/** The reason why a note was not published, where the page has words for it. */
function reasonOf(error: unknown): 'Limit' | 'Changed' | 'Gone' | null {
  const read = readApiError(error)
  if (read.kind === 'missing') return 'Gone'
  if (read.kind !== 'conflict') return null
  return read.reason === 'notes.limit' ? 'Limit' : read.reason === 'version.conflict' ? 'Changed' : null
}

/** The field for a note of the signed-in user, with its draft, its files and the people whom it mentions. */
export function NoteEditor({ place, task, autoFocus, onDone, onRestore }: NoteEditorProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { kind } = task
  const note = task.kind === 'new' ? undefined : task.note
  const before: NoteDraft | undefined =
    task.kind === 'edit' ? { text: task.note.text, files: task.note.attachments } : undefined
  const { draft, change, clear, restore } = useNoteDraft(draftIdOf(place, kind, note?.id), before)
  // The id of the note stays the same until it is published: a repeat after a lost answer publishes it once.
  const [noteId] = useState(() => crypto.randomUUID())
  // A version that arrives while the note is edited must not replace the one that was read.
  const [baseVersion] = useState(note?.version ?? 0)
  const people = useMentionPeople(place.environmentId)
  const attachments = useAttachments(place, draft, change, before?.files.map(({ id }) => id) ?? [])
  const publish = useApiMutation<Note, NoteDraft>({
    mutationFn: ({ text, files }) => {
      const content = { ...place, text, attachmentIds: files.map(({ id }) => id) }
      return task.kind === 'edit'
        ? client.notes.update({ ...content, noteId: task.note.id, baseVersion })
        : client.notes.create({ ...content, noteId, parentId: note?.id ?? null })
    },
    invalidates: [api.notes.list.key(), api.notes.versions.key()],
    onSuccess: () => {
      clear()
      onDone()
    },
    onError: error => reasonOf(error) !== null,
  })
  const can = useCan()
  const { data: found } = useQuery(
    api.cases.find.queryOptions({
      input: { environmentId: place.environmentId, eventType: place.eventType, id: place.eventId },
      enabled: can('cases.queues'),
      staleTime: 30_000,
    }),
  )
  const templates = useNoteTemplates(found?.case)
  const reason = publish.error && reasonOf(publish.error)
  const strangers = people.withoutAccess(draft.text)
  const label =
    task.kind === 'new'
      ? intl.formatMessage({ id: 'Review.Notes.New' })
      : task.kind === 'edit'
        ? intl.formatMessage({ id: 'Review.Notes.EditLabel' })
        : intl.formatMessage({ id: 'Review.Notes.ReplyTo' }, { name: task.note.author?.name ?? '' })

  const discard = () => {
    const discarded = draft
    clear()
    onDone()
    if (kind === 'edit' || (discarded.text.trim() === '' && discarded.files.length === 0)) return
    toast({
      title: intl.formatMessage({ id: 'Review.Notes.Discarded' }),
      action: {
        label: intl.formatMessage({ id: 'Common.Undo' }),
        onAction: () => {
          restore(discarded)
          onRestore()
        },
      },
    })
  }
  const composer = (
    <NoteComposer
      autoFocus={autoFocus}
      label={label}
      value={draft.text}
      onValueChange={text => change({ ...draft, text })}
      maxLength={noteLimits.text}
      placeholder={intl.formatMessage({ id: 'Review.Notes.Hint' })}
      options={people.options}
      onMentionSearch={people.search}
      peopleLabel={intl.formatMessage({ id: 'Review.Notes.People' })}
      files={attachments.entries}
      accept={accept}
      acceptLabel={acceptLabel}
      maxFileSize={noteLimits.attachmentSize}
      maxFiles={noteLimits.attachments}
      onFilesAdd={attachments.add}
      onFileRemove={attachments.remove}
      onFileRetry={attachments.retry}
      onPublish={() => publish.mutate(draft)}
      onDiscard={discard}
      publishLabel={intl.formatMessage({
        id: { new: 'Review.Notes.Publish', reply: 'Review.Notes.PublishReply', edit: 'Review.Notes.SaveEdit' }[kind],
      })}
      discardLabel={intl.formatMessage({ id: kind === 'edit' ? 'Review.Notes.CancelEdit' : 'Review.Notes.Discard' })}
      pending={publish.isPending}
      unavailable={offline ? <FormattedMessage id="Offline.Writes" /> : undefined}
      warning={
        strangers.length === 0 ? undefined : (
          <FormattedMessage
            id="Review.Notes.MentionWarning"
            values={{ names: <bdi>{intl.formatList(strangers)}</bdi> }}
          />
        )
      }
      error={reason ? <FormattedMessage id={`Review.Notes.${reason}`} /> : undefined}
    />
  )
  if (templates.length === 0) return composer
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-end">
        <NoteTemplateMenu templates={templates} value={draft.text} onValueChange={text => change({ ...draft, text })} />
      </div>
      {composer}
    </div>
  )
}
