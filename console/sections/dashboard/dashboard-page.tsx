import { Callout, DashboardPage, PageHeader, useNow } from '@assay/design-system'
import { dashboardPeriods } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, FormattedRelativeTime, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { deferred } from '../../platform/deferred/deferred.tsx'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useTitle } from '../../platform/router/use-title.ts'
import { BandsCard } from './bands-card.tsx'
import { DecisionsCard } from './decisions-card.tsx'
import { FirstEventCard } from './first-event-card.tsx'
import { IntegrationCard } from './integration-card.tsx'
import { PeriodPlaceholder } from './period-label.tsx'
import { ReviewsCard } from './reviews-card.tsx'
import { TilesStrip } from './tiles-strip.tsx'
import { TopRulesCard } from './top-rules-card.tsx'

const PeriodMenu = deferred(() => import('./period-menu.tsx').then(module => module.PeriodMenu), PeriodPlaceholder)

/** What happens now, what happened in the period, and where to look: every figure leads to the search behind it. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const [parameters, setParameters] = useSearchParams()
  const period = dashboardPeriods.find(known => known === parameters.get('period')) ?? '24h'
  const query = useQuery(api.dashboard.get.queryOptions({
    input: { environmentId: environment.id, period },
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  }))
  useTitle(intl.formatMessage({ id: 'Dashboard.Title' }))
  const { data } = query
  const choose = (value: string) => {
    setParameters(old => {
      const next = new URLSearchParams(old)
      next.set('period', value)
      return next
    }, { replace: true })
  }
  return (
    <DashboardPage
      name={intl.formatMessage({ id: 'Dashboard.Title' })}
      state={query.isError && !data ? 'error' : 'ready'}
      message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
      header={
        <PageHeader
          title={<FormattedMessage id="Dashboard.Title" />}
          breadcrumb={[{ id: 'dashboard', label: intl.formatMessage({ id: 'Dashboard.Title' }) }]}
          meta={<FormattedMessage id={`Dashboard.Meta.${period}`} values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }} />}
          actions={
            <>
              {data ? <Updated at={query.dataUpdatedAt} /> : null}
              <PeriodMenu period={period} onPeriodChange={choose} />
            </>
          }
        />
      }
      notice={
        <>
          {query.isError ? <Callout tone="warning" live><FormattedMessage id="Dashboard.Stale" /></Callout> : null}
          {data && !data.hasEvents ? <FirstEventCard data={data} /> : null}
        </>
      }
      tiles={<TilesStrip data={data} period={period} />}
      foot={<IntegrationCard data={data} />}
    >
      <DecisionsCard data={data} period={period} />
      <BandsCard data={data} period={period} />
      <ReviewsCard data={data} />
      <TopRulesCard data={data} period={period} />
    </DashboardPage>
  )
}

/** How old the figures are; they are fetched anew every half minute. */
function Updated({ at }: { at: number }) {
  const now = useNow()
  return (
    <span className="hidden text-xs text-fg-muted md:inline">
      <FormattedMessage
        id="Dashboard.Updated"
        values={{ when: <FormattedRelativeTime key="when" value={Math.min(0, Math.round((at - now) / 5000) * 5)} unit="second" style="short" numeric="auto" /> }}
      />
    </span>
  )
}
