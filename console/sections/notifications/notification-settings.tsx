import { Callout, EmptyState, LoadingRegion, Skeleton, Switch } from '@assay/design-system'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'

/** One switch per topic that the roles of the person receive. Off means: from now on no longer received. */
export function NotificationSettings() {
  const intl = useIntl()
  const queries = useQueryClient()
  const query = useQuery(api.notifications.settings.queryOptions())
  const change = useMutation(
    api.notifications.setTopic.mutationOptions({
      onSuccess: topics => queries.setQueryData(api.notifications.settings.queryKey(), topics),
    }),
  )
  if (query.isPending)
    return (
      <LoadingRegion
        loading
        name={intl.formatMessage({ id: 'Notifications.Settings.Title' })}
        skeleton={<Skeleton className="m-4 h-8" />}
      />
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) {
    return (
      <EmptyState
        kind="no-access"
        icon={BellOff}
        title={<FormattedMessage id="Notifications.Settings.NoneTitle" />}
        description={<FormattedMessage id="Notifications.Settings.NoneText" />}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-fg-secondary">
        <FormattedMessage id="Notifications.Settings.Text" />
      </p>
      {query.data.map(({ topic, enabled }) => (
        <Switch
          key={topic}
          label={<FormattedMessage id={`Notifications.Topic.${topic}`} />}
          checked={change.isPending && change.variables.topic === topic ? change.variables.enabled : enabled}
          disabled={change.isPending}
          onCheckedChange={checked => change.mutate({ topic, enabled: checked })}
        />
      ))}
      {change.isError ? (
        <Callout tone="warning" live>
          <FormattedMessage id="Notifications.Failed" />
        </Callout>
      ) : null}
    </div>
  )
}
