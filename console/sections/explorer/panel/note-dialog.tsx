import { Field, Progress, Textarea, useToast } from '@assay/design-system'
import { type GraphSelection, noteLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** Each event is one request. */
const mostNotes = 200

interface NoteDialogProps {
  /** The events that get the note; those of the opening count. */
  events: GraphSelection['events']
  onClose: () => void
}

/** One note for every event of the selection. */
export function NoteDialog({ events, onClose }: NoteDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  // A selection that changes meanwhile changes nothing here, and a repeated attempt makes no second note.
  const [chosen] = useState(() => ({
    count: events.length,
    events: events.slice(0, mostNotes).map(event => ({ ...event, noteId: crypto.randomUUID() })),
  }))
  const { length } = chosen.events
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const [sent, setSent] = useState(0)
  const create = useApiMutation({
    mutationFn: async (note: string) => {
      // After a failure the events that have the note do not get it again.
      for (const [index, { environmentId, eventType, externalId, noteId }] of chosen.events.entries()) {
        if (index < sent) continue
        await client.notes.create({
          environmentId,
          eventType,
          eventId: externalId,
          noteId,
          parentId: null,
          text: note,
          attachmentIds: [],
        })
        setSent(index + 1)
      }
    },
    invalidates: [api.notes.list.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Explorer.Note.Done' }, { count: length }) })
      onClose()
    },
  })
  const missing = text.trim() === ''
  return (
    <FormDialog
      title={<FormattedMessage id="Explorer.Note" values={{ count: length }} />}
      confirm={<FormattedMessage id="Explorer.Note.Confirm" />}
      running={create.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(before => before + 1)
        if (!missing && !create.isPending) create.mutate(text.trim())
      }}
      onClose={onClose}
    >
      {length < chosen.count ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Explorer.Note.Cut" values={{ limit: length, count: chosen.count }} />
        </p>
      ) : null}
      <Field
        required
        label={<FormattedMessage id="Explorer.Note.Text" />}
        {...(missing && attempts > 0 ? { error: intl.formatMessage({ id: 'Cases.Required' }) } : {})}
      >
        <Textarea value={text} maxLength={noteLimits.text} onChange={event => setText(event.target.value)} />
      </Field>
      {create.isPending ? (
        <Progress
          label={<FormattedMessage id="Explorer.Note" values={{ count: length }} />}
          value={sent}
          max={length}
        />
      ) : null}
    </FormDialog>
  )
}
