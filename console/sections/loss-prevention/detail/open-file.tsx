import { Button, Icon } from '@assay/design-system'
import { lossLimits } from '@assay/risk-service/contract'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { ReasonField, reasonIssue } from './reason-field.tsx'

/** Opens the file of a member of staff: the name is shown to this user from then on, and the opening to everybody. */
export function OpenFileButton({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button start={<Icon icon={FolderOpen} />} onClick={() => setIsOpen(true)}>
        <FormattedMessage id="LossPrevention.Open" />
      </Button>
      {isOpen ? <OpenFileDialog id={id} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function OpenFileDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { id: environmentId } = useEnvironment()
  const [reason, setReason] = useState('')
  const [attempts, setAttempts] = useState(0)
  const { isPending, mutate } = useApiMutation({
    mutationFn: () => client.lossPrevention.openFile({ environmentId, id, reason: reason.trim() }),
    invalidates: [api.lossPrevention.entity.key(), api.lossPrevention.openings.key()],
  })
  return (
    <FormDialog
      title={<FormattedMessage id="LossPrevention.Open" />}
      description={<FormattedMessage id="LossPrevention.Open.Text" values={{ hours: lossLimits.openHours }} />}
      confirm={<FormattedMessage id="LossPrevention.Open" />}
      running={isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (reasonIssue(reason, lossLimits.reason) === null && !isPending) mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <ReasonField
        label={<FormattedMessage id="PersonalData.Reason" />}
        value={reason}
        limit={lossLimits.reason}
        attempted={attempts > 0}
        onChange={setReason}
      />
    </FormDialog>
  )
}
