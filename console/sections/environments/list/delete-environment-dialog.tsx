import { ConfirmDanger, useToast } from '@assay/design-system'
import type { ConflictReason, Environment } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

interface DeleteEnvironmentDialogProps {
  environment: Environment | null
  onClose: () => void
  onDeleted: (environment: Environment) => void
}

const conflictMessages: Readonly<Partial<Record<ConflictReason, string>>> = {
  'environment.hasChildren': 'Environments.Reason.hasChildren',
  'environment.lastOfTenant': 'Environments.Reason.last',
  'environment.invalidTransition': 'Environments.Error.Changed',
}

/** Lists what is deleted and what stays, and demands the name before an environment is deleted for good. */
export function DeleteEnvironmentDialog({ environment, onClose, onDeleted }: DeleteEnvironmentDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(environment)
  if (environment !== null && environment !== shown) setShown(environment)
  const removal = useConfirmedMutation({
    mutationFn: ({ id }: Environment) => client.environments.remove({ environmentId: id }),
    onSuccess: (_answer, removed) => {
      toast({ title: intl.formatMessage({ id: 'Environments.Delete.Started' }, { name: removed.friendlyName }) })
      onDeleted(removed)
    },
    onClose,
  })
  const reason = conflictErrorOf(removal.error)?.reason
  const refusal = removal.error && ((reason && conflictMessages[reason]) ?? 'Environments.Error.Other')
  return (
    <ConfirmDanger
      open={environment !== null}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={
        <FormattedMessage
          id="Environments.Delete.Title"
          values={{ name: <bdi key="name">{shown?.friendlyName}</bdi> }}
        />
      }
      description={<FormattedMessage id="Environments.Delete.Description" />}
      consequences={[
        <FormattedMessage key="goes" id="Environments.Delete.Goes" />,
        <FormattedMessage
          key="stays"
          id={shown?.parentId === null ? 'Environments.Delete.StaysRoot' : 'Environments.Delete.Stays'}
        />,
      ]}
      {...(shown ? { typedName: shown.name } : {})}
      confirmLabel={<FormattedMessage id="Environments.Delete.Confirm" />}
      loading={removal.isPending}
      {...(refusal === null ? {} : { error: <FormattedMessage id={refusal} /> })}
      {...(offline ? { unavailable: <FormattedMessage id="Offline.Writes" /> } : {})}
      onConfirm={() => {
        if (environment) removal.confirm(environment)
      }}
    />
  )
}
