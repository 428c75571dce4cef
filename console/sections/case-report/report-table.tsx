import { belowMd, Card, CardHeader, type DataColumn, DataTable, Heading, useMediaQuery } from '@assay/design-system'
import type { ReactNode } from 'react'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { NoReviews } from './no-reviews.tsx'
import type { AnswerFrame, ReportAnswer } from './use-report.ts'

/** Rows that are shown without scrolling. */
const mostRows = 12

interface ReportTableProps<Row, Data extends AnswerFrame> {
  title: string
  /** Secondary text after the title. */
  meta?: ReactNode
  /** Name of the file, without its extension. */
  fileName: string
  columns: readonly DataColumn<Row>[]
  query: ReportAnswer<Data>
  /** Undefined until they have arrived. */
  rows: readonly Row[] | undefined
  getRowId: (row: Row) => string
  getRowName: (row: Row) => string
  /** The column by which rows are sorted at first, largest first. */
  sortedBy: string
  /** In place of rows when there are none; that there were no reviews if left out. */
  empty?: ReactNode
}

/** A table of the report, over the whole width: heads sort, and what is shown can be exported. */
export function ReportTable<Row, Data extends AnswerFrame>({
  title,
  meta,
  fileName,
  columns,
  query,
  rows,
  getRowId,
  getRowName,
  sortedBy,
  empty = <NoReviews />,
}: ReportTableProps<Row, Data>) {
  const small = useMediaQuery(belowMd)
  const shown = Math.min(mostRows, Math.max(3, rows?.length ?? 5))
  return (
    // The table is opaque: without the clip it would cover the corners of its card.
    <Card className="min-w-0 overflow-clip md:col-span-2">
      {query.isError && !rows ? (
        <>
          <CardHeader title={title} meta={meta} />
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        </>
      ) : (
        <DataTable
          label={title}
          toolbar={
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <Heading level={2} size="md">
                {title}
              </Heading>
              {meta ? <span className="text-xs font-normal text-fg-muted">{meta}</span> : null}
            </div>
          }
          processing="client"
          gutter="card"
          narrow={small ? 'cards' : 'scroll'}
          columns={columns}
          rows={rows ?? []}
          getRowId={getRowId}
          getRowName={getRowName}
          status={rows === undefined ? 'loading' : rows.length === 0 ? 'empty' : 'ready'}
          message={<div className="px-4 text-fg-muted">{empty}</div>}
          defaultView={{ sorting: [{ id: sortedBy, desc: true }] }}
          exportName={fileName}
          // Toolbar, head and rows, and the bar that scrolls from side to side.
          {...(small ? {} : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + 6rem)` } })}
        />
      )}
    </Card>
  )
}
