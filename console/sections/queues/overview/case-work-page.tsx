import { Button, DashboardPage, PageHeader } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, Navigate } from 'react-router-dom'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { countReviews, useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { PageColumns } from '../../../platform/page-card/page-columns.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { QualityCard } from '../quality/quality-card.tsx'
import { useStartReview } from '../start/use-start-review.tsx'
import { AvailabilityCard } from '../team/availability-card.tsx'
import { GroupsCard } from '../team/groups-card.tsx'
import { MembersCard } from '../team/members-card.tsx'
import { useQueueList } from '../use-queue-list.ts'
import { AttentionCard } from './attention-card.tsx'
import { MentionsCard } from './mentions-card.tsx'
import { MyPerformanceCard } from './my-performance-card.tsx'
import { MyQueuesCard } from './my-queues-card.tsx'
import { MyWorkCard } from './my-work-card.tsx'
import { NoAssignedQueues } from './no-assigned-queues.tsx'
import { TeamCard } from './team-card.tsx'

/** The work of case management: for who opens queues their own, for others the routing rules or the report. */
export function Component() {
  const can = useCan()
  const href = useHref()
  if (can('cases.queues')) return <CaseWork />
  return <Navigate replace to={href(can('routingrules') ? '/casemanagement/routingrules' : '/casemanagement/report')} />
}

/** What the caller reviews, where they work, and what managers have to look after. */
function CaseWork() {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const manages = can('cases.queues.define', 'write')
  const environment = useEnvironment()
  const { query, queues } = useQueueList()
  const work = useUnfinishedCases()
  const review = useStartReview()
  const title = intl.formatMessage({ id: 'Shell.Nav.CaseManagement' })
  useTitle(title)
  const assigned = queues.filter(({ rights }) => rights.assigned)
  const failed = query.isError && !query.data
  return (
    <>
      <DashboardPage
        name={title}
        state={query.isPending ? 'loading' : failed ? 'error' : 'ready'}
        message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
        header={
          <PageHeader
            title={title}
            breadcrumb={[{ id: 'cases', label: title }]}
            meta={<bdi>{environment.friendlyName}</bdi>}
            actions={
              <Button asChild>
                <Link to={href(queuesPath, new URLSearchParams({ show: 'all' }))}>
                  <FormattedMessage id="Queues.Scope.all" />
                </Link>
              </Button>
            }
          />
        }
      >
        <PageColumns
          main={
            <>
              {query.isError ? <StaleNotice /> : null}
              <MyWorkCard query={work} />
              <MentionsCard />
              {assigned.length > 0 ? (
                <MyQueuesCard
                  queues={assigned}
                  locks={countReviews(work.data)}
                  startingId={review.startingId}
                  onStart={review.start}
                />
              ) : (
                <NoAssignedQueues />
              )}
              {manages ? <MembersCard /> : null}
            </>
          }
          side={
            <>
              <AttentionCard queues={queues} />
              <QualityCard />
              <MyPerformanceCard />
              <TeamCard queues={queues} />
              {can('cases.review', 'write') ? <AvailabilityCard /> : null}
              {manages ? <GroupsCard /> : null}
            </>
          }
        />
      </DashboardPage>
      {review.dialog}
    </>
  )
}
