import { Card, CardHeader, createColumns, EmptyState, SimpleTable, SkeletonRows } from '@assay/design-system'
import { type EventDetail, type EventRow, entityTypes } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { idLabelOf, labelNames, scoreOf } from '../../../platform/events/event-names.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'

const c = createColumns<EventRow>()

/** Events that share an entity with this one, a table per entity. */
export function LinkedEventsTab({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const href = useHref()
  const nameOf = useAssessmentName()
  const { row } = detail
  const query = useQuery(
    api.events.linked.queryOptions({
      input: { environmentId: row.environmentId, eventType: row.eventType, id: row.externalId },
    }),
  )
  const columns = useMemo(
    () => [
      c.idLink('externalId', {
        labelId: idLabelOf(row.eventType),
        value: event => event.externalId,
        href: event =>
          href(`/search/${event.eventType}/${event.environmentId}/${encodeURIComponent(event.externalId)}`),
      }),
      ...(row.eventType === 'purchase'
        ? []
        : [c.text('eventType', { labelId: 'Routing.Column.Assessment', value: event => nameOf(event.eventType) })]),
      c.dateTime('at', { labelId: 'Events.Column.At', value: event => event.at }),
      c.score('riskScore', { labelId: 'Events.Column.RiskScore', value: scoreOf }),
      c.decision('decision', { labelId: 'Events.Column.Decision', value: event => event.decision }),
      c.text('userId', { labelId: 'Events.Column.UserId', value: event => event.userId, mono: true }),
      c.choice('label', { labelId: 'Events.Column.Label', value: event => event.label, names: labelNames(intl) }),
      c.money('amount', {
        labelId: 'Events.Column.Amount',
        value: event =>
          event.amount === null || event.currency === null ? null : majorUnits(event.amount, event.currency),
        currency: event => event.currency ?? '',
      }),
    ],
    [intl, href, nameOf, row.eventType],
  )
  if (query.isPending)
    return (
      <Card>
        <SkeletonRows rows={8} className="*:px-4" />
      </Card>
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  const groups = query.data.filter(({ events }) => events.length > 0)
  if (groups.length === 0)
    return (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id="Review.Linked.None" />}
        description={<FormattedMessage id="Review.Linked.NoneText" />}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      {groups.map(({ type, value, display, total, events }) => {
        const kind = entityTypes.find(each => each === type) ?? 'user'
        return (
          <Card key={`${type} ${value}`} className="overflow-x-auto">
            <CardHeader
              title={
                <>
                  <FormattedMessage id={`Events.Entity.${kind}`} />{' '}
                  <bdi dir="ltr" className="font-mono text-sm font-normal">
                    {display}
                  </bdi>
                </>
              }
              meta={<FormattedMessage id="Review.Linked.Shown" values={{ shown: events.length, total }} />}
            />
            <SimpleTable
              label={intl.formatMessage({ id: 'Review.Linked.Label' }, { entity: display })}
              columns={columns}
              rows={events}
              getRowId={event => event.eventId}
            />
          </Card>
        )
      })}
    </div>
  )
}
