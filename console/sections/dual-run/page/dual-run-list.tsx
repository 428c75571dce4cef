import { Badge, Card, CardHeader, createColumns, EmptyState, Link, SimpleTable, useFormat } from '@assay/design-system'
import type { DualRun } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { QueryError } from '../../../platform/errors/page-error.tsx'

interface DualRunListProps {
  query: UseQueryResult<DualRun[]>
  shownId: string | null
  hrefOf: (id: string) => string
}

const columns = createColumns<DualRun>()
const plain = { sortable: false, filter: false } as const
const tones = { waiting: 'neutral', running: 'info', done: 'success', failed: 'danger' } as const

/** The dual runs, newest first. */
export function DualRunList({ query, shownId, hrefOf }: DualRunListProps) {
  const intl = useIntl()
  const format = useFormat()
  const title = intl.formatMessage({ id: 'DualRun.Runs' })
  const rows = query.data
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      {query.isError && rows === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          kind="first-use"
          level={3}
          title={<FormattedMessage id="DualRun.None" />}
          description={<FormattedMessage id="DualRun.None.Text" />}
        />
      ) : (
        <SimpleTable
          label={title}
          narrow="cards"
          gutter="card"
          loading={rows === undefined}
          skeletonRows={3}
          {...(shownId === null ? {} : { currentRow: shownId })}
          columns={[
            columns.custom('file', {
              ...plain,
              labelId: 'DualRun.File',
              rowHeader: true,
              value: ({ fileName }) => fileName,
              cell: ({ id, fileName }) => (
                <Link asChild>
                  <RouterLink to={hrefOf(id)} aria-current={id === shownId ? 'true' : undefined}>
                    <bdi className="wrap-anywhere whitespace-normal">{fileName}</bdi>
                  </RouterLink>
                </Link>
              ),
            }),
            columns.custom('state', {
              ...plain,
              labelId: 'Common.Status',
              value: ({ state }) => state,
              cell: ({ state }) => (
                <Badge tone={tones[state]}>
                  <FormattedMessage id={`DualRun.State.${state}`} />
                </Badge>
              ),
            }),
            columns.text('parity', {
              ...plain,
              labelId: 'DualRun.Parity',
              value: ({ summary }) => (summary === null ? '' : format.percent(summary.parity / 100, 2)),
            }),
            columns.text('differing', {
              ...plain,
              labelId: 'DualRun.Differing',
              value: ({ summary }) =>
                summary === null
                  ? ''
                  : intl.formatMessage({ id: 'DualRun.Of' }, { count: summary.differing, total: summary.compared }),
            }),
            columns.text('startedBy', { ...plain, labelId: 'DualRun.StartedBy', value: ({ startedBy }) => startedBy }),
            columns.text('createdAt', {
              ...plain,
              labelId: 'DualRun.StartedAt',
              value: ({ createdAt }) => format.dateTime(createdAt),
            }),
          ]}
          rows={rows ?? []}
          getRowId={({ id }) => id}
        />
      )}
    </Card>
  )
}
