import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { columnNameOf } from '../model/column.ts'
import type { RowGroup } from '../model/table-lines.ts'
import type { BodyColumn } from './body-row.tsx'
import { ExpandMark } from './expand-mark.tsx'

interface GroupRowProps<Row> {
  group: RowGroup
  sample: Row
  index: number
  start: number
  columns: readonly BodyColumn<Row>[]
  format: CellFormat
  leadCount: number
  activeCol: number
  /** The copy under the table header while the group scrolls by: visible, hidden from assistive technology. */
  sticky?: boolean
}

/** Header of a group: the shared value of its rows, their number, and the aggregates under their columns. */
export function GroupRow<Row>({
  group,
  sample,
  index,
  start,
  columns,
  format,
  leadCount,
  activeCol,
  sticky = false,
}: GroupRowProps<Row>) {
  const intl = useIntl()
  const shownBy = columns.find(({ column }) => column.id === group.columnId)?.column
  const firstAggregate = columns.findIndex(({ column }) => group.aggregates[column.id] !== undefined)
  const span = leadCount + (firstAggregate < 0 ? columns.length : Math.max(firstAggregate, 1))
  const from = span - leadCount
  const place = { gridColumn: `1 / span ${span}` }
  const content: ReactNode = (
    <>
      <ExpandMark open={group.open} />
      {shownBy ? (
        <span className="text-fg-secondary">{columnNameOf(shownBy, id => intl.formatMessage({ id }))}</span>
      ) : null}
      <bdi className="truncate font-medium">{shownBy?.text(sample, format) ?? group.key}</bdi>
      <span className="text-xs text-fg-muted">
        <FormattedMessage id="DesignSystem.DataTable.GroupCount" values={{ count: group.count }} />
      </span>
    </>
  )
  const labelClass = cn(
    'flex min-w-0 items-center gap-2 overflow-hidden border-be border-be-line-subtle px-cell-x ps-(--dt-gutter) whitespace-nowrap focus-ring-inset',
    group.level === 1 && 'ps-[calc(var(--dt-gutter)+1.25rem)]',
  )
  const rowClass = 'grid h-row grid-cols-(--dt-template) bg-surface-sunken text-sm text-fg'
  const aggregates = columns.slice(from).map(({ column, className }, i) => {
    const aggregate = group.aggregates[column.id]
    const col = leadCount + from + i
    const cell = sticky
      ? {}
      : { role: 'gridcell', 'aria-colindex': col + 1, 'data-col': col, tabIndex: activeCol === col ? 0 : -1 }
    return (
      <div key={column.id} {...cell} className={className}>
        {aggregate ? (
          <AggregateText<Row>
            column={column}
            kind={column.aggregate}
            text={column.aggregateText(aggregate.value, aggregate.unit, format)}
          />
        ) : null}
      </div>
    )
  })
  if (sticky)
    return (
      <div data-group={group.key} className={rowClass}>
        <div className={cn(labelClass, 'sticky inset-s-0')} style={place}>
          {content}
        </div>
        {aggregates}
      </div>
    )
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={group.level + 1}
      aria-expanded={group.open}
      data-row={index}
      data-group={group.key}
      className={cn('absolute inset-x-0 inset-bs-0 contain-strict', rowClass)}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        aria-colspan={span}
        data-col={0}
        tabIndex={activeCol >= 0 && activeCol < span ? 0 : -1}
        className={cn(labelClass, 'sticky inset-s-0 cursor-default')}
        style={place}
      >
        {content}
      </div>
      {aggregates}
    </div>
  )
}

function AggregateText<Row>({
  column,
  kind,
  text,
}: {
  column: BodyColumn<Row>['column']
  kind: BodyColumn<Row>['column']['aggregate']
  text: string
}) {
  const value = (
    <span dir="ltr" className="font-medium tabular-nums">
      {text}
    </span>
  )
  return (
    <span
      dir={column.align === 'number' ? 'ltr' : undefined}
      className={cn('flex min-w-0 flex-1 items-baseline gap-1 truncate', column.align === 'number' && 'justify-end')}
    >
      <bdi className="text-xs text-fg-muted">
        <FormattedMessage id={`DesignSystem.DataTable.Aggregate.${kind ?? 'sum'}`} />
      </bdi>
      {value}
    </span>
  )
}
