import { Field, Select } from '@assay/design-system'
import { type Case } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { useRecoverableState } from '../../../../platform/recovery/use-recovery.ts'
import { ActionDialog } from './action-dialog.tsx'
import { isTooLong, isWritten, ReasonField } from './reason-field.tsx'

interface TextDialogProps<Answer> {
  row: Case
  issue: ReactNode
  pending: boolean
  onSubmit: (answer: Answer) => void
  onClose: () => void
}

/** Passes a case to supervisors and managers, with a reason. */
export function EscalateDialog({ row, onSubmit, ...props }: TextDialogProps<{ reason: string }>) {
  const [reason, setReason] = useRecoverableState(`case-escalate/${row.id}`, '')
  return (
    <ActionDialog
      {...props}
      title={<FormattedMessage id="Review.Case.Escalate.Title" />}
      description={<FormattedMessage id="Review.Case.Escalate.Text" />}
      submitLabel={<FormattedMessage id="Review.Case.Action.escalate" />}
      ready={isWritten(reason)}
      onSubmit={() => onSubmit({ reason: reason.trim() })}
    >
      <ReasonField labelId="Review.Case.Reason" required value={reason} disabled={props.pending} onChange={setReason} />
    </ActionDialog>
  )
}

/**
 * Returns a case to its queue, perhaps with a note for the next reviewer. @param count number of cases that are returned,
 * with those that are reviewed together with it
 */
export function SendBackDialog({
  row,
  count = 1,
  onSubmit,
  ...props
}: TextDialogProps<{ note: string }> & { count?: number }) {
  const [note, setNote] = useRecoverableState(`case-send-back/${row.id}`, '')
  return (
    <ActionDialog
      {...props}
      title={
        count === 1 ? (
          <FormattedMessage id="Review.Case.SendBack.Title" />
        ) : (
          <FormattedMessage id="Review.Case.Bundle.Release" values={{ count }} />
        )
      }
      description={<FormattedMessage id="Review.Case.SendBack.Text" />}
      submitLabel={<FormattedMessage id="Review.Case.Action.sendBack" />}
      ready={!isTooLong(note)}
      onSubmit={() => onSubmit({ note: note.trim() })}
    >
      <ReasonField labelId="Review.Case.SendBack.Note" value={note} disabled={props.pending} onChange={setNote} />
    </ActionDialog>
  )
}

/** Moves a case to another queue of its environment that serves its assessment. */
export function TransferDialog({ row, onSubmit, ...props }: TextDialogProps<{ queueId: string; comment: string }>) {
  const intl = useIntl()
  const [comment, setComment] = useRecoverableState(`case-transfer/${row.id}`, '')
  const [chosen, setChosen] = useState<string>()
  const query = useQuery(api.queues.list.queryOptions({ input: { environmentId: row.environmentId } }))
  const targets = (query.data ?? []).filter(
    ({ id, environmentId, assessment }) =>
      id !== row.queueId &&
      environmentId === row.environmentId &&
      (assessment === null || assessment.toLowerCase() === row.eventType.toLowerCase()),
  )
  const noneElse = query.data !== undefined && targets.length === 0
  return (
    <ActionDialog
      {...props}
      title={<FormattedMessage id="Review.Case.Transfer.Title" />}
      description={<FormattedMessage id="Review.Case.Transfer.Text" />}
      submitLabel={<FormattedMessage id="Review.Case.Action.transfer" />}
      ready={chosen !== undefined && isWritten(comment)}
      onSubmit={() => {
        if (chosen !== undefined) onSubmit({ queueId: chosen, comment: comment.trim() })
      }}
    >
      <Field
        label={<FormattedMessage id="Review.Case.Transfer.Queue" />}
        required
        error={
          query.isError ? (
            <FormattedMessage id="Review.Case.Transfer.Failed" />
          ) : noneElse ? (
            <FormattedMessage id="Review.Case.Transfer.None" />
          ) : undefined
        }
      >
        <Select
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          {...(chosen === undefined ? {} : { value: chosen })}
          placeholder={intl.formatMessage({ id: 'Review.Case.Transfer.Choose' })}
          // Also while the queues are fetched: the field is the first of the dialog, and gets the focus.
          disabled={props.pending || noneElse || query.isError}
          onValueChange={setChosen}
        />
      </Field>
      <ReasonField
        labelId="Review.Case.Transfer.Comment"
        required
        value={comment}
        disabled={props.pending}
        onChange={setComment}
      />
    </ActionDialog>
  )
}
