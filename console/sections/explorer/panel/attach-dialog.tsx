import { Button, Callout, Dialog, DialogContent, Field, Select, Textarea, useToast } from '@assay/design-system'
import { type GraphNode, noteLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import type { FrozenPicture } from '../query/freeze-picture.ts'

type PicturedCase = NonNullable<GraphNode['case']>

interface AttachDialogProps {
  /** The environment that the graph was read in. */
  environmentId: string
  /** The cases of the picture. */
  cases: readonly PicturedCase[]
  picture: FrozenPicture
  onClose: () => void
}

const keyOf = ({ environmentId, eventType, externalId }: PicturedCase) =>
  JSON.stringify([environmentId, eventType, externalId])

/** Attaches the picture, as it is now, to a note on one of its cases. */
export function AttachDialog({ environmentId, cases, picture, onClose }: AttachDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  // A repeated attempt makes no second note.
  const [ids] = useState(() => ({ noteId: crypto.randomUUID(), attachmentId: crypto.randomUUID() }))
  const [chosenKey, setChosenKey] = useState(() => (cases[0] ? keyOf(cases[0]) : ''))
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const chosen = cases.find(each => keyOf(each) === chosenKey)
  const attach = useApiMutation({
    mutationFn: ({ environmentId: of, eventType, externalId }: PicturedCase) =>
      client.graph.attach({
        environmentId: of,
        eventType,
        eventId: externalId,
        ...ids,
        text: text.trim(),
        graphEnvironmentId: environmentId,
        picture,
      }),
    invalidates: [api.notes.list.key()],
    onSuccess: (_note, { externalId }) => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Explorer.Attach.Done' }, { id: externalId }) })
      onClose()
    },
  })
  const missing = text.trim() === ''
  if (!chosen) return <NoCaseDialog onClose={onClose} />
  return (
    <FormDialog
      title={<FormattedMessage id="Explorer.Attach" />}
      description={<FormattedMessage id="Explorer.Attach.Text" />}
      confirm={<FormattedMessage id="Explorer.Attach.Confirm" />}
      running={attach.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(before => before + 1)
        if (!missing && !attach.isPending) attach.mutate(chosen)
      }}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Explorer.Attach.Case" />}>
        <Select
          value={chosenKey}
          onValueChange={setChosenKey}
          options={cases.map(each => ({
            value: keyOf(each),
            label: intl.formatMessage({ id: 'Explorer.Attach.Option' }, { id: each.externalId, queue: each.queueName }),
          }))}
        />
      </Field>
      <Field
        required
        label={<FormattedMessage id="Explorer.Note.Text" />}
        {...(missing && attempts > 0 ? { error: intl.formatMessage({ id: 'Cases.Required' }) } : {})}
      >
        <Textarea value={text} maxLength={noteLimits.text} onChange={event => setText(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

function NoCaseDialog({ onClose }: Pick<AttachDialogProps, 'onClose'>) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id="Explorer.Attach" />}
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        <Callout tone="info">
          <FormattedMessage id="Explorer.Attach.None" />
        </Callout>
      </DialogContent>
    </Dialog>
  )
}
