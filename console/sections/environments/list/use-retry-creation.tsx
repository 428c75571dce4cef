import { Button, useToast } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { mayManage } from '../commands.ts'

/** Creates an environment once more after that failed: the command, and a button for the environments that need it. */
export function useRetryCreation(): {
  retry: (environment: Environment) => Promise<void>
  retryButton: (environment: Environment) => ReactNode
} {
  const intl = useIntl()
  const { toast } = useToast()
  const { refresh } = useEnvironments()
  const offline = useOffline()
  const [retrying, setRetrying] = useState<string | null>(null)
  const retry = async (environment: Environment) => {
    setRetrying(environment.id)
    try {
      await client.environments.retry({ environmentId: environment.id })
    } catch {
      toast({ title: intl.formatMessage({ id: 'Environments.Error.Other' }), tone: 'danger' })
    }
    await refresh()
    setRetrying(null)
  }
  const retryButton = (environment: Environment) =>
    environment.status === 'CreateFailed' && mayManage(environment) ? (
      <Button
        size="sm"
        tabIndex={-1}
        loading={retrying === environment.id}
        disabled={offline}
        onClick={() => void retry(environment)}
      >
        <FormattedMessage id="Environments.Menu.retry" />
      </Button>
    ) : null
  return { retry, retryButton }
}
