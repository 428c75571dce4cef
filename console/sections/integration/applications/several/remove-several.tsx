import { ConfirmDanger, useToast } from '@assay/design-system'
import type { Application } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../../platform/api/api-error.ts'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../../platform/mutations/use-confirmed-mutation.ts'
import { useRemovalUses } from '../credentials/use-application-use.ts'

interface RemoveSeveralProps {
  /** Empty while the dialog is closed. */
  removed: readonly Application[]
  onClose: () => void
}

/** Asks once before several applications are deleted, and says of each who still calls with it. */
export function RemoveSeveral({ removed, onClose }: RemoveSeveralProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(removed)
  if (removed.length > 0 && removed !== shown) setShown(removed)
  const uses = useRemovalUses(removed)
  const removal = useConfirmedMutation({
    mutationFn: (applications: readonly Application[]) => removeEach(environmentId, applications),
    invalidates: [api.applications.key(), api.dashboard.integration.key()],
    onSuccess({ done, failed }) {
      if (done > 0)
        toast({
          tone: 'success',
          title: intl.formatMessage({ id: 'Applications.Several.Deleted' }, { count: done }),
        })
      if (failed.length > 0)
        toast({
          tone: 'danger',
          title: intl.formatMessage(
            { id: 'Applications.Several.Failed' },
            { count: failed.length, names: intl.formatList(failed.map(({ name }) => name)) },
          ),
        })
    },
    onClose,
  })
  if (shown.length === 0) return null
  return (
    <ConfirmDanger
      open={removed.length > 0}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={<FormattedMessage id="Applications.Several.Remove" values={{ count: shown.length }} />}
      consequences={shown.map(({ clientId, name }) => (
        <FormattedMessage
          key={clientId}
          id="Applications.Several.Use"
          values={{ name: <bdi key="name">{name}</bdi>, use: uses.get(clientId) ?? '' }}
        />
      ))}
      confirmLabel={<FormattedMessage id="Common.Delete" />}
      loading={removal.isPending}
      onConfirm={() => removal.confirm(shown)}
    />
  )
}

/** Deletes applications one after the other; one that fails does not stop those after it. */
async function removeEach(environmentId: string, applications: readonly Application[]) {
  let done = 0
  const failed: Application[] = []
  for (const application of applications) {
    try {
      await client.applications.remove({ environmentId, clientId: application.clientId })
      done += 1
    } catch (error) {
      // Somebody else was faster: there is nothing left to delete.
      if (readApiError(error).kind === 'missing') done += 1
      else failed.push(application)
    }
  }
  return { done, failed }
}
