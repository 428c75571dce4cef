import { Button, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { RequestMetrics } from '../../../platform/outgoing-requests/request-metrics.tsx'
import { errorText } from '../../../platform/outgoing-requests/test-result.tsx'
import { listErrorOf } from '../list-errors.ts'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { CallFailure } from './database-failure.tsx'
import { DatabaseRowsGrid } from './database-rows-grid.tsx'
import { listPerformanceSearch } from './links.ts'

const day = 86_400_000

/** The first rows, as the database of the list has them now. */
export function DatabaseListPreview({ list }: { list: CustomList }) {
  const environmentId = useEnvironment().id
  // Every query reaches the customer's database: it is not repeated because the window gets the focus.
  const query = useQuery(
    api.databaseLists.rows.queryOptions({
      input: { environmentId, listId: list.id },
      staleTime: 30_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  )
  if (query.isError) {
    const refusal = listErrorOf(query.error)
    return refusal?.kind === 'call' ? (
      <CallFailure
        failure={refusal}
        actions={
          <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
            <FormattedMessage id="OutgoingRequests.Test" />
          </Button>
        }
      />
    ) : (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    )
  }
  if (query.data === undefined) return <PanelSkeleton />
  return <DatabaseRowsGrid fill columns={query.data.columns} rows={query.data.rows} />
}

/** Where the rows are, and how the database fared in the last day. */
export function DatabaseConnection({ list }: { list: CustomList }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const environmentId = useEnvironment().id
  const input = { environmentId, listId: list.id }
  const source = useQuery(api.databaseLists.get.queryOptions({ input, staleTime: 5_000 }))
  const figures = useQuery({
    queryKey: [...api.databaseLists.performance.key(), environmentId, list.id, 'lastDay'],
    staleTime: 5_000,
    queryFn: () => {
      const now = Date.now()
      return client.databaseLists.performance({
        ...input,
        from: new Date(now - day).toISOString(),
        to: new Date(now).toISOString(),
      })
    },
  })
  if (source.isError) return <QueryError error={source.error} onRetry={() => void source.refetch()} />
  if (source.data === undefined) return <PanelSkeleton />
  const { account, database, container, timeoutMs, secret } = source.data.connection
  return (
    <div className="flex flex-col gap-4 text-sm">
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Lists.Column.Source" />}>
          <FormattedMessage id="Lists.Source.cosmos" />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Lists.Source.Account" />}>{account}</KeyValue>
        <KeyValue term={<FormattedMessage id="Lists.Source.Database" />}>{database}</KeyValue>
        <KeyValue term={<FormattedMessage id="Lists.Source.Container" />}>{container}</KeyValue>
        <KeyValue term={<FormattedMessage id="Lists.Source.Secret" />}>
          {'reference' in secret ? secret.reference : <FormattedMessage id="OutgoingRequests.Secret.Stored" />}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Calls.Timeout" />}>{format.number(timeoutMs)}</KeyValue>
      </KeyValueList>
      <p className="text-fg-secondary">
        <FormattedMessage id="Lists.Source.Live" />
      </p>
      <section aria-labelledby="list-figures" className="flex flex-col gap-2 border-bs border-line-subtle pbs-3">
        <div className="flex items-center justify-between gap-2">
          <h3 id="list-figures" className="font-semibold">
            <FormattedMessage id="OutgoingRequests.Period.24h" />
          </h3>
          <Button asChild size="sm">
            <Link to={href('/data/lists/custom', listPerformanceSearch(list.id))}>
              <FormattedMessage id="OutgoingRequests.Performance" />
            </Link>
          </Button>
        </div>
        {figures.isError ? (
          <QueryError error={figures.error} onRetry={() => void figures.refetch()} />
        ) : figures.data === undefined ? (
          <PanelSkeleton />
        ) : (
          <>
            <RequestMetrics figures={figures.data.figures} used />
            {figures.data.errors.length === 0 ? null : (
              <ul
                aria-label={intl.formatMessage({ id: 'OutgoingRequests.Figure.Errors' })}
                className="flex flex-col gap-1"
              >
                {figures.data.errors.map(({ type, httpStatusCode, requests }) => (
                  <li key={`${type} ${httpStatusCode ?? ''}`} className="flex justify-between gap-3">
                    <span>{errorText(intl, type, httpStatusCode)}</span>
                    <span className="tabular-nums">{format.number(requests)}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </section>
    </div>
  )
}
