import { Button, Card, CardHeader, RelativeTime, SkeletonRows } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { FailedCard } from '../figures/failed-card.tsx'
import { hasFailed, partInterval } from '../figures/part-query.ts'

const alertsPath = '/reports/alerts'
const shownCount = 5

/** Incidents of alerts that nobody has looked at yet, the latest first. */
export function AlertsCard() {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.alertIncidents.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: partInterval }),
  )
  const { data, isError } = query
  const title = <FormattedMessage id="Dashboard.Alerts.Title" />
  if (hasFailed(query)) return <FailedCard title={title} onRetry={() => void query.refetch()} />
  const open = data?.filter(({ status }) => status === 'open')
  return (
    <Card>
      <CardHeader
        title={title}
        meta={open && open.length > 0 ? intl.formatNumber(open.length) : undefined}
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link to={href(alertsPath)}>
              <FormattedMessage id="Dashboard.Alerts.All" />
            </Link>
          </Button>
        }
      />
      {isError ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      {open === undefined ? (
        <div aria-busy="true">
          <SkeletonRows rows={2} className="*:px-4" />
        </div>
      ) : open.length === 0 ? (
        <p className="px-4 pbe-4 text-fg-muted">
          <FormattedMessage id="Dashboard.Alerts.None" />
        </p>
      ) : (
        <ul className="pbe-2">
          {open.slice(0, shownCount).map(({ id, name, openedAt }) => (
            <li
              key={id}
              className="flex min-h-row items-center justify-between gap-3 border-bs border-line-subtle px-4 py-1"
            >
              <Link
                to={href(alertsPath, new URLSearchParams({ incident: id }))}
                className="min-w-0 truncate font-medium text-link focus-ring hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="shrink-0 text-xs text-fg-muted">
                <RelativeTime value={openedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
