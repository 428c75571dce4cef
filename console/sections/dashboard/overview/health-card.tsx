import { Badge, Button, Card, CardHeader, useFormat } from '@assay/design-system'
import { type HealthLine, type HealthPart, type HealthState, maxWaitMinutes } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import type { RoutePath } from '../../../platform/permissions/route-table.ts'
import { FailedCard } from '../figures/failed-card.tsx'
import { hasFailed, partInterval } from '../figures/part-query.ts'
import { HealthPlaceholder } from './health-placeholder.tsx'

const pages: Record<HealthPart, RoutePath> = {
  externalCalls: '/data/externalcalls',
  externalAssessments: '/data/externalassessments',
  velocities: '/data/velocities',
  followUps: '/casemanagement/queues',
  jobs: '/rulesconfiguration',
}
const tones: Record<HealthState, 'success' | 'warning' | 'danger'> = {
  healthy: 'success',
  degraded: 'warning',
  failing: 'danger',
}

/**
 * The health of what decisions depend on: a line for each part whose page opens for the user, with state, figure and
 * link. One line while all of it is healthy. Nothing is called
 * healthy when the last read failed.
 */
export function HealthCard() {
  const intl = useIntl()
  const listId = useId()
  const [expanded, setExpanded] = useState(false)
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.dashboard.health.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: partInterval }),
  )
  const { data, isError } = query
  const title = intl.formatMessage({ id: 'Dashboard.Health.Title' })
  if (hasFailed(query)) return <FailedCard title={title} onRetry={() => void query.refetch()} />
  if (data === undefined) return <HealthPlaceholder />
  if (data.length === 0) return null
  const lines = data as readonly HealthLine[]
  const isHealthy = lines.every(({ state }) => state === 'healthy')
  const isOpen = expanded || !isHealthy
  return (
    <Card>
      <CardHeader
        title={title}
        meta={isHealthy && !isError ? <StateBadge state="healthy" /> : undefined}
        actions={
          isHealthy ? (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={expanded}
              aria-controls={listId}
              onClick={() => setExpanded(!expanded)}
            >
              <FormattedMessage
                id={expanded ? 'Dashboard.Health.Hide' : 'Dashboard.Health.Show'}
                values={{ count: lines.length }}
              />
            </Button>
          ) : undefined
        }
      />
      {isError ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      <ul id={listId} hidden={!isOpen} aria-label={title} className="pbe-2">
        {isOpen ? lines.map(line => <Line key={line.part} line={line} isStale={isError} />) : null}
      </ul>
    </Card>
  )
}

const StateBadge = ({ state }: { state: HealthState }) => (
  <Badge tone={tones[state]}>
    <FormattedMessage id={`Dashboard.Health.State.${state}`} />
  </Badge>
)

function Line({ line, isStale }: { line: HealthLine; isStale: boolean }) {
  const href = useHref()
  return (
    <li className="grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-bs border-line-subtle px-4 py-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]">
      <Link
        to={href(pages[line.part])}
        className="min-w-0 font-medium text-link focus-ring hover:underline max-sm:row-start-1"
      >
        <FormattedMessage id={`Dashboard.Health.Part.${line.part}`} />
      </Link>
      <span className="min-w-0 text-sm text-fg-secondary max-sm:col-span-2 max-sm:row-start-2">
        <Figure line={line} />
      </span>
      {isStale && line.state === 'healthy' ? null : <StateBadge state={line.state} />}
    </li>
  )
}

function Figure({ line }: { line: HealthLine }) {
  const format = useFormat()
  switch (line.part) {
    case 'externalCalls':
    case 'externalAssessments':
      return (
        <span className="flex flex-wrap gap-x-3">
          {line.suspended > 0 ? (
            <span>
              <FormattedMessage id="Dashboard.Health.Suspended" values={{ count: line.suspended }} />
            </span>
          ) : null}
          <span>
            {line.worst === null ? (
              <FormattedMessage id="Dashboard.Health.NoRequests" />
            ) : (
              <FormattedMessage
                id="Dashboard.Health.Worst"
                values={{
                  name: <bdi key="name">{line.worst.name}</bdi>,
                  rate: format.percent(line.worst.successRate),
                  requests: line.worst.requests,
                }}
              />
            )}
          </span>
        </span>
      )
    case 'velocities':
      return <FormattedMessage id="Dashboard.Health.Reads" values={{ failed: line.failed }} />
    case 'followUps':
      return <FormattedMessage id="Dashboard.Health.FollowUps" values={{ count: line.failed }} />
    case 'jobs':
      return <FormattedMessage id="Dashboard.Health.Jobs" values={{ count: line.waiting, minutes: maxWaitMinutes }} />
  }
}
