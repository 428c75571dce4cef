import { Card, CardBody, CardHeader, EmptyState, Skeleton } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import type { CaseHistory } from './case-history.ts'
import { KindChips, kindsParameter } from './kind-chips.tsx'
import { TimelineExport } from './timeline-export.tsx'
import { TimelineList } from './timeline-list.tsx'
import { timelineKinds } from './timeline-record.tsx'
import { useTimeline } from './use-timeline.ts'

const searchSchema = { kinds: kindsParameter(timelineKinds) }

interface TimelineTabProps {
  detail: EventDetail
  /** What happened to the case of the event. */
  history: CaseHistory
}

/** Everything that happened around the event in one list, the latest first, to be filtered by kind and exported. */
export function TimelineTab({ detail, history }: TimelineTabProps) {
  const [{ kinds }, setState] = useSearchState(searchSchema)
  const { records, loading, error, retry } = useTimeline(detail, history)
  const shown = kinds.length === 0 ? records : records.filter(({ kind }) => kinds.includes(kind))
  const incomplete = loading || error !== null
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Review.Timeline.Title" />}
        meta={<FormattedMessage id="Review.Timeline.Count" values={{ count: shown.length }} />}
        actions={<TimelineExport detail={detail} records={shown} disabled={incomplete || shown.length === 0} />}
      />
      <CardBody className="flex flex-col gap-4">
        <KindChips
          kinds={timelineKinds.map(kind => ({ kind, count: records.filter(record => record.kind === kind).length }))}
          messageOf={kind => `Review.Timeline.Kind.${kind}`}
          chosen={kinds}
          onChosenChange={next => setState({ kinds: next })}
        />
        {error === null ? null : <QueryError error={error} onRetry={retry} />}
        {loading ? <Skeleton className="h-8 w-full" /> : null}
        {incomplete ? (
          <p className="text-xs text-fg-secondary">
            <FormattedMessage id="Review.Timeline.Incomplete" />
          </p>
        ) : null}
        {shown.length === 0 && !incomplete ? (
          <EmptyState kind="no-results" title={<FormattedMessage id="Review.Timeline.Empty" />} />
        ) : (
          <TimelineList records={shown} />
        )}
      </CardBody>
    </Card>
  )
}
