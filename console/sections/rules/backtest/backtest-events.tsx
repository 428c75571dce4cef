import { Button, createColumns, Heading, SimpleTable, SkeletonRows } from '@assay/design-system'
import type { Backtest, BacktestEvent } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { idLabelOf } from '../../../platform/events/event-names.ts'

const c = createColumns<BacktestEvent>()

/** The events that would be decided otherwise, newest first; each opens. */
export function BacktestEvents({ backtest: { environmentId, id, eventType, result } }: { backtest: Backtest }) {
  const intl = useIntl()
  const href = useHref()
  const query = useInfiniteQuery(
    api.backtests.events.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        backtestId: id,
        limit: 25,
        ...defined({ cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      staleTime: 300_000,
    }),
  )
  const columns = useMemo(
    () => [
      c.idLink('externalId', {
        labelId: idLabelOf(eventType),
        value: event => event.externalId,
        href: event => href(`/search/${eventType}/${event.environmentId}/${encodeURIComponent(event.externalId)}`),
      }),
      c.dateTime('at', { labelId: 'Events.Column.At', value: event => event.at }),
      c.decision('before', { labelId: 'Rules.Backtest.Column.Published', value: event => event.before }),
      c.decision('after', { labelId: 'Rules.Backtest.Column.Changed', value: event => event.after }),
      ...(result === null || result.amountUsd === 0
        ? []
        : [
            c.money('amount', {
              labelId: 'Events.Column.Amount',
              value: event => (event.amountUsd === null ? null : event.amountUsd / 100),
              currency: () => 'USD',
            }),
          ]),
    ],
    [eventType, href, result],
  )
  const rows = query.data?.pages.flatMap(page => page.rows)
  return (
    <>
      <Heading level={3} size="sm">
        <FormattedMessage id="Rules.Backtest.Events" />
      </Heading>
      {query.isError && rows === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <SimpleTable
          gutter="none"
          label={intl.formatMessage({ id: 'Rules.Backtest.Events' })}
          columns={columns}
          rows={rows}
          getRowId={event => event.eventId}
        />
      )}
      {query.hasNextPage ? (
        <div>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <FormattedMessage id="Rules.Backtest.More" />
          </Button>
        </div>
      ) : null}
    </>
  )
}
