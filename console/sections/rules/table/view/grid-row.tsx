import { cn, Icon } from '@assay/design-system'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { CircleX, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { cellText, type TableColumn, type TableRow } from '../decision-table.ts'

/** Texts in these columns are words, not code. */
const wordColumns = new Set(['name', 'challenge', 'reason', 'message'])
export const isCode = ({ id }: TableColumn): boolean => !wordColumns.has(id)

/** Rows have the columns of the grid; on paper, these share its width. */
export const gridRowClass = 'grid grid-cols-(--table-columns) break-inside-avoid print:grid-cols-(--printed-columns)'
/** The names stay in sight beside the columns that are scrolled; a small screen has no room for both. */
export const gridNameClass = 'z-sticky sm:inset-s-0 sm:[[data-scrolled]_&]:sticky'

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

/**
 * A clause. There may be hundreds: rows that do not change are not rendered again, and the browser lays out and paints
 * those in sight alone. All of them are in the document, for its search, for screen readers and for paper.
 */
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
    <div
      role="row"
      aria-rowindex={place + 2}
      className={cn(
        gridRowClass,
        editor === null
          ? '[contain-intrinsic-block-size:auto_var(--ds-row-height)] [content-visibility:auto] print:[content-visibility:visible]'
          : // The editor is larger than its cell, and reaches over the rows below.
            'relative z-sticky',
      )}
    >
      {columns.map((column, at) => {
        const text = cellText(row, column)
        const own = problems?.get(column.id)
        const failed = own?.some(({ severity }) => severity === 'error') ?? false
        const isName = column.id === 'name'
        const selected = at >= start && at <= end
        return (
          <div
            key={column.id}
            role={isName ? 'rowheader' : 'gridcell'}
            data-cell={`${place} ${at}`}
            tabIndex={at === active ? 0 : -1}
            aria-colindex={at + 1}
            aria-selected={selected}
            aria-invalid={failed || undefined}
            className={cn(
              'flex min-h-row min-w-0 items-center gap-1.5 border-e border-be border-line-subtle bg-surface px-cell-x text-start text-sm text-fg focus-ring-inset',
              editor !== null && at === active && 'relative',
              isName && gridNameClass,
              isName && 'font-medium',
              selected && 'bg-surface-selected',
              // The cell with the focus has its ring.
              selected && at !== active && 'system-outline',
              failed && 'bg-danger-subtle',
              own && !failed && 'bg-warning-subtle',
            )}
          >
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
            <bdi
              {...(isCode(column) ? { dir: 'ltr' } : {})}
              className={cn(
                'min-w-0 truncate print:wrap-anywhere print:whitespace-normal',
                isCode(column) && 'font-mono text-xs',
              )}
            >
              {text}
            </bdi>
            {at === active ? editor : null}
          </div>
        )
      })}
    </div>
  )
})
