import {
  Badge,
  Card,
  CardBody,
  CardHeader,
  CaseHeader,
  CopyButton,
  DetailColumns,
  DetailPage,
  lazyPart,
  Skeleton,
  SkeletonText,
  TabLink,
  TabNav,
} from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { NotFoundPage } from '../../../platform/errors/not-found-page.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { idLabelOf, scoreOf } from '../../../platform/events/event-names.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { choiceParameter, defaultedParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { ExplanationCard } from '../explanation/explanation-card.tsx'
import { AddressesCard } from '../facts/addresses-card.tsx'
import { AccountCard, DeviceCard, IpCard, PaymentCards } from '../facts/fact-cards.tsx'
import { OrderLinesCard } from '../facts/order-lines-card.tsx'
import { TimelineCard } from '../facts/timeline-card.tsx'
import { LinkedEventsTab } from '../links/linked-events-tab.tsx'
import { SharedEntitiesCard } from '../links/shared-entities-card.tsx'
import { NotesButton } from '../notes/notes-button.tsx'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { scorePanelSchema } from '../score-panel-parameter.ts'
import { VelocitiesCard } from '../velocities/velocities-card.tsx'

const GraphTab = lazyPart(() => import('../links/graph-tab.tsx').then(module => ({ default: module.GraphTab })))
const ScorePanel = lazyPart(() => import('../score/score-panel.tsx').then(module => ({ default: module.ScorePanel })))
const JsonTab = lazyPart(() => import('./json-tab.tsx').then(module => ({ default: module.JsonTab })))

const tabs = ['transaction', 'linked', 'graph', 'json'] as const
const searchSchema = {
  tab: defaultedParameter(tabs, 'transaction'),
  /** Beside every tab; `new` with the field for a new note. The first tab has them in any case. */
  notes: choiceParameter(['open', 'new']),
  ...scorePanelSchema,
}

/** One event: what was decided and why, who and what was involved, what it is connected with. */
export function Component() {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const nameOf = useAssessmentName()
  const { eventType = '', envId = '', id = '' } = useParams()
  const [{ tab, panel, notes }, setState, hrefOf] = useSearchState(searchSchema)
  const notesPanel = useRef<HTMLElement>(null)
  const isEventType = /^\w{1,60}$/.test(eventType)
  const query = useQuery(
    api.events.get.queryOptions({
      input: { environmentId: envId, eventType, id },
      enabled: isEventType,
      staleTime: 30_000,
    }),
  )
  useTitle(id)
  const isLoaded = query.data !== undefined
  // A link to the notes shows them, also where they stand below the edge of the window.
  useEffect(() => {
    if (isLoaded && notes !== null) notesPanel.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded, notes])
  if (!isEventType) return <NotFoundPage />
  const { data } = query
  if (query.isError && !data)
    return (
      <div className="p-6">
        <QueryError page error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  const row = data?.row
  const place = { environmentId: envId, eventType, eventId: id }
  const renderNotes = (onClose?: () => void) => (
    <NotesPanel {...place} ref={notesPanel} composing={notes === 'new'} {...(onClose ? { onClose } : {})} />
  )
  const showNotes = () => {
    if (tab !== 'transaction' && notes !== null) return setState({ notes: null })
    setState({ notes: 'open' })
    notesPanel.current?.focus()
  }

  return (
    <DetailPage
      name={id}
      state={data === undefined ? 'loading' : 'ready'}
      skeleton={<ReviewSkeleton />}
      header={
        <CaseHeader
          typeLabel={<bdi>{nameOf(eventType, data?.assessment)}</bdi>}
          recordId={id}
          idEnd={<CopyButton value={id} label={intl.formatMessage({ id: idLabelOf(eventType) })} />}
          onBack={() => void navigate(-1)}
          breadcrumb={[
            { id: 'search', label: intl.formatMessage({ id: 'Search.Title' }), href: href('/search') },
            { id: 'event', label: <bdi dir="ltr">{id}</bdi> },
          ]}
          {...(row && row.amount !== null && row.currency
            ? { amount: { amount: majorUnits(row.amount, row.currency), currency: row.currency } }
            : {})}
          {...(row ? { score: scoreOf(row), decision: row.decision } : {})}
          actions={
            <NotesButton
              {...place}
              open={tab === 'transaction' || notes !== null}
              onOpen={showNotes}
              onCompose={() => setState({ notes: 'new' })}
            />
          }
          badges={
            row?.label ? (
              <Badge tone={row.label === 'Fraud' ? 'danger' : 'success'}>
                <FormattedMessage id={`Events.Label.${row.label}`} />
              </Badge>
            ) : undefined
          }
        />
      }
      tabs={
        <TabNav label={intl.formatMessage({ id: 'Review.Tabs' })}>
          {tabs.map(name => (
            <TabLink key={name} asChild current={tab === name}>
              <Link to={hrefOf({ tab: name })} replace>
                <FormattedMessage id={`Review.Tab.${name}`} />
              </Link>
            </TabLink>
          ))}
        </TabNav>
      }
    >
      <Suspense fallback={<ReviewSkeleton />}>
        {data === undefined ? null : tab === 'transaction' ? (
          <DetailColumns
            start={<ExplanationCard detail={data} />}
            end={
              <>
                <TimelineCard detail={data} />
                {renderNotes()}
                <SharedEntitiesCard detail={data} />
              </>
            }
          >
            <div className="grid gap-3 @xl:grid-cols-2">
              <AccountCard detail={data} />
              <PaymentCards detail={data} />
              <DeviceCard detail={data} />
              <IpCard detail={data} />
            </div>
            <AddressesCard detail={data} />
            <OrderLinesCard detail={data} />
            <VelocitiesCard detail={data} />
          </DetailColumns>
        ) : (
          <BesideNotes notes={notes === null ? null : renderNotes(() => setState({ notes: null }))}>
            {tab === 'linked' ? (
              <LinkedEventsTab detail={data} />
            ) : tab === 'graph' ? (
              <GraphTab detail={data} />
            ) : (
              <JsonTab detail={data} />
            )}
          </BesideNotes>
        )}
      </Suspense>
      {data !== undefined && panel && can('rules') ? (
        <Suspense fallback={null}>
          <ScorePanel environmentId={envId} write={can('rules', 'write')} />
        </Suspense>
      ) : null}
    </DetailPage>
  )
}

/** A tab, with the notes at its side while they are open: they stay where they are when the tab changes. */
function BesideNotes({ notes, children }: { notes: ReactNode; children: ReactNode }) {
  if (notes === null) return children
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_304px]">
      <div className="flex min-w-0 flex-col">{children}</div>
      <div className="min-w-0">{notes}</div>
    </div>
  )
}

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <Card>
      <CardHeader title={<Skeleton className="w-16" />} />
      <CardBody>
        <SkeletonText lines={lines} />
      </CardBody>
    </Card>
  )
}

/** Same blocks, no content. */
function ReviewSkeleton() {
  return (
    <div aria-busy="true">
      <DetailColumns
        start={<SkeletonCard lines={16} />}
        end={
          <>
            <SkeletonCard lines={4} />
            <SkeletonCard lines={7} />
          </>
        }
      >
        <div className="grid gap-3 @xl:grid-cols-2">
          <SkeletonCard lines={6} />
          <SkeletonCard lines={6} />
          <SkeletonCard lines={5} />
          <SkeletonCard lines={5} />
        </div>
        <SkeletonCard lines={3} />
        <SkeletonCard lines={3} />
      </DetailColumns>
    </div>
  )
}
