import { Button, Callout, Icon, ListPage, lazyPart, PageHeader, Skeleton } from '@assay/design-system'
import { caseLimits, type Queue } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { countReviews, useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import { useCan, useEnvironment, useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import {
  choiceParameter,
  defaultedParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { AssignUsersDialog } from '../form/assign-users-dialog.tsx'
import { DeleteQueueDialog } from '../form/delete-queue-dialog.tsx'
import { useStartReview } from '../start/use-start-review.tsx'
import { useQueueList } from '../use-queue-list.ts'
import { useAssignmentPause, useDrain } from '../use-queue-switch.ts'
import { NoQueues } from './no-queues.tsx'
import { QueueBars, queueLayouts } from './queue-bars.tsx'
import { QueueMenu } from './queue-menu.tsx'
import { queueScopes, queueSorts, scopeCounts, selectQueues } from './queue-selection.ts'
import { QueueTable } from './queue-table.tsx'
import { QueueTile } from './queue-tile.tsx'

const QueuePanel = lazyPart(() => import('../form/queue-panel.tsx').then(module => ({ default: module.QueuePanel })))
const AuthorityDialog = lazyPart(() =>
  import('./authority-dialog.tsx').then(module => ({ default: module.AuthorityDialog })),
)

const searchSchema = {
  show: defaultedParameter(queueScopes, 'assigned'),
  q: textParameter,
  sort: defaultedParameter(queueSorts, 'name'),
  layout: defaultedParameter(queueLayouts, 'tiles'),
  do: choiceParameter(['new', 'edit']),
  queue: optionalParameter,
}

/** Queues of the environment and of those below it: how much waits in each, and the way to work. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const can = useCan()
  const href = useHref()
  const offline = useOffline()
  const [address, setSearchState] = useSearchState(searchSchema)
  const { query, queues } = useQueueList()
  const locks = countReviews(useUnfinishedCases().data)
  const review = useStartReview()
  const drain = useDrain()
  const pause = useAssignmentPause()
  const [text, setText] = useState(address.q)
  const [dialog, setDialog] = useState<{ kind: 'assign' | 'delete'; queue: Queue } | null>(null)
  const [limitsShown, setLimitsShown] = useState(false)
  const title = intl.formatMessage({ id: 'Queues.Title' })
  useTitle(title)

  const define = can('cases.queues.define', 'write')
  const works = define || can('cases.assign', 'write') || can('cases.review', 'write')
  const withEnvironment = environments.some(({ ancestorIds }) => ancestorIds.includes(environment.id))
  const userQueues = queues.filter(({ kind, environmentId }) => kind === 'User' && environmentId === environment.id)
  const full = userQueues.length >= caseLimits.userQueues
  const { show: scope, sort, layout } = address
  const shown = useMemo(
    () => selectQueues(queues, { scope, text, sort, locale: intl.locale }),
    [queues, scope, text, sort, intl.locale],
  )
  const edited = address.do === 'edit' ? (queues.find(({ id }) => id === address.queue) ?? null) : null
  const panelShown = edited !== null || (address.do === 'new' && define)
  const search = (next: string) => {
    setText(next)
    setSearchState({ q: next })
  }
  const closePanel = () => setSearchState({ do: null, queue: null })

  const entryOf = (queue: Queue) => ({
    queue,
    locks,
    starting: review.startingId === queue.id,
    onStart: () => review.start(queue),
  })
  const menuOf = (queue: Queue, tabIndex?: number) => (
    <QueueMenu
      queue={queue}
      assign={can('cases.assign', 'write')}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onSettings={() => setSearchState({ do: 'edit', queue: queue.id })}
      onAssign={() => setDialog({ kind: 'assign', queue })}
      onDrain={() => drain(queue)}
      onPause={() => pause(queue)}
      onDelete={() => setDialog({ kind: 'delete', queue })}
    />
  )
  const empty = (
    <NoQueues
      scope={scope}
      searched={text.trim() !== ''}
      onShowAll={() => setSearchState({ show: 'all' })}
      onClearSearch={() => search('')}
    />
  )

  return (
    <>
      <ListPage
        name={title}
        state={query.isPending ? 'loading' : query.isError && !query.data ? 'error' : 'ready'}
        skeleton={<TileSkeletons />}
        message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
        header={
          <PageHeader
            title={<FormattedMessage id="Queues.Title" />}
            breadcrumb={[
              {
                id: 'cases',
                label: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }),
                href: href('/casemanagement'),
              },
              { id: 'queues', label: title },
            ]}
            meta={works ? undefined : <FormattedMessage id="Environments.ReadOnly" />}
            actions={
              define ? (
                <>
                  {full ? (
                    <span className="text-xs text-fg-secondary">
                      <FormattedMessage id="Queues.Limit" values={{ count: caseLimits.userQueues }} />
                    </span>
                  ) : null}
                  <Button onClick={() => setLimitsShown(true)}>
                    <FormattedMessage id="Queues.Authority" />
                  </Button>
                  <Button
                    variant={panelShown ? 'secondary' : 'primary'}
                    start={<Icon icon={Plus} />}
                    disabled={offline || full || query.data === undefined}
                    onClick={() => setSearchState({ do: 'new', queue: null })}
                  >
                    <FormattedMessage id="Queues.New" />
                  </Button>
                </>
              ) : undefined
            }
          />
        }
        bars={
          <QueueBars
            scope={scope}
            counts={scopeCounts(queues)}
            text={text}
            sort={sort}
            layout={layout}
            onScope={show => setSearchState({ show })}
            onText={search}
            onSort={next => setSearchState({ sort: next })}
            onLayout={next => setSearchState({ layout: next })}
          />
        }
        notice={
          query.isError && query.data ? (
            <Callout tone="warning" live className="mx-page my-2">
              <FormattedMessage id="Authoring.List.Stale" />
            </Callout>
          ) : undefined
        }
        panel={
          panelShown ? (
            <Suspense fallback={null}>
              <QueuePanel key={edited?.id ?? 'new'} queue={edited} onClose={closePanel} onSaved={closePanel} />
            </Suspense>
          ) : null
        }
      >
        {layout === 'table' ? (
          <QueueTable
            queues={shown}
            withEnvironment={withEnvironment}
            empty={empty}
            entryOf={entryOf}
            menuOf={queue => menuOf(queue, -1)}
          />
        ) : shown.length === 0 ? (
          <div className="flex-1">{empty}</div>
        ) : (
          <div className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3 overflow-y-auto bg-canvas p-page">
            {shown.map(queue => (
              <QueueTile key={queue.id} {...entryOf(queue)} withEnvironment={withEnvironment} menu={menuOf(queue)} />
            ))}
          </div>
        )}
      </ListPage>
      {dialog?.kind === 'assign' ? <AssignUsersDialog queue={dialog.queue} onClose={() => setDialog(null)} /> : null}
      {limitsShown ? (
        <Suspense fallback={null}>
          <AuthorityDialog environmentId={environment.id} onClose={() => setLimitsShown(false)} />
        </Suspense>
      ) : null}
      <DeleteQueueDialog
        queue={dialog?.kind === 'delete' ? dialog.queue : null}
        queues={queues}
        onClose={() => setDialog(null)}
      />
      {review.dialog}
    </>
  )
}

function TileSkeletons() {
  return (
    <div className="grid flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3 bg-canvas p-page">
      {['first', 'second', 'third'].map(id => (
        <Skeleton key={id} className="h-[12rem] rounded-card" />
      ))}
    </div>
  )
}
