import { DashboardPage, Icon, PageHeader, useNow } from '@assay/design-system'
import { dashboardPeriods, healthParts } from '@assay/risk-service/contract'
import { Radio } from 'lucide-react'
import { FormattedMessage, FormattedRelativeTime, useIntl } from 'react-intl'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useLive } from '../../../platform/live/use-live-events.ts'
import { PageColumns } from '../../../platform/page-card/page-columns.tsx'
import { dashboardFocus } from '../../../platform/permissions/dashboard-focus.ts'
import type { PageProps } from '../../../platform/permissions/section-routes.ts'
import { choiceParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { deferred } from '../../../platform/timing/deferred.tsx'
import { BandsCard } from '../figures/bands-card.tsx'
import { DecisionsCard } from '../figures/decisions-card.tsx'
import { TilesStrip } from '../figures/tiles-strip.tsx'
import { TopRulesCard } from '../figures/top-rules-card.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { PeriodPlaceholder } from '../period/period-label.tsx'
import { ConnectionPlaceholder } from './connection-placeholder.tsx'
import { HealthPlaceholder } from './health-placeholder.tsx'
import { ReviewsPlaceholder } from './reviews-placeholder.tsx'

const TourCards = deferred(
  () => import('../../../platform/tours/tour-cards.tsx').then(module => module.TourCards),
  () => null,
)
const FirstEventCard = deferred(
  () => import('./first-event-card.tsx').then(module => module.FirstEventCard),
  () => null,
)
const AlertsCard = deferred(
  () => import('./alerts-card.tsx').then(module => module.AlertsCard),
  () => null,
)
const HealthCard = deferred(() => import('./health-card.tsx').then(module => module.HealthCard), HealthPlaceholder)
const ReviewsCard = deferred(() => import('./reviews-card.tsx').then(module => module.ReviewsCard), ReviewsPlaceholder)
const ConnectionCards = deferred(
  () => import('./connection-cards.tsx').then(module => module.ConnectionCards),
  ConnectionPlaceholder,
)
const PeriodMenu = deferred(
  () => import('../period/period-menu.tsx').then(module => module.PeriodMenu),
  PeriodPlaceholder,
)

const searchSchema = { period: choiceParameter(dashboardPeriods) }

/**
 * What the user's rights make most of: reviewers see their work first, those who watch the figures what happens, and
 * those who look after the integration how it fares. Parts whose pages do not open for the user are left out.
 */
export function Component({ links, work }: PageProps) {
  const intl = useIntl()
  const can = useCan()
  const environment = useEnvironment()
  const [search, setSearchState] = useSearchState(searchSchema)
  const period = search.period ?? '24h'
  const focus = dashboardFocus(can)
  const monitors = can('monitoring')
  const integrates = can('integration.dashboard')
  const cases = can('cases.queues') ? work : undefined
  const hasPeriod = focus !== 'work' && (monitors || can('apimanagement'))
  const figures = useFigures(period, monitors)
  useTitle(intl.formatMessage({ id: 'Dashboard.Title' }))
  const name = <bdi key="environment">{environment.friendlyName}</bdi>
  const health = Object.values(healthParts).some(capability => can(capability)) ? <HealthCard /> : null
  const connection = integrates ? <ConnectionCards /> : null
  return (
    <DashboardPage
      name={intl.formatMessage({ id: 'Dashboard.Title' })}
      header={
        <PageHeader
          title={<FormattedMessage id="Dashboard.Title" />}
          breadcrumb={[{ id: 'dashboard', label: intl.formatMessage({ id: 'Dashboard.Title' }) }]}
          meta={
            hasPeriod ? (
              <FormattedMessage id={`Dashboard.Meta.${period}`} values={{ environment: name }} />
            ) : focus === 'work' ? (
              <FormattedMessage id="Dashboard.Meta.work" values={{ environment: name }} />
            ) : (
              name
            )
          }
          actions={
            <>
              {figures.data ? <Updated at={figures.dataUpdatedAt} /> : null}
              {hasPeriod ? (
                <PeriodMenu period={period} onPeriodChange={next => setSearchState({ period: next })} />
              ) : null}
              {cases?.command}
            </>
          }
        />
      }
      notice={integrates ? <FirstEventCard /> : null}
      tiles={
        focus === 'work' ? (
          cases?.tiles
        ) : (
          <>
            {focus === 'operations' ? (
              <>
                {health}
                {connection}
              </>
            ) : null}
            <TilesStrip figures={figures} period={period} />
          </>
        )
      }
      foot={
        <>
          <TourCards />
          {focus === 'operations' ? null : (
            <>
              {health}
              {connection}
            </>
          )}
          {links}
        </>
      }
    >
      <PageColumns
        main={
          <>
            {monitors ? <DecisionsCard figures={figures} period={period} /> : null}
            {cases?.main}
            {can('search') && focus !== 'work' ? <ReviewsCard /> : null}
          </>
        }
        side={
          <>
            {monitors ? <AlertsCard /> : null}
            {cases?.side}
            {monitors ? (
              <>
                <BandsCard figures={figures} period={period} />
                <TopRulesCard figures={figures} period={period} />
              </>
            ) : null}
          </>
        }
      />
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
