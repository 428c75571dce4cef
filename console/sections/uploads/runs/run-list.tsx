import { createColumns, EmptyState, Link, SimpleTable, useFormat } from '@assay/design-system'
import { type UploadRun, uploadEntities } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { RunState } from './run-state.tsx'

interface RunListProps {
  query: UseQueryResult<{ runs: UploadRun[]; nextCursor: string | null }>
  hrefOf: (id: string) => string
}

const columns = createColumns<UploadRun>()
const sumOf = (run: UploadRun, value: (file: UploadRun['files'][number]) => number) =>
  run.files.reduce((sum, file) => sum + value(file), 0)

/** The latest runs, the newest first. */
export function RunList({ query, hrefOf }: RunListProps) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useUploadTexts()
  const title = intl.formatMessage({ id: 'Upload.Runs' })
  const typesOf = ({ entities }: UploadRun) =>
    texts.list([...new Set(entities.map(entity => uploadEntities[entity].dataType))].map(texts.dataType))
  const runs = query.data?.runs
  return (
    <section className="flex flex-col border-bs border-line pbe-6" aria-label={title}>
      <h2 className="flex min-h-bar items-center px-page font-semibold">{title}</h2>
      {query.isError && runs === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : runs?.length === 0 ? (
        <EmptyState
          kind="first-use"
          level={3}
          title={<FormattedMessage id="Upload.Runs.None" />}
          description={<FormattedMessage id="Upload.Runs.None.Text" />}
        />
      ) : (
        <SimpleTable
          label={title}
          gutter="page"
          narrow="cards"
          loading={runs === undefined}
          skeletonRows={3}
          rows={runs ?? []}
          getRowId={({ id }) => id}
          columns={[
            columns.custom('requested', {
              labelId: 'Upload.Run.Requested',
              rowHeader: true,
              value: ({ requestedAt }) => requestedAt,
              cell: ({ id, requestedAt }) => (
                <Link asChild>
                  <RouterLink to={hrefOf(id)}>
                    <time dateTime={requestedAt}>{format.dateTime(requestedAt)}</time>
                  </RouterLink>
                </Link>
              ),
            }),
            columns.custom('types', {
              labelId: 'Upload.Run.Types',
              value: typesOf,
              cell: run => <span className="block min-w-[8rem] whitespace-normal">{typesOf(run)}</span>,
            }),
            columns.custom('kind', {
              labelId: 'Upload.Run.Kind',
              value: ({ dryRun }) => String(dryRun),
              cell: ({ dryRun, onErrors }) => (
                <span className="block whitespace-normal">
                  <FormattedMessage id={dryRun ? 'Upload.DryRun' : `Upload.OnErrors.${onErrors}`} />
                </span>
              ),
            }),
            columns.custom('state', {
              labelId: 'Common.Status',
              value: ({ state }) => state,
              cell: ({ state }) => <RunState state={state} />,
            }),
            columns.custom('accepted', {
              labelId: 'Upload.Run.Accepted',
              align: 'number',
              value: run => sumOf(run, ({ accepted }) => accepted),
              cell: run => (
                <span className="block text-end tabular-nums">
                  {intl.formatNumber(sumOf(run, ({ accepted }) => accepted))}
                </span>
              ),
            }),
            columns.custom('errors', {
              labelId: 'OutgoingRequests.Figure.Errors',
              align: 'number',
              value: run => sumOf(run, ({ errors }) => errors),
              cell: run => (
                <span className="block text-end tabular-nums">
                  {intl.formatNumber(sumOf(run, ({ errors }) => errors))}
                </span>
              ),
            }),
            columns.custom('by', {
              labelId: 'Upload.Run.By',
              value: ({ requestedBy }) => requestedBy,
              cell: ({ requestedBy }) => <bdi>{requestedBy}</bdi>,
            }),
          ]}
        />
      )}
    </section>
  )
}
