import { Badge, Button, Callout, EmptyState, Icon } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Tag as TagIcon } from 'lucide-react'
import { Activity, useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import { casePath, queuesPath, useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { NotFoundPage } from '../../../platform/errors/not-found-page.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { CaseBar } from '../case/case-bar.tsx'
import { CockpitTourOffer } from '../case/cockpit-menu.tsx'
import { useCase } from '../case/model/use-case.ts'
import { AllDone } from '../case/next/all-done.tsx'
import { type Advance, type CasePlace, casePageKey, useAdvance } from '../case/next/use-advance.ts'
import { useOpenedAhead } from '../case/next/use-opened-ahead.ts'
import { ChecklistCard } from '../case/panels/checklist-card.tsx'
import { LinkedCard } from '../case/panels/linked-card.tsx'
import { SimilarCard } from '../case/panels/similar-card.tsx'
import { useCaseHistory } from '../case/panels/use-case-history.ts'
import { SummaryCard } from '../case/summary/summary-card.tsx'
import { EventPage } from './event-page.tsx'
import { isEventType } from './is-event-type.ts'

/** State of the history where the address named another queue. */
const movedState = { caseMoved: true } as const
const isMoved = (state: unknown): boolean => typeof state === 'object' && state !== null && 'caseMoved' in state

/** The event of a case in its queue, with everything to decide it. */
export function Component() {
  const { queueId = '', eventType = '', envId = '', id = '' } = useParams()
  const named = useMemo(
    () => ({ queueId, environmentId: envId, eventType, externalId: id }),
    [queueId, envId, eventType, id],
  )
  const { advance: steps, shown, hidden, empty } = useAdvance(named)
  const begins = useOpenedAhead(named, steps.end)
  const advance = useMemo(() => (begins ? { ...steps, pending: true } : steps), [steps, begins])
  if (!isEventType(eventType)) return <NotFoundPage />
  if (empty !== null) return <AllDone queue={empty} />
  return [shown, ...hidden].map(place => (
    // What is open and typed belongs to one case.
    <Activity key={casePageKey(place)} mode={place === shown ? 'visible' : 'hidden'}>
      <CasePage place={place} isNamed={casePageKey(place) === casePageKey(named)} advance={advance} />
    </Activity>
  ))
}

interface CasePageProps {
  place: CasePlace
  /** False: the address is that of another case, whose state is not of this one. */
  isNamed: boolean
  advance: Advance
}

function CasePage({ place, isNamed, advance }: CasePageProps) {
  const intl = useIntl()
  const href = useHref()
  const { queueHref } = useCaseLinks()
  const query = useCase(place, true)
  const row = query.data as Case | undefined
  useQueueInAddress(place.queueId, isNamed ? row : undefined)
  const isMissing = query.isError && errorKindOf(query.error) === 'missing'
  const history = useCaseHistory({
    row: row ?? null,
    loading: row === undefined && !query.isError,
    error: row === undefined && !isMissing ? query.error : null,
    retry: () => void query.refetch(),
  })
  return (
    <EventPage
      address={place}
      breadcrumb={[
        { id: 'queues', label: intl.formatMessage({ id: 'Review.Case.Queues' }), href: href(queuesPath) },
        ...(row
          ? [
              {
                id: 'queue',
                label: <bdi>{row.queueName}</bdi>,
                href: queueHref({ id: row.queueId, environmentId: row.environmentId }),
              },
            ]
          : []),
      ]}
      badges={row?.tags.map(tag => (
        <Badge key={tag}>
          <Icon icon={TagIcon} size={12} />
          <bdi>{tag}</bdi>
        </Badge>
      ))}
      bar={
        row ? (
          <>
            {isNamed ? <MovedNotice queueName={row.queueName} /> : null}
            <CaseBar row={row} advance={advance} />
          </>
        ) : isMissing ? (
          <Callout tone="info" className="mx-page mbe-2">
            <p>
              <FormattedMessage id="Review.Case.None" />
            </p>
          </Callout>
        ) : query.isError ? (
          <div className="px-page pbe-2">
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          </div>
        ) : null
      }
      caseCards={
        row
          ? linkedHref => (
              <>
                <ChecklistCard row={row} />
                <LinkedCard row={row} href={linkedHref} />
                <SimilarCard row={row} />
                {row.summary ? <SummaryCard row={row} /> : null}
              </>
            )
          : undefined
      }
      notice={row ? <CockpitTourOffer /> : null}
      history={history}
      hasFoot={row !== undefined}
      missing={
        <EmptyState
          page
          title={<FormattedMessage id="Review.Case.NoEvent" />}
          description={<FormattedMessage id="Review.Case.NoEvent.Text" />}
          actions={
            <Button asChild>
              <Link to={href(queuesPath)}>
                <FormattedMessage id="Review.Case.AllDone.Queues" />
              </Link>
            </Button>
          }
        />
      }
    />
  )
}

/** Corrects the address of a case that is in another queue than it says. */
function useQueueInAddress(queueId: string, row: Case | undefined): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const path = row && row.queueId !== queueId ? casePath(row.queueId, row) : null
  // The General queue has a name of its own in addresses.
  const isAlias = queueId === 'general'
  useEffect(() => {
    if (path !== null)
      void navigate({ pathname: path, search }, { replace: true, ...(isAlias ? {} : { state: movedState }) })
  }, [navigate, path, search, isAlias])
}

function MovedNotice({ queueName }: { queueName: string }) {
  const { state } = useLocation() as { state: unknown }
  const [dismissed, setDismissed] = useState(false)
  if (!isMoved(state) || dismissed) return null
  return (
    <Callout tone="info" live className="mx-page mbe-2" onDismiss={() => setDismissed(true)}>
      <p>
        <FormattedMessage id="Review.Case.Moved" values={{ queue: <bdi key="queue">{queueName}</bdi> }} />
      </p>
    </Callout>
  )
}
