import { ConfirmDanger, useToast } from '@assay/design-system'
import type { ConflictReason, Environment } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
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

/** Says what goes and what stays, and asks for the name before an environment is deleted for good. */
export function DeleteEnvironmentDialog({ environment, onClose, onDeleted }: DeleteEnvironmentDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(environment)
  if (environment !== null && environment !== shown) setShown(environment)
  const close = () => {
    setRefusal(null)
    onClose()
  }
  const remove = async () => {
    if (!environment) return
    setRunning(true)
    setRefusal(null)
    try {
      await client.environments.remove({ environmentId: environment.id })
      toast({ title: intl.formatMessage({ id: 'Environments.Delete.Started' }, { name: environment.friendlyName }) })
      onDeleted(environment)
      close()
    } catch (error) {
      const reason = conflictErrorOf(error)?.reason
      setRefusal((reason && conflictMessages[reason]) ?? 'Environments.Error.Other')
    } finally {
      setRunning(false)
    }
  }
  return (
    <ConfirmDanger
      open={environment !== null}
      onOpenChange={open => {
        if (!open) close()
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
      loading={running}
      {...(refusal === null ? {} : { error: <FormattedMessage id={refusal} /> })}
      {...(offline ? { unavailable: <FormattedMessage id="Offline.Writes" /> } : {})}
      onConfirm={() => void remove()}
    />
  )
}
