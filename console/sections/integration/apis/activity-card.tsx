import { Card, CardBody, CardHeader, Link, SkeletonRows, useFormat } from '@assay/design-system'
import type { ApiRequests } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'

const dayMs = 24 * 3_600_000
const refreshMs = 60_000

/** Requests and errors of an API in the last day, with links to them. */
export function ActivityCard({ apiName }: { apiName: string }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const query = useQuery({
    queryKey: [...api.apiManagement.requests.queryKey({ input: { environmentId, from: '', to: '', apiName } }), 'day'],
    queryFn: ({ signal }) => {
      const now = serverNow()
      const period = { from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() }
      return client.apiManagement.requests({ environmentId, ...period, apiName }, { signal })
    },
    staleTime: 10_000,
    refetchInterval: refreshMs,
  })
  const requests = query.data as ApiRequests | undefined
  const address = (page: 'requests' | 'errors') =>
    href(`/data/apimanagement/${page}`, new URLSearchParams({ api: apiName }))
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Integration.Activity" />}
        actions={
          <>
            <Link asChild>
              <RouterLink to={address('requests')}>
                <FormattedMessage id="ApiManagement.Tab.requests" />
              </RouterLink>
            </Link>
            <Link asChild>
              <RouterLink to={address('errors')}>
                <FormattedMessage id="OutgoingRequests.Figure.Errors" />
              </RouterLink>
            </Link>
          </>
        }
      />
      {requests !== undefined ? (
        <CardBody className="text-sm">
          {requests.calls === 0 || requests.latency === null ? (
            <FormattedMessage id="Integration.Calls.None" />
          ) : (
            <FormattedMessage
              id="Integration.Activity.Text"
              values={{
                calls: requests.calls,
                failed: requests.failed,
                share: requests.failed / requests.calls,
                latency: intl.formatMessage(
                  { id: 'OutgoingRequests.Figure.Milliseconds' },
                  { value: format.number(Math.round(requests.latency.p95)) },
                ),
              }}
            />
          )}
        </CardBody>
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}
