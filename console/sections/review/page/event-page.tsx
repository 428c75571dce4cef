import {
  Badge,
  type Breadcrumb,
  Card,
  CaseHeader,
  CopyButton,
  cn,
  DetailPage,
  Icon,
  lazyPart,
  TabLink,
  TabNav,
} from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { idLabelOf, scoreOf } from '../../../platform/events/event-names.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useCaseKeys } from '../../../platform/hotkeys/case-keys.ts'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { NotesButton } from '../../../platform/notes/notes-button.tsx'
import { NotesPanel } from '../../../platform/notes/notes-panel.tsx'
import { RevealButton } from '../../../platform/personal-data/reveal-button.tsx'
import { choiceParameter, defaultedParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { LinkedEventsTab } from '../links/linked-events-tab.tsx'
import { useLinkCount } from '../links/use-link-count.ts'
import { scorePanelSchema } from '../score-panel-parameter.ts'
import { type CaseHistory, noCaseHistory } from '../timeline/case-history.ts'
import { EventViewers } from '../viewers/event-viewers.tsx'
import { BesideNotes, EventRail } from './event-rail.tsx'
import { ReviewSkeleton } from './review-skeleton.tsx'
import { TransactionTab } from './transaction-tab.tsx'
import { usePageKeys } from './use-page-keys.ts'

const GraphTab = lazyPart(() => import('../links/graph-tab.tsx').then(module => ({ default: module.GraphTab })))
const ScorePanel = lazyPart(() => import('../score/score-panel.tsx').then(module => ({ default: module.ScorePanel })))
const ActivityTab = lazyPart(() =>
  import('../activity/activity-tab.tsx').then(module => ({ default: module.ActivityTab })),
)
const EventMap = lazyPart(() =>
  import('../../../platform/event-map/event-map.tsx').then(module => ({ default: module.EventMap })),
)
const TimelineTab = lazyPart(() =>
  import('../timeline/timeline-tab.tsx').then(module => ({ default: module.TimelineTab })),
)
const RecorderTab = lazyPart(() =>
  import('../recorder/recorder-tab.tsx').then(module => ({ default: module.RecorderTab })),
)
const JsonTab = lazyPart(() => import('./json-tab.tsx').then(module => ({ default: module.JsonTab })))

const tabs = ['transaction', 'linked', 'activity', 'graph', 'map', 'timeline', 'recorder', 'json'] as const
const tabKeys = {
  transaction: 'o',
  linked: 'l',
  activity: 'v',
  graph: 'y',
  map: 'm',
  timeline: 'i',
  recorder: 'Shift+I',
  json: 'Shift+J',
} as const
const searchSchema = {
  tab: defaultedParameter(tabs, 'transaction'),
  /** Beside every tab; `new` with the field for a new note. The first tab has them in any case. */
  notes: choiceParameter(['open', 'new']),
  ...scorePanelSchema,
}

interface EventPageProps {
  address: CaseAddress
  breadcrumb: readonly Breadcrumb[]
  /** Badges of the case. */
  badges?: ReactNode
  /** Under the identity of the event: the case, or where it is. */
  bar?: ReactNode
  /** Above the cards, with which it scrolls away. */
  notice?: ReactNode
  /** Cards of the case in the column of people and time; they get the address of the linked events. */
  caseCards?: ((linkedHref: string) => ReactNode) | undefined
  history?: CaseHistory
  /** Reserves room for the actions at the foot of a narrow window. */
  hasFoot?: boolean
  /** Replaces the error of an event that does not exist. */
  missing?: ReactNode
}

/** One event: what was decided and why, who and what was involved, what it is connected with. */
export function EventPage({
  address,
  breadcrumb,
  badges,
  bar,
  notice,
  caseCards,
  history = noCaseHistory,
  hasFoot = false,
  missing,
}: EventPageProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const can = useCan()
  const nameOf = useAssessmentName()
  const caseKeys = useCaseKeys()
  const { environmentId, eventType, externalId: id } = address
  const [{ tab, panel, notes }, setState, hrefOf] = useSearchState(searchSchema)
  const notesPanel = useRef<HTMLElement>(null)
  const query = useQuery(api.events.get.queryOptions({ input: caseInputOf(address), staleTime: 30_000 }))
  useTitle(id)
  useHotkeys(
    { id: 'event', label: intl.formatMessage({ id: 'Review.Tabs' }), editable: true },
    tabs.map(name => ({
      id: `tab/${name}`,
      keys: caseKeys(`tab/${name}`, tabKeys[name]),
      label: intl.formatMessage({ id: `Review.Tab.${name}` }),
      run: () => void navigate(hrefOf({ tab: name }), { replace: true }),
    })),
  )
  usePageKeys()
  const linkCount = useLinkCount(address, query.data !== undefined)
  const { data } = query
  const isLoaded = data !== undefined
  // A link to the notes shows them, also where they stand below the edge of the window.
  useEffect(() => {
    if (isLoaded && notes !== null) notesPanel.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded, notes])
  if (query.isError && !data) {
    if (missing !== undefined && errorKindOf(query.error) === 'missing') return missing
    return (
      <div className="p-6">
        <QueryError page error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  const row = data?.row
  const place = { environmentId, eventType, eventId: id }
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
      className={cn(hasFoot && 'max-sm:pbe-16')}
      header={
        <>
          <CaseHeader
            typeLabel={<bdi>{nameOf(eventType, data?.assessment)}</bdi>}
            recordId={id}
            idEnd={<CopyButton value={id} label={intl.formatMessage({ id: idLabelOf(eventType) })} />}
            onBack={() => void navigate(-1)}
            breadcrumb={[...breadcrumb, { id: 'event', label: <bdi dir="ltr">{id}</bdi> }]}
            {...(row && row.amount !== null && row.currency
              ? { amount: { amount: majorUnits(row.amount, row.currency), currency: row.currency } }
              : {})}
            {...(row ? { score: scoreOf(row) } : {})}
            {...(row?.decision ? { decision: row.decision } : {})}
            actions={
              <>
                <RevealButton
                  environmentId={environmentId}
                  subjects={row ? [{ environmentId, eventType, externalId: row.externalId }] : []}
                />
                <EventViewers address={address} />
                <NotesButton
                  {...place}
                  open={tab === 'transaction' || notes !== null}
                  onOpen={showNotes}
                  onCompose={() => setState({ notes: 'new' })}
                />
              </>
            }
            badges={
              <>
                {data?.userRestriction ? (
                  <Badge tone="danger">
                    <Icon icon={UserX} size={12} />
                    <FormattedMessage id="Review.Restricted.Badge" />
                  </Badge>
                ) : null}
                {row?.label ? (
                  <Badge tone={row.label === 'Fraud' ? 'danger' : 'success'}>
                    <FormattedMessage id={`Events.Label.${row.label}`} />
                  </Badge>
                ) : null}
                {badges}
              </>
            }
          />
          {bar}
        </>
      }
      tabs={
        <TabNav label={intl.formatMessage({ id: 'Review.Tabs' })}>
          {tabs.map(name => (
            <TabLink
              key={name}
              asChild
              current={tab === name}
              {...(name === 'linked' && linkCount !== null ? { count: linkCount } : {})}
            >
              <Link to={hrefOf({ tab: name })} replace>
                <FormattedMessage id={`Review.Tab.${name}`} />
              </Link>
            </TabLink>
          ))}
        </TabNav>
      }
    >
      {notice}
      <Suspense fallback={<ReviewSkeleton />}>
        {data === undefined ? null : tab === 'transaction' ? (
          <TransactionTab
            detail={data}
            mapHref={hrefOf({ tab: 'map' })}
            rail={
              <EventRail
                detail={data}
                history={history.records}
                notes={renderNotes()}
                caseCards={caseCards?.(hrefOf({ tab: 'linked' }))}
              />
            }
          />
        ) : (
          <BesideNotes notes={notes === null ? null : renderNotes(() => setState({ notes: null }))}>
            {tab === 'linked' ? (
              <LinkedEventsTab detail={data} />
            ) : tab === 'activity' ? (
              <ActivityTab detail={data} />
            ) : tab === 'graph' ? (
              <GraphTab detail={data} />
            ) : tab === 'map' ? (
              <Card className="overflow-clip">
                <EventMap row={data.row} />
              </Card>
            ) : tab === 'timeline' ? (
              <TimelineTab detail={data} history={history} />
            ) : tab === 'recorder' ? (
              <RecorderTab detail={data} address={address} jsonHref={hrefOf({ tab: 'json' })} />
            ) : (
              <JsonTab detail={data} />
            )}
          </BesideNotes>
        )}
      </Suspense>
      {data !== undefined && panel && can('rules') ? (
        <Suspense fallback={null}>
          <ScorePanel environmentId={environmentId} write={can('rules', 'write')} />
        </Suspense>
      ) : null}
    </DetailPage>
  )
}
