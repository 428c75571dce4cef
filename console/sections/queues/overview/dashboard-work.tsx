import { Button, StatTile, StatTileRow, useFormat, useNow } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { queuesPath, useCaseLinks } from '../../../platform/cases/case-links.ts'
import { countOpenCases } from '../../../platform/cases/open-cases.ts'
import { countReviews, useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { dashboardFocus } from '../../../platform/permissions/dashboard-focus.ts'
import { StartReviewButton } from '../start/start-review-button.tsx'
import { useStartReview } from '../start/use-start-review.tsx'
import { useQueueList } from '../use-queue-list.ts'
import { AttentionCard } from './attention-card.tsx'
import { MentionsCard } from './mentions-card.tsx'
import { MyPerformanceCard } from './my-performance-card.tsx'
import { MyQueuesCard } from './my-queues-card.tsx'
import { MyWorkCard } from './my-work-card.tsx'
import { countOwnWork, nextQueueOf, nextReviewOf } from './next-work.ts'
import { NoAssignedQueues } from './no-assigned-queues.tsx'
import type { UnfinishedWork } from './work-entries.ts'

/* The parts of the dashboard about the user's own work. They are drawn apart and read the same queries. */

/** Goes on with the user's review, or begins that of the next case; nothing while there is neither. */
export function WorkCommand() {
  const { queues } = useQueueList()
  const { data } = useUnfinishedCases()
  const review = useStartReview()
  const { caseHref } = useCaseLinks()
  if (data === undefined) return null
  const locks = countReviews(data)
  const open = nextReviewOf((data as UnfinishedWork).locked)
  const queue = nextQueueOf(queues, locks)
  if (open !== null)
    return (
      <Button variant="primary" asChild>
        <Link to={caseHref(open)}>
          <FormattedMessage id="Dashboard.Work.Resume" values={{ id: <bdi key="id">{open.externalId}</bdi> }} />
        </Link>
      </Button>
    )
  if (queue === null) return null
  return (
    <>
      <StartReviewButton
        variant="primary"
        queue={queue}
        locks={locks}
        starting={review.startingId === queue.id}
        onStart={() => review.start(queue)}
      />
      {review.dialog}
    </>
  )
}

/** What is open, what is the user's own, and what is done today: each figure leads to the page of case management. */
export function WorkTiles() {
  const intl = useIntl()
  const title = useId()
  const format = useFormat()
  const now = useNow()
  const { id: environmentId } = useEnvironment()
  const { query, queues } = useQueueList()
  const unfinished = useUnfinishedCases()
  const own = useQuery(api.caseReport.own.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const cases = query.data === undefined ? undefined : countOpenCases(queues)
  const work = unfinished.data === undefined ? undefined : countOwnWork(unfinished.data as UnfinishedWork, now)
  const late = (count: number | undefined) =>
    count ? <FormattedMessage id="Dashboard.Tile.Overdue" values={{ count }} /> : undefined
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="sr-only">
        <FormattedMessage id="Cases.MyWork" />
      </h2>
      {[query, unfinished, own].some(isStale) ? <StaleNotice /> : null}
      <StatTileRow className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-5">
        <WorkTile
          id="Dashboard.Tile.OpenCases"
          query={query}
          value={cases && format.number(cases.open)}
          note={late(cases?.overdue)}
          path={queuesPath}
          search={{ show: 'all' }}
        />
        <WorkTile
          id="Cases.MyWork"
          query={unfinished}
          value={work && format.number(work.total)}
          note={late(work?.overdue)}
        />
        <WorkTile id="Cases.MyWork.Kind.assigned" query={unfinished} value={work && format.number(work.assigned)} />
        <WorkTile id="Dashboard.Tile.DueSoon" query={unfinished} value={work && format.number(work.dueSoon)} />
        <WorkTile
          id="Dashboard.Tile.DecidedToday"
          query={own}
          value={own.data && format.number(own.data.today.decided)}
          note={
            own.data ? (
              <FormattedMessage
                id="Dashboard.Tile.LastSevenDays"
                values={{ count: intl.formatNumber(own.data.week.decided) }}
              />
            ) : undefined
          }
        />
      </StatTileRow>
    </section>
  )
}

/** What was read before, and could not be read again. */
const isStale = ({ data, isError }: { data: unknown; isError: boolean }): boolean => isError && data !== undefined

interface WorkTileProps {
  /** Message of what it counts. */
  id: string
  query: { isError: boolean; refetch: () => unknown }
  value: string | undefined
  note?: ReactNode
  path?: string
  search?: Record<string, string>
}

function WorkTile({ id, query, value, note, path = '/casemanagement', search }: WorkTileProps) {
  const intl = useIntl()
  const href = useHref()
  const label = intl.formatMessage({ id })
  const failed = query.isError && value === undefined
  return (
    <StatTile
      className="overflow-hidden max-sm:last:col-span-2"
      label={label}
      loading={value === undefined && !failed}
      {...(value === undefined ? {} : { value })}
      {...(note === undefined ? {} : { note })}
      {...(failed
        ? { error: <FormattedMessage id="Dashboard.Failed" />, onRetry: () => void query.refetch() }
        : {
            link: (
              <Link to={href(path, new URLSearchParams(search))}>
                <span>
                  <FormattedMessage id="Dashboard.Tile.Page" values={{ label }} />
                </span>
              </Link>
            ),
          })}
    />
  )
}

/** The user's cases and queues. Who watches the figures first sees the queues alone. */
export function WorkMain() {
  const can = useCan()
  const { query, queues } = useQueueList()
  const unfinished = useUnfinishedCases()
  const review = useStartReview()
  const isWorkFirst = dashboardFocus(can) === 'work'
  const assigned = queues.filter(({ rights }) => rights.assigned)
  return (
    <>
      {isWorkFirst ? <MyWorkCard query={unfinished} /> : null}
      {isStale(query) ? <StaleNotice /> : null}
      {query.isError && !query.data ? (
        <div className="rounded-card border border-line-subtle bg-surface">
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : assigned.length > 0 ? (
        <MyQueuesCard
          queues={assigned}
          locks={countReviews(unfinished.data)}
          startingId={review.startingId}
          onStart={review.start}
        />
      ) : isWorkFirst && query.data !== undefined ? (
        <NoAssignedQueues />
      ) : null}
      {review.dialog}
    </>
  )
}

/** Beside them: the user's own figures and notes, or what managers have to see to. */
export function WorkSide() {
  const can = useCan()
  const { queues } = useQueueList()
  return dashboardFocus(can) === 'work' ? (
    <>
      <MyPerformanceCard />
      <MentionsCard />
    </>
  ) : (
    <AttentionCard queues={queues} />
  )
}
