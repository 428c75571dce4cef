import { Button, Callout, useFormat } from '@assay/design-system'
import type { LossSummary } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** That a report is being computed, since when, or could not be, and when it is tried again. */
export function ReportStatus({ summary: { status, startedAt, retryAt } }: { summary: LossSummary }) {
  const format = useFormat()
  const time = (at: string) => <bdi key="time">{format.dateTime(at, 'UTC')}</bdi>
  if (status === 'failed')
    return (
      <Callout tone="danger" actions={<RetryButton />}>
        {retryAt === null ? (
          <FormattedMessage id="LossPrevention.Failed" />
        ) : (
          <FormattedMessage id="LossPrevention.Failed.Retry" values={{ time: time(retryAt) }} />
        )}
      </Callout>
    )
  return status === 'running' || status === 'waiting' ? (
    <Callout tone="info">
      {startedAt === null ? (
        <FormattedMessage id="LossPrevention.Running" />
      ) : (
        <FormattedMessage id="LossPrevention.Running.Since" values={{ time: time(startedAt) }} />
      )}
    </Callout>
  ) : null
}

function RetryButton() {
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const { isPending, mutate } = useApiMutation({
    mutationFn: () => client.lossPrevention.retry({ environmentId }),
    invalidates: [api.lossPrevention.key()],
  })
  return can('actions.run', 'write') ? (
    <Button size="sm" loading={isPending} onClick={() => mutate(undefined)}>
      <FormattedMessage id="Common.Retry" />
    </Button>
  ) : null
}
