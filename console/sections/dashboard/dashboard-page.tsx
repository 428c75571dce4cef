import { DashboardPage, Icon, PageHeader, useNow } from '@assay/design-system'
import { dashboardPeriods } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { FormattedMessage, FormattedRelativeTime, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../platform/errors/stale-notice.tsx'
import { concernsFigures } from '../../platform/live/concerns-figures.ts'
import { useLive, useLiveEvents } from '../../platform/live/use-live-events.ts'
import { choiceParameter, useSearchState } from '../../platform/router/use-search-state.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { deferred } from '../../platform/timing/deferred.tsx'
import { createThrottle } from '../../platform/timing/throttle.ts'
import { BandsCard } from './bands-card.tsx'
import { DecisionsCard } from './decisions-card.tsx'
import { IntegrationPlaceholder } from './integration-placeholder.tsx'
import { PeriodPlaceholder } from './period-label.tsx'
import { ReviewsPlaceholder } from './reviews-placeholder.tsx'
import { TilesStrip } from './tiles-strip.tsx'
import { TopRulesCard } from './top-rules-card.tsx'

const TourCards = deferred(
  () => import('../../platform/tours/tour-cards.tsx').then(module => module.TourCards),
  () => null,
)
const FirstEventCard = deferred(
  () => import('./first-event-card.tsx').then(module => module.FirstEventCard),
  () => null,
)
const ReviewsCard = deferred(() => import('./reviews-card.tsx').then(module => module.ReviewsCard), ReviewsPlaceholder)
const IntegrationCard = deferred(
  () => import('./integration-card.tsx').then(module => module.IntegrationCard),
  IntegrationPlaceholder,
)
const PeriodMenu = deferred(() => import('./period-menu.tsx').then(module => module.PeriodMenu), PeriodPlaceholder)

/** Figures are fetched no more often than this, however many decisions arrive: milliseconds. */
const liveSpan = 5000

const searchSchema = { period: choiceParameter(dashboardPeriods) }

export interface DashboardProps {
  /** At the foot: ways out of the console. */
  links?: ReactNode
}

/** What happens now, what happened in the period, and where to look: every figure leads to the search behind it. */
export function Component({ links }: DashboardProps) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [search, setSearchState] = useSearchState(searchSchema)
  const period = search.period ?? '24h'
  const query = useQuery(
    api.dashboard.get.queryOptions({
      input: { environmentId: environment.id, period },
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
  )
  useTitle(intl.formatMessage({ id: 'Dashboard.Title' }))
  const { data, refetch } = query
  const throttle = useMemo(() => createThrottle(() => void refetch(), liveSpan), [refetch])
  useEffect(() => throttle.cancel, [throttle])
  const { environments } = useEnvironments()
  useLiveEvents(['decisions'], event => {
    // The dashboard has figures of purchases.
    if (concernsFigures(event, { eventType: 'purchase', environmentId: environment.id, environments }))
      throttle.schedule()
  })
  return (
    <DashboardPage
      name={intl.formatMessage({ id: 'Dashboard.Title' })}
      state={query.isError && !data ? 'error' : 'ready'}
      message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
      header={
        <PageHeader
          title={<FormattedMessage id="Dashboard.Title" />}
          breadcrumb={[{ id: 'dashboard', label: intl.formatMessage({ id: 'Dashboard.Title' }) }]}
          meta={
            <FormattedMessage
              id={`Dashboard.Meta.${period}`}
              values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
            />
          }
          actions={
            <>
              {data ? <Updated at={query.dataUpdatedAt} /> : null}
              <PeriodMenu period={period} onPeriodChange={next => setSearchState({ period: next })} />
            </>
          }
        />
      }
      notice={
        <>
          {query.isError ? <StaleNotice /> : null}
          {data && !data.hasEvents ? <FirstEventCard data={data} /> : null}
        </>
      }
      tiles={<TilesStrip data={data} period={period} />}
      foot={
        <>
          <TourCards />
          <IntegrationCard data={data} />
          {links}
        </>
      }
    >
      <DecisionsCard data={data} period={period} />
      <BandsCard data={data} period={period} />
      <ReviewsCard data={data} />
      <TopRulesCard data={data} period={period} />
    </DashboardPage>
  )
}

/**
 * How old the figures are; they are fetched anew every half minute, and as decisions arrive while the stream is open.
 */
function Updated({ at }: { at: number }) {
  const now = useNow()
  const live = useLive()
  return (
    <span className="hidden items-center gap-1.5 text-xs text-fg-muted md:inline-flex">
      {live ? <Icon icon={Radio} size={12} /> : null}
      <FormattedMessage
        id={live ? 'Dashboard.Live' : 'Dashboard.Updated'}
        values={{
          when: (
            <FormattedRelativeTime
              key="when"
              value={Math.min(0, Math.round((at - now) / 5000) * 5)}
              unit="second"
              style="short"
              numeric="auto"
            />
          ),
        }}
      />
    </span>
  )
}
