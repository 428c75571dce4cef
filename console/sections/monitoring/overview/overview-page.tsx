import {
  Button,
  Card,
  CardHeader,
  EmptyState,
  KeyValue,
  KeyValueList,
  PageHeader,
  RelativeTime,
  SkeletonText,
  useFormat,
} from '@assay/design-system'
import type { FraudOverview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, Navigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { type AssessmentPage, assessmentPages } from '../../../platform/assessments/assessment-pages.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { useTitle } from '../../../platform/router/use-title.ts'

const interval = 60_000

type ListedAssessment = Pick<
  FraudOverview['assessments'][number],
  'eventType' | 'assessmentId' | 'name' | 'reports'
> & {
  /** Null for a user who may not see figures. */
  figures: Pick<FraudOverview['assessments'][number], 'transactions' | 'rejectedRate' | 'lastEventAt'> | null
}

/** What users without figures see: the assessments of the system, which every environment has. */
const withoutFigures: readonly ListedAssessment[] = ['purchase', 'accountcreation', 'accountlogin'].map(key => ({
  eventType: key,
  assessmentId: key,
  name: key,
  reports: true,
  figures: null,
}))

/** The assessments of the environment with their last day, and the ways to their pages. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const format = useFormat()
  const title = intl.formatMessage({ id: 'Monitoring.Overview.PageTitle' })
  useTitle(title)
  const can = useCan()
  const href = useHref()
  const monitored = can('monitoring')
  const query = useQuery(
    api.monitoring.overview.queryOptions({
      input: { environmentId: environment.id },
      refetchInterval: interval,
      enabled: monitored,
    }),
  )
  const { data } = query
  const shown = (monitored ? data?.assessments.map(each => ({ ...each, figures: each })) : withoutFigures)?.filter(
    ({ assessmentId }) => openPages(assessmentId, can).length > 0,
  )
  const hasLossPrevention = canOpen(lossPreventionPath, can)
  if (shown?.length === 0 && !hasLossPrevention)
    // Who may search alone finds the events of all assessments there.
    return can('search') ? <Navigate to={href('/search')} replace /> : <NoAccess page capability="monitoring" />
  const unused = data?.assessments.every(({ lastEventAt }) => lastEventAt === null) === true
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
          { id: 'overview', label: title },
        ]}
        meta={
          data === undefined ? (
            ''
          ) : (
            <FormattedMessage
              id="Monitoring.Updated"
              values={{ time: <bdi key="time">{format.dateTime(data.now, 'UTC')}</bdi> }}
            />
          )
        }
      />
      <div className="flex flex-col gap-3 px-page pbe-6">
        {unused ? (
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Monitoring.Overview.Empty.Title" />}
            description={<FormattedMessage id="Monitoring.Overview.Empty.Text" />}
          />
        ) : null}
        {query.isError && data !== undefined ? <StaleNotice /> : null}
        {query.isError && data === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ul
            className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-3"
            aria-busy={shown === undefined}
          >
            {shown?.map(assessment => (
              <li key={assessment.eventType}>
                <AssessmentCard assessment={assessment} />
              </li>
            )) ??
              [0, 1, 2].map(n => (
                <li key={n}>
                  <Card className="p-4">
                    <SkeletonText lines={4} />
                  </Card>
                </li>
              ))}
            {hasLossPrevention && shown !== undefined ? (
              <li>
                <LossPreventionCard />
              </li>
            ) : null}
          </ul>
        )}
      </div>
    </div>
  )
}

const lossPreventionPath = '/fraud/lossprevention/reports'
const reportsPath = '/reports/summary'

/** In-store fraud has no events that arrive one by one, and so no figures of the last day. */
function LossPreventionCard() {
  const intl = useIntl()
  const href = useHref()
  const name = intl.formatMessage({ id: 'LossPrevention.Title' })
  return (
    <Card className="flex h-full flex-col">
      <CardHeader title={name} />
      <div className="mbs-auto flex flex-wrap gap-2 p-4">
        <PageLink to={href(lossPreventionPath)} page="reports" name={name} />
      </div>
    </Card>
  )
}

/** Leads to a page of the card with this name. */
const PageLink = ({ to, page, name }: { to: string; page: 'reports' | AssessmentPage['id']; name: string }) => (
  <Button asChild variant="secondary" size="sm">
    <Link to={to}>
      <FormattedMessage id={`Monitoring.Tab.${page}`} />
      <bdi className="sr-only">{name}</bdi>
    </Link>
  </Button>
)

/** Pages of an assessment that the user may open. */
const openPages = (assessmentId: string, can: ReturnType<typeof useCan>) =>
  assessmentPages(assessmentId).filter(({ route }) => canOpen(route, can))

function AssessmentCard({ assessment }: { assessment: ListedAssessment }) {
  const format = useFormat()
  const can = useCan()
  const href = useHref()
  const nameOf = useAssessmentName()
  const { figures } = assessment
  const name = nameOf(assessment.eventType, assessment.name)
  const pages = openPages(assessment.assessmentId, can)
  return (
    <Card className="flex h-full flex-col">
      <CardHeader title={<bdi>{name}</bdi>} />
      {figures === null ? null : (
        <KeyValueList termWidth="lg" className="px-4">
          <KeyValue term={<FormattedMessage id="Monitoring.Overview.Transactions" />}>
            {format.number(figures.transactions)}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Monitoring.Overview.Rejected" />}>
            {figures.rejectedRate === null ? null : format.percent(figures.rejectedRate)}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Models.To" />}>
            {figures.lastEventAt === null ? null : <RelativeTime value={figures.lastEventAt} />}
          </KeyValue>
        </KeyValueList>
      )}
      <div className="mbs-auto flex flex-wrap gap-2 p-4">
        {pages.map(({ id, path }) => (
          <PageLink key={id} to={href(path)} page={id} name={name} />
        ))}
        {assessment.reports && canOpen(reportsPath, can) ? (
          <PageLink
            to={href(reportsPath, new URLSearchParams({ assessment: assessment.eventType }))}
            page="reports"
            name={name}
          />
        ) : null}
      </div>
    </Card>
  )
}
