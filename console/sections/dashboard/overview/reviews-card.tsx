import { Button, Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { FailedCard } from '../figures/failed-card.tsx'
import { hasFailed, partInterval } from '../figures/part-query.ts'

const c = createColumns<EventRow>()

/** The newest events that wait for a person. */
export function ReviewsCard() {
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const titleId = useId()
  const query = useQuery(
    api.dashboard.reviews.queryOptions({
      input: { environmentId },
      refetchInterval: partInterval,
      placeholderData: keepPreviousData,
    }),
  )
  const { data, isError } = query
  const columns = useMemo(
    () => [
      c.idLink('externalId', {
        labelId: 'Events.Column.PurchaseId',
        value: row => row.externalId,
        href: row => href(`/search/purchase/${row.environmentId}/${encodeURIComponent(row.externalId)}`),
      }),
      c.relativeTime('at', { labelId: 'Events.Column.At', value: row => row.at, now: Date.now }),
      c.score('riskScore', { labelId: 'Events.Column.RiskScore', value: row => row.riskScore }),
      c.text('rule', { labelId: 'Events.Column.Rule', value: row => row.rule, secondary: true }),
      c.money('amount', {
        labelId: 'Events.Column.Amount',
        value: row => (row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency)),
        currency: row => row.currency ?? '',
      }),
    ],
    [href],
  )
  if (hasFailed(query))
    return <FailedCard title={<FormattedMessage id="Dashboard.Reviews.Title" />} onRetry={() => void query.refetch()} />
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        title={
          <span id={titleId}>
            <FormattedMessage id="Dashboard.Reviews.Title" />
          </span>
        }
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link
              to={href(
                '/search',
                searchParameters({ filter: { conditions: [{ column: 'decision', op: 'in', value: ['Review'] }] } }),
              )}
            >
              <FormattedMessage id="Dashboard.Reviews.All" />
            </Link>
          </Button>
        }
      />
      {isError ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      <SimpleTable
        labelledBy={titleId}
        columns={columns}
        rows={(data ?? []) as readonly EventRow[]}
        getRowId={row => row.eventId}
        loading={!data}
        skeletonRows={5}
        empty={<FormattedMessage id="Dashboard.Reviews.Empty" />}
      />
    </Card>
  )
}
