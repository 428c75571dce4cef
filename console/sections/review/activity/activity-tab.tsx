import {
  Badge,
  Button,
  Card,
  CardHeader,
  createColumns,
  EmptyState,
  SimpleTable,
  SkeletonRows,
} from '@assay/design-system'
import type { ActivityEntry, EventDetail } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { idLabelOf, scoreOf } from '../../../platform/events/event-names.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { VelocitiesCard } from '../velocities/velocities-card.tsx'
import { ActivityFiguresCard } from './activity-figures-card.tsx'
import { type ActivityRow, groupByOrder } from './activity-rows.ts'

const c = createColumns<ActivityRow>()
const pageSize = 25

/** What the user of an event did before: figures, velocities and every earlier event. */
export function ActivityTab({ detail }: { detail: EventDetail }) {
  return (
    <div className="flex flex-col gap-3">
      <ActivityFiguresCard row={detail.row} />
      <ActivityHistory detail={detail} />
      <VelocitiesCard detail={detail} />
    </div>
  )
}

function ActivityHistory({ detail: { row } }: { detail: EventDetail }) {
  const intl = useIntl()
  const query = useInfiniteQuery(
    api.events.activity.infiniteOptions({
      input: (cursor: string | null) => ({ ...caseInputOf(row), cursor, limit: pageSize }),
      initialPageParam: null as string | null,
      getNextPageParam: page => page.next ?? undefined,
      staleTime: 30_000,
    }),
  )
  const { data } = query
  const rows = useMemo(
    () => groupByOrder((data?.pages.flatMap(({ entries }) => entries) ?? []) as ActivityEntry[]),
    [data],
  )
  const columns = useActivityColumns(row.eventType)
  if (query.isError && data === undefined)
    return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        title={<FormattedMessage id="Review.Activity.Title" />}
        meta={<FormattedMessage id="Review.Activity.Meta" />}
      />
      {query.isPending ? (
        <SkeletonRows rows={8} className="*:px-4" />
      ) : rows.length === 0 ? (
        <EmptyState
          kind="no-results"
          title={<FormattedMessage id={row.userId === null ? 'Review.Activity.NoUser' : 'Review.Activity.None'} />}
        />
      ) : (
        <>
          <SimpleTable
            label={intl.formatMessage({ id: 'Review.Activity.Title' })}
            columns={columns}
            rows={rows}
            getRowId={({ row: event }) => event.eventId}
          />
          {query.hasNextPage ? (
            <div className="flex justify-center p-2">
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                <FormattedMessage id="Review.Activity.More" />
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  )
}

function useActivityColumns(eventType: string) {
  const intl = useIntl()
  const href = useHref()
  return useMemo(
    () => [
      c.custom('status', {
        labelId: 'Review.Activity.Status',
        value: ({ status }) => status?.type ?? null,
        cell: ({ status }) =>
          status ? <StatusCell status={status} /> : <span className="text-fg-muted">{missingMark}</span>,
      }),
      c.idLink('externalId', {
        labelId: idLabelOf(eventType),
        value: ({ row }) => row.externalId,
        href: ({ row }) => href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`),
      }),
      c.dateTime('at', { labelId: 'Events.Column.At', value: ({ row }) => row.at }),
      c.text('order', {
        labelId: 'Review.Activity.Order',
        value: ({ order, attempts, originalOrderId }) =>
          attempts === 1
            ? originalOrderId
            : intl.formatMessage({ id: 'Review.Activity.Attempts' }, { order, count: attempts }),
        mono: true,
      }),
      c.score('riskScore', { labelId: 'Events.Column.RiskScore', value: ({ row }) => scoreOf(row) }),
      c.decision('decision', { labelId: 'Events.Column.Decision', value: ({ row }) => row.decision }),
      c.money('amount', {
        labelId: 'Events.Column.Amount',
        value: ({ row }) =>
          row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency),
        currency: ({ row }) => row.currency ?? '',
      }),
      c.text('bank', {
        labelId: 'Review.Activity.Bank',
        value: ({ bank }) => (bank ? [bank.status, bank.code].filter(Boolean).join(' · ') : null),
      }),
      c.text('payment', {
        labelId: 'Review.Activity.Payment',
        value: ({ row, holder }) =>
          [row.paymentType, row.cardType, row.lastFour === null ? null : `•• ${row.lastFour}`, holder]
            .filter(Boolean)
            .join(' · '),
      }),
      c.text('shipping', {
        labelId: 'Review.Activity.Shipping',
        value: ({ row }) => placeText(intl, row.shippingCity, row.shippingCountry),
      }),
      c.text('billing', {
        labelId: 'Review.Activity.Billing',
        value: ({ row, billingCity }) => placeText(intl, billingCity, row.billingCountry),
      }),
      c.text('ip', { labelId: 'Events.Column.Ip', value: ({ row }) => row.ip, mono: true }),
    ],
    [intl, href, eventType],
  )
}

const placeText = (intl: IntlShape, city: string | null, country: string | null): string =>
  [city, country === null ? null : intl.formatDisplayName(country, { type: 'region', fallback: 'code' })]
    .filter(Boolean)
    .join(', ')

const missingMark = '–'
const tones: Partial<Record<string, 'success' | 'danger'>> = {
  Approved: 'success',
  Rejected: 'danger',
  Failed: 'danger',
}

function StatusCell({ status: { type, reason, at } }: { status: NonNullable<ActivityEntry['status']> }) {
  const intl = useIntl()
  const tone = tones[type]
  return (
    <span
      className="flex min-w-0 items-center gap-2"
      title={[reason, intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h12' })]
        .filter(Boolean)
        .join(' · ')}
    >
      <Badge {...(tone ? { tone } : {})}>
        <bdi>{type}</bdi>
      </Badge>
      {reason === null ? null : <bdi className="truncate text-xs text-fg-muted">{reason}</bdi>}
    </span>
  )
}
