import { Button, useToast } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { mayManage } from '../commands.ts'

/** Creates an environment once more after that failed: the command, and a button for the environments that need it. */
export function useRetryCreation(): {
  retry: (environment: Environment) => void
  retryButton: (environment: Environment) => ReactNode
} {
  const intl = useIntl()
  const { toast } = useToast()
  const { refresh } = useEnvironments()
  const offline = useOffline()
  const retrying = useMutation({
    mutationFn: ({ id }: Environment) => client.environments.retry({ environmentId: id }),
    onError: () => toast({ title: intl.formatMessage({ id: 'Environments.Error.Other' }), tone: 'danger' }),
    onSettled: () => refresh(),
  })
  const retryButton = (environment: Environment) =>
    environment.status === 'CreateFailed' && mayManage(environment) ? (
      <Button
        size="sm"
        tabIndex={-1}
        loading={retrying.isPending && retrying.variables.id === environment.id}
        disabled={offline}
        onClick={() => retrying.mutate(environment)}
      >
        <FormattedMessage id="Environments.Menu.retry" />
      </Button>
    ) : null
  return { retry: retrying.mutate, retryButton }
}
