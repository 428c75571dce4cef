import { Button, createColumns, DecisionBadge, SimpleTable } from '@assay/design-system'
import type { BacktestEvent, Outage } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'

const c = createColumns<BacktestEvent>()
const plain = { sortable: false, filter: false } as const

/** Events that would be decided otherwise, newest first. */
export function OutageEvents({ outage }: { outage: Outage }) {
  const intl = useIntl()
  const href = useHref()
  const canSearch = useCan()('search')
  const query = useInfiniteQuery(
    api.fieldOutages.events.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId: outage.environmentId,
        outageId: outage.id,
        limit: 20,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const columns = useMemo(
    () => [
      c.custom('externalId', {
        ...plain,
        labelId: 'Ontology.Event',
        rowHeader: true,
        value: row => row.externalId,
        cell: row =>
          canSearch ? (
            <Link
              className="text-link focus-ring hover:underline"
              to={href(`/search/${outage.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)}
            >
              <bdi>{row.externalId}</bdi>
            </Link>
          ) : (
            <bdi>{row.externalId}</bdi>
          ),
      }),
      c.custom('before', {
        ...plain,
        labelId: 'Ontology.Outage.Before',
        value: row => row.before,
        cell: row => <DecisionBadge decision={row.before} />,
      }),
      c.custom('after', {
        ...plain,
        labelId: 'Ontology.Outage.After',
        value: row => row.after,
        cell: row => <DecisionBadge decision={row.after} />,
      }),
    ],
    [canSearch, href, outage.eventType],
  )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex flex-col gap-2">
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'Ontology.Outage.Examples' })}
        columns={columns}
        rows={query.data?.pages.flatMap(({ rows }) => rows) ?? []}
        getRowId={row => row.eventId}
        loading={query.isPending}
      />
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <FormattedMessage id="Ontology.Outage.MoreEvents" />
        </Button>
      ) : null}
    </div>
  )
}
