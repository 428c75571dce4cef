import {
  belowMd,
  Callout,
  FilterBar,
  ListPage,
  lazyPart,
  SplitPane,
  Tab,
  TabList,
  Tabs,
  useMediaQuery,
} from '@assay/design-system'
import { type Queue, queueDirections, queueOrders } from '@assay/risk-service/contract'
import { Suspense, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { countReviews, useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import {
  choiceParameter,
  defaultedParameter,
  flagParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTickedCases } from '../bulk/use-ticked-cases.ts'
import { useRowActions } from '../cases/use-row-actions.ts'
import { AssignUsersDialog } from '../form/assign-users-dialog.tsx'
import { useReviewers } from '../people.ts'
import { startObstacleOf } from '../start/start-obstacle.ts'
import { StartReviewButton } from '../start/start-review-button.tsx'
import { useStartReview } from '../start/use-start-review.tsx'
import { useMovedTo } from '../use-queue.ts'
import { addressOf, caseFilterOf, conditionsOf, filterFields, filterParameters } from './case-filters.ts'
import { OtherView } from './other-view.tsx'
import { PendingSection } from './pending-section.tsx'
import { QueueHeader, QueueSummary } from './queue-header.tsx'
import { queueTabs, tabsOf } from './queue-tabs.ts'
import { type CaseOrder, useCaseRows } from './use-case-rows.ts'
import { useQueueHotkeys } from './use-queue-hotkeys.ts'

const QueuePanel = lazyPart(() => import('../form/queue-panel.tsx').then(module => ({ default: module.QueuePanel })))

const searchSchema = {
  view: defaultedParameter(queueTabs, 'work'),
  sort: choiceParameter(queueOrders),
  dir: defaultedParameter(queueDirections, 'ascending'),
  do: flagParameter('edit'),
  ...filterParameters,
}
/** Height of the lower grid at first, in pixels. */
const underReviewSize = 220

interface QueueContentProps {
  queue: Queue
  /** The queue does not exist any more. */
  deleted: boolean
  /** The last read failed: what is shown may be old. */
  stale: boolean
  updatedAt: number
  onRefresh: () => void
}

/** The page of a queue that was read. */
export function QueueContent({ queue, deleted, stale, updatedAt, onRefresh }: QueueContentProps) {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const page = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [address, setSearchState] = useSearchState(searchSchema)
  const [assigning, setAssigning] = useState(false)
  const filterKey = JSON.stringify(caseFilterOf(address))
  const filter = useMemo(() => JSON.parse(filterKey) as ReturnType<typeof caseFilterOf>, [filterKey])
  const restricted = queue.sequence === 'Restricted'
  // A fixed order cannot be changed by a link either, and the one by saving is that of a queue or none.
  const order: CaseOrder | null =
    address.sort === null || address.sort === 'expectedSaving' || restricted
      ? null
      : { orderBy: address.sort, direction: address.dir }
  const cases = useCaseRows({ queue, view: 'pending', filter, order })
  const ticked = useTickedCases({ queue, filter, rows: cases.rows, total: cases.total })
  const movedTo = useMovedTo(deleted, cases.rows)
  const unfinished = useUnfinishedCases().data
  const locks = countReviews(unfinished)
  const ownOrder = order === null && Object.keys(filter).length === 0
  // The queue knows the own review as well, and is here earlier.
  const reviewed = unfinished ? unfinished.locked.find(({ queueId }) => queueId === queue.id) : queue.ownCase
  const mayStart = startObstacleOf(queue, locks) === null && !deleted
  const review = useStartReview(mayStart ? (reviewed ?? (ownOrder ? cases.rows[0] : undefined)) : undefined)
  const { options } = useReviewers(queue.environmentId)
  const refresh = () => {
    onRefresh()
    void cases.refresh()
  }
  const actions = useRowActions(refresh)
  const people = useMemo(() => options.map(({ value, label }) => ({ id: value, name: label })), [options])
  const fields = useMemo(() => filterFields(intl, people), [intl, people])

  const tabs = tabsOf(queue)
  const tab = tabs.some(each => each.tab === address.view) ? address.view : 'work'
  const mayChoose = queue.rights.review && (!restricted || queue.rights.manage)
  const startNext = mayStart ? () => review.start(queue) : null
  const viewProps = {
    queue,
    filter,
    order,
    onOrder: (next: CaseOrder | null) =>
      setSearchState({ sort: next?.orderBy ?? null, dir: next?.direction ?? 'ascending' }),
    onClearFilter: () => setSearchState(addressOf([])),
    filterBar: (
      <FilterBar
        className="flex-1 border-be-0 px-0 py-0"
        fields={fields}
        value={conditionsOf(address)}
        onValueChange={conditions => setSearchState(addressOf(conditions))}
      />
    ),
  }
  useQueueHotkeys({
    page,
    grid,
    rows: tab === 'work' ? cases.rows : [],
    ticked,
    selectable: tab === 'work' && mayChoose,
    onStart: startNext,
    onStartRow: tab === 'work' && mayChoose ? actions.start : null,
    onRefresh: refresh,
  })

  const pending = (
    <PendingSection
      {...viewProps}
      cases={cases}
      ticked={ticked}
      grid={grid}
      onStart={mayChoose ? actions.start : null}
    />
  )
  const underReview = <OtherView {...viewProps} view="inReview" order={null} filterBar={null} actions={actions} />
  return (
    <>
      <ListPage
        ref={page}
        name={queue.name}
        header={
          <QueueHeader
            queue={queue}
            updatedAt={updatedAt}
            start={
              <StartReviewButton
                variant="primary"
                queue={queue}
                locks={locks}
                starting={review.startingId === queue.id}
                shortcut="S"
                onStart={() => review.start(queue)}
              />
            }
            onRefresh={refresh}
            onSettings={() => setSearchState({ do: true })}
            onAssign={() => setAssigning(true)}
          />
        }
        bars={
          <>
            <QueueSummary queue={queue} />
            {tabs.length > 1 ? (
              <Tabs
                value={tab}
                activationMode="manual"
                onValueChange={next => setSearchState({ view: queueTabs.find(each => each === next) ?? 'work' })}
              >
                <TabList label={intl.formatMessage({ id: 'Cases.Views' })} className="px-page">
                  {tabs.map(each => (
                    <Tab key={each.tab} value={each.tab} count={intl.formatNumber(each.count)}>
                      <FormattedMessage id={`Cases.View.${each.tab}`} />
                    </Tab>
                  ))}
                </TabList>
              </Tabs>
            ) : null}
          </>
        }
        notice={deleted ? <DeletedQueue movedTo={movedTo} /> : stale ? <StaleQueue /> : undefined}
        panel={
          address.do && !deleted ? (
            <Suspense fallback={null}>
              <QueuePanel
                queue={queue}
                onClose={() => setSearchState({ do: false })}
                onSaved={() => setSearchState({ do: false })}
              />
            </Suspense>
          ) : null
        }
      >
        {tab !== 'work' ? (
          <OtherView key={tab} {...viewProps} view={tab} actions={actions} />
        ) : small ? (
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <div className="flex min-h-[24rem] flex-col">{pending}</div>
            <div className="flex min-h-[16rem] flex-col">{underReview}</div>
          </div>
        ) : (
          <SplitPane
            className="min-w-0 flex-1"
            axis="block"
            sizedPane="end"
            defaultSize={underReviewSize}
            label={intl.formatMessage({ id: 'Cases.Split' })}
            start={<div className="flex h-full min-h-0">{pending}</div>}
            end={<div className="flex h-full min-h-0">{underReview}</div>}
          />
        )}
      </ListPage>
      {assigning ? <AssignUsersDialog queue={queue} onClose={() => setAssigning(false)} /> : null}
      {review.dialog}
    </>
  )
}

function DeletedQueue({ movedTo }: { movedTo: ReturnType<typeof useMovedTo> }) {
  const href = useHref()
  return (
    <Callout tone="warning" live className="mx-page my-2">
      <FormattedMessage
        id={movedTo ? 'Queues.Gone.Moved' : 'Queues.Gone'}
        values={{
          target: movedTo ? (
            <Link key="target" className="text-link underline focus-ring" to={href(`${queuesPath}/${movedTo.queueId}`)}>
              <bdi>{movedTo.queueName}</bdi>
            </Link>
          ) : null,
          link: chunks => (
            <Link key="link" className="text-link underline focus-ring" to={href(queuesPath)}>
              {chunks}
            </Link>
          ),
        }}
      />
    </Callout>
  )
}

function StaleQueue() {
  return (
    <Callout tone="warning" live className="mx-page my-2">
      <FormattedMessage id="Authoring.List.Stale" />
    </Callout>
  )
}
