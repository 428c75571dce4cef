import { type LossEntity, type LossReason, lossLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useMonthName } from '../use-month-name.ts'
import { ReasonField, reasonIssue } from './reason-field.tsx'

interface ClearDialogProps {
  entity: LossEntity
  month: string
  reason: LossReason
  onClose: () => void
}

/** Records that a reason has an innocent explanation: it counts half in the month after. */
export function ClearDialog({ entity: { kind, id }, month, reason, onClose }: ClearDialogProps) {
  const intl = useIntl()
  const monthName = useMonthName()
  const { id: environmentId } = useEnvironment()
  const [note, setNote] = useState('')
  const [attempts, setAttempts] = useState(0)
  const { isPending, mutate } = useApiMutation({
    mutationFn: () => client.lossPrevention.clear({ environmentId, kind, id, month, reason, note: note.trim() }),
    invalidates: [api.lossPrevention.key()],
  })
  return (
    <FormDialog
      title={<FormattedMessage id="LossPrevention.Clear.Month" values={{ month: monthName(month) }} />}
      description={
        <FormattedMessage
          id="LossPrevention.Clear.Text"
          values={{ reason: intl.formatMessage({ id: `LossPrevention.Reason.${reason}` }) }}
        />
      }
      confirm={<FormattedMessage id="LossPrevention.Clear" />}
      running={isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (reasonIssue(note, lossLimits.note) === null && !isPending) mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <ReasonField
        label={<FormattedMessage id="LossPrevention.Clear.Note" />}
        value={note}
        limit={lossLimits.note}
        attempted={attempts > 0}
        onChange={setNote}
      />
    </FormDialog>
  )
}
