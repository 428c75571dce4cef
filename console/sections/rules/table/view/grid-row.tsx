import { cn, Icon } from '@assay/design-system'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { CircleX, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { cellText, type TableColumn, type TableRow } from '../decision-table.ts'

/** Texts in these columns are words, not code. */
const wordColumns = new Set(['name', 'challenge', 'reason', 'message'])
export const isCode = ({ id }: TableColumn): boolean => !wordColumns.has(id)

export interface GridRowProps {
  row: TableRow
  place: number
  columns: readonly TableColumn[]
  /** Column of the tab stop; -1: it is in another row. */
  active: number
  /** Selected columns, from and to; -1: none. */
  start: number
  end: number
  /** In the place of the active cell. */
  editor: ReactNode
  problems: ReadonlyMap<string, readonly RuleDiagnostic[]> | undefined
  /** What is worth a look in the row, in words. */
  finding: string | null
}

/** A clause. Rows that do not change are not rendered again: there may be hundreds. */
export const GridRow = memo(function GridRow({
  row,
  place,
  columns,
  active,
  start,
  end,
  editor,
  problems,
  finding,
}: GridRowProps) {
  return (
    <tr aria-rowindex={place + 2} className="h-row">
      {columns.map((column, at) => {
        const text = cellText(row, column)
        const own = problems?.get(column.id)
        const failed = own?.some(({ severity }) => severity === 'error') ?? false
        const isName = column.id === 'name'
        const selected = at >= start && at <= end
        return (
          // biome-ignore lint/a11y/useSemanticElements: a cell of a grid takes the focus.
          <td
            key={column.id}
            role={isName ? 'rowheader' : 'gridcell'}
            data-cell={`${place} ${at}`}
            tabIndex={at === active ? 0 : -1}
            aria-colindex={at + 1}
            aria-selected={selected}
            aria-invalid={failed || undefined}
            className={cn(
              'h-row border-e border-be border-line-subtle bg-surface px-cell-x text-start align-middle text-sm text-fg focus-ring-inset',
              // Hundreds of positioned cells would be laid out with every key; an editor stands in its own cell.
              editor !== null && at === active && 'relative',
              isName && 'sticky inset-s-0 z-sticky font-medium',
              selected && 'bg-surface-selected system-outline',
              failed && 'bg-danger-subtle',
              own && !failed && 'bg-warning-subtle',
            )}
          >
            <span className="flex min-w-0 items-center gap-1.5">
              {isName ? <span className="shrink-0 text-xs text-fg-muted tabular-nums">{row.number}</span> : null}
              {isName && finding !== null ? (
                <span role="img" aria-label={finding} title={finding} className="flex text-warning-text">
                  <Icon icon={TriangleAlert} size={12} />
                </span>
              ) : null}
              {own ? (
                <Icon
                  icon={failed ? CircleX : TriangleAlert}
                  size={12}
                  className={failed ? 'text-danger-text' : 'text-warning-text'}
                />
              ) : null}
              {isCode(column) ? (
                <bdi dir="ltr" className="min-w-0 truncate font-mono text-xs">
                  {text}
                </bdi>
              ) : (
                <bdi className="min-w-0 truncate">{text}</bdi>
              )}
            </span>
            {at === active ? editor : null}
          </td>
        )
      })}
    </tr>
  )
})
