import { Card, CardHeader, createColumns, EmptyState, Link, SimpleTable } from '@assay/design-system'
import type { EventSubscription } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useTracingTexts } from '../use-tracing-texts.ts'

interface SubscriptionListProps {
  query: UseQueryResult<unknown>
  shownId: string | null
  hrefOf: (id: string) => string
}

const columns = createColumns<EventSubscription>()

/** The subscriptions by name, each with its state and its figures of the past day. */
export function SubscriptionList({ query, shownId, hrefOf }: SubscriptionListProps) {
  const intl = useIntl()
  const texts = useTracingTexts()
  const subscriptions = query.data as readonly EventSubscription[] | undefined
  const title = intl.formatMessage({ id: 'EventTracing.Subscriptions' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={title}
        actions={
          <span className="text-xs text-fg-secondary">
            <FormattedMessage id="EventTracing.Averages" />
          </span>
        }
      />
      {query.isError && subscriptions === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : subscriptions?.length === 0 ? (
        <EmptyState
          kind="first-use"
          level={3}
          title={<FormattedMessage id="EventTracing.None" />}
          description={<FormattedMessage id="EventTracing.None.Text" />}
        />
      ) : (
        <SimpleTable
          label={title}
          narrow="cards"
          gutter="card"
          // Beside the navigation, its last columns would not fit into a small window.
          className="max-xl:[--ds-cell-padding:0.5rem]"
          loading={subscriptions === undefined}
          skeletonRows={3}
          columns={[
            columns.custom('name', {
              labelId: 'Common.Name',
              value: ({ name }) => name,
              cell: ({ id, name }) => (
                <Link asChild>
                  <RouterLink to={hrefOf(id)} aria-current={id === shownId ? 'true' : undefined}>
                    <bdi>{name}</bdi>
                  </RouterLink>
                </Link>
              ),
            }),
            columns.custom('sink', {
              labelId: 'EventTracing.Sink',
              value: ({ sink }) => intl.formatMessage({ id: `EventTracing.Sink.${sink.kind}` }),
              cell: ({ sink }) => (
                <span className="block whitespace-normal">
                  <FormattedMessage id={`EventTracing.Sink.${sink.kind}`} />
                </span>
              ),
            }),
            columns.custom('target', {
              labelId: 'EventTracing.Target',
              value: texts.target,
              cell: subscription => (
                <bdi className="block min-w-[5rem] wrap-anywhere xl:min-w-[7rem] whitespace-normal">
                  {texts.target(subscription)}
                </bdi>
              ),
            }),
            columns.custom('events', {
              labelId: 'EventTracing.Events',
              value: ({ kinds }) => texts.kinds(kinds),
              cell: ({ kinds }) => (
                <span className="block min-w-[6rem] whitespace-normal xl:min-w-[10rem]">{texts.kinds(kinds)}</span>
              ),
            }),
            columns.custom('state', {
              labelId: 'Common.Status',
              value: ({ state }) => texts.state(state),
              cell: ({ state, history }) => <StateBadge state={state} history={history} />,
            }),
            columns.custom('eventsPerHour', {
              labelId: 'EventTracing.EventsPerHour',
              align: 'number',
              value: ({ eventsPerHour }) => eventsPerHour,
              cell: ({ eventsPerHour }) => <Figure>{texts.rate(eventsPerHour)}</Figure>,
            }),
            columns.custom('failuresPerHour', {
              labelId: 'EventTracing.FailuresPerHour',
              align: 'number',
              value: ({ failuresPerHour }) => failuresPerHour,
              cell: ({ failuresPerHour }) => <Figure>{texts.rate(failuresPerHour)}</Figure>,
            }),
            columns.custom('updated', {
              labelId: 'Assessments.Column.Updated',
              value: ({ updatedAt }) => updatedAt,
              cell: ({ updatedAt }) => (
                <time dateTime={updatedAt} className="block min-w-[6rem] whitespace-normal">
                  {texts.time(updatedAt)}
                </time>
              ),
            }),
            columns.custom('updatedBy', {
              labelId: 'Lists.Column.UpdatedBy',
              value: ({ updatedBy }) => updatedBy,
              cell: ({ updatedBy }) => (
                <bdi className="block min-w-[5rem] wrap-anywhere whitespace-normal">{updatedBy}</bdi>
              ),
            }),
          ]}
          rows={subscriptions ?? []}
          getRowId={({ id }) => id}
        />
      )}
    </Card>
  )
}

const Figure = ({ children }: { children: string }) => <span className="block text-end tabular-nums">{children}</span>
