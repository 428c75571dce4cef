import { ConfirmDanger } from '@assay/design-system'
import type { DualRun } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'

interface RemoveDualRunProps {
  /** Null while the dialog is closed. */
  removed: DualRun | null
  onClose: () => void
}

/** Asks before a dual run is deleted with its report, and deletes it. */
export function RemoveDualRun({ removed, onClose }: RemoveDualRunProps) {
  const removal = useConfirmedMutation({
    mutationFn: ({ environmentId, id }: DualRun) => client.dualRuns.remove({ environmentId, dualRunId: id }),
    invalidates: [api.dualRuns.list.key()],
    onClose,
  })
  return (
    <ConfirmDanger
      open={removed !== null}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={<FormattedMessage id="DualRun.Delete.Title" />}
      consequences={[<FormattedMessage key="report" id="DualRun.Delete.Text" />]}
      confirmLabel={<FormattedMessage id="Common.Delete" />}
      loading={removal.isPending}
      error={removal.error === null ? undefined : <FormattedMessage id="Authoring.Failed" />}
      onConfirm={() => {
        if (removed !== null) removal.confirm(removed)
      }}
    />
  )
}
