import { type ComponentProps, type ReactNode, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import { cn } from '../../lib/cn.ts'
import { useOverflow } from '../../lib/use-overflow.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { belowSm, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { type CellFormat, useCellFormat } from '../cells/cell-format.ts'
import { columnNameOf, type DataColumn } from '../model/column.ts'
import { SimpleCards } from './simple-cards.tsx'

export type SimpleTableProps<Row> = Omit<ComponentProps<'table'>, 'children'> &
  AccessibleName & {
    /** The columns, made with `createColumns`. */
    columns: readonly DataColumn<Row>[]
    /** The rows, in the order in which they are shown. */
    rows: readonly Row[]
    /** Stable id of a row. */
    getRowId: (row: Row, index: number) => string
    /** Id of the row that is marked as the current one. */
    currentRow?: string
    /** Shown in place of rows when there are none. */
    empty?: ReactNode
    /** Grey strips in place of the rows. */
    loading?: boolean
    /** Number of grey strips. */
    skeletonRows?: number
    /**
     * Space before the first and after the last column: that of a card, of a page, or none where the container has its
     * own.
     */
    gutter?: 'card' | 'page' | 'none'
    /** On a phone: the table scrolls, or its rows are cards. */
    narrow?: 'scroll' | 'cards'
  }

/**
 * A small read-only table with native semantics, from the same column kit: order lines, top rules, the numbers of a
 * chart. When wider than its container, it scrolls inside it.
 */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { narrow = 'scroll', label, labelledBy, columns, rows, getRowId, empty, loading = false } = props
  const intl = useIntl()
  const nameOf = (column: DataColumn<Row>) => columnNameOf(column, id => intl.formatMessage({ id }))
  const format = useCellFormat()
  useUniqueIds('SimpleTable', 'rows', rows, all => all.map(getRowId))
  // Rows have no room beside each other.
  const isPhone = useMediaQuery(belowSm)
  if (narrow === 'cards' && isPhone && !loading)
    return rows.length === 0 ? (
      <p className="px-4 py-4 text-center text-sm text-fg-secondary">
        {empty ?? <FormattedMessage id="DesignSystem.DataTable.EmptyTitle" />}
      </p>
    ) : (
      <SimpleCards
        label={label}
        labelledBy={labelledBy}
        columns={columns}
        rows={rows}
        getRowId={getRowId}
        nameOf={nameOf}
        format={format}
      />
    )
  return <ScrollingTable {...props} nameOf={nameOf} format={format} />
}

type ScrollingTableProps<Row> = SimpleTableProps<Row> & {
  nameOf: (column: DataColumn<Row>) => string
  format: CellFormat
}

/** A component of its own: whether it overflows is measured whenever it takes the place of the cards. */
function ScrollingTable<Row>({
  label,
  labelledBy,
  columns,
  rows,
  getRowId,
  currentRow,
  empty,
  loading = false,
  skeletonRows = 4,
  gutter = 'card',
  narrow: _narrow,
  nameOf,
  format,
  className,
  ...props
}: ScrollingTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const overflowing = useOverflow(frame)
  const edge = (i: number) =>
    cn(
      gutter !== 'none' && i === 0 && (gutter === 'card' ? 'ps-4' : 'ps-6'),
      gutter !== 'none' && i === columns.length - 1 && (gutter === 'card' ? 'pe-4' : 'pe-6'),
      gutter === 'none' && i === 0 && 'ps-0',
      gutter === 'none' && i === columns.length - 1 && 'pe-0',
    )
  return (
    // The keyboard scrolls overflowing content.
    <div
      ref={frame}
      data-slot="simple-table-frame"
      className="focus-ring-inset min-w-0 overflow-x-auto"
      {...(overflowing ? { role: 'group', tabIndex: 0, 'aria-label': label, 'aria-labelledby': labelledBy } : {})}
    >
      <table
        data-slot="simple-table"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-busy={loading || undefined}
        className={cn('w-full border-collapse text-sm text-fg', className)}
        {...props}
      >
        <thead>
          <tr className="border-be border-line">
            {columns.map((column, i) => (
              <th
                key={column.id}
                scope="col"
                className={cn(
                  'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary',
                  column.align === 'end' ? 'text-end' : 'text-start',
                  edge(i),
                )}
              >
                {column.align === 'number' ? (
                  <span dir="ltr" className="block text-end">
                    <bdi>{nameOf(column)}</bdi>
                  </span>
                ) : (
                  nameOf(column)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: skeletonRows }, (_, row) => (
                <tr key={row} aria-hidden className="h-row border-be border-line-subtle last:border-be-0">
                  {columns.map((column, i) => (
                    <td key={column.id} className={cn('px-cell-x', edge(i))}>
                      <span dir={column.align === 'number' ? 'ltr' : undefined} className="block">
                        <span
                          className={cn(
                            'block h-2 w-2/3 rounded-mark bg-line-subtle',
                            column.align !== 'start' && 'ms-auto',
                          )}
                        />
                      </span>
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <tr
                  key={getRowId(row, index)}
                  className={cn(
                    'h-row border-be border-line-subtle last:border-be-0',
                    // What covers the row ends at its edges.
                    currentRow !== undefined && 'relative',
                    currentRow === getRowId(row, index) && 'bg-surface-selected',
                  )}
                  aria-current={currentRow === getRowId(row, index) ? true : undefined}
                >
                  {columns.map((column, i) => {
                    const Cell = column.rowHeader ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.id}
                        scope={column.rowHeader ? 'row' : undefined}
                        className={cn('px-cell-x py-1 text-start font-normal', edge(i))}
                      >
                        {column.cell(row, { format, tabIndex: undefined })}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
          {!loading && rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length} className="px-4 py-4 text-center text-fg-secondary">
                {empty ?? <FormattedMessage id="DesignSystem.DataTable.EmptyTitle" />}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}
