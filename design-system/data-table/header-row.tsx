import type { SortingState } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useIntl } from 'react-intl'
import { cn } from '../lib/cn.ts'
import { checkboxClass, checkedMark, selectCellClass, someMark, type BodyColumn } from './body-row.tsx'
import type { TableHeader } from './features.ts'

interface HeaderRowProps<Row> {
  columns: readonly BodyColumn<Row>[]
  headers: readonly TableHeader[]
  sorting: SortingState
  sortable: boolean
  selection: 'none' | 'empty' | 'some' | 'all'
  activeCol: number
  /** Id of the sentence that names the keys of a head. */
  hintId: string
  onToggleAll: () => void
}

/** Column heads: sort by click or Enter, width by dragging the edge or with Alt and the arrow keys. */
export function HeaderRow<Row>({ columns, headers, sorting, sortable, selection, activeCol, hintId, onToggleAll }: HeaderRowProps<Row>) {
  const intl = useIntl()
  const selectable = selection !== 'none'
  const offset = selectable ? 1 : 0
  return (
    <div role="rowgroup" className="sticky inset-bs-0 z-sticky min-w-full" style={{ minInlineSize: 'var(--dt-width)' }}>
      <div role="row" aria-rowindex={1} data-row={-1} className="grid h-header grid-cols-(--dt-template) bg-surface-sunken text-xs font-medium text-fg-secondary">
        {selectable ? (
          <div role="columnheader" aria-colindex={1} data-col={0} className={cn(selectCellClass, 'border-be-line')} style={{ insetInlineStart: 0 }}>
            <span className="relative flex">
              <input
                type="checkbox"
                checked={selection === 'all'}
                ref={node => { if (node) node.indeterminate = selection === 'some' }}
                onChange={onToggleAll}
                aria-label={intl.formatMessage({ id: 'DesignSystem.DataTable.SelectAllLoaded' })}
                tabIndex={activeCol === 0 ? 0 : -1}
                className={checkboxClass}
              />
              {selection === 'all' ? checkedMark : selection === 'some' ? someMark : null}
            </span>
          </div>
        ) : null}
        {columns.map(({ column, pin, className }, i) => {
          const col = i + offset
          const header = headers[i]
          const sort = sorting.find(entry => entry.id === column.id)
          const first = sorting[0]?.id === column.id
          const label = column.label ?? intl.formatMessage({ id: column.labelId })
          const canSort = sortable && column.sortable
          const tabIndex = activeCol === col ? 0 : -1
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={col + 1}
              aria-sort={canSort ? (first && sort ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
              data-col={col}
              tabIndex={canSort ? undefined : tabIndex}
              className={cn(className, 'border-be-line', pin === null && 'relative')}
              style={pin === null ? undefined : { insetInlineStart: `var(${pin})` }}
            >
              {canSort ? (
                <button
                  type="button"
                  tabIndex={tabIndex}
                  // Digits and their head share the edge on which the units line up.
                  dir={column.align === 'number' ? 'ltr' : undefined}
                  title={label}
                  aria-describedby={hintId}
                  className={cn('flex h-full min-w-0 flex-1 items-center gap-1 font-medium hover:text-fg focus-ring-inset', column.align === 'number' && 'flex-row-reverse')}
                  onClick={header?.column.getToggleSortingHandler()}
                >
                  <bdi className="truncate">{label}</bdi>
                  {sort ? (sort.desc ? <ArrowDown aria-hidden className="size-3 shrink-0" /> : <ArrowUp aria-hidden className="size-3 shrink-0" />) : null}
                </button>
              ) : (
                <span title={label} dir={column.align === 'number' ? 'ltr' : undefined} className={cn('min-w-0 flex-1 truncate', column.align === 'number' && 'text-end')}><bdi>{label}</bdi></span>
              )}
              {header ? (
                // Pointer users drag here; the keyboard has Alt and the arrow keys on the head itself.
                <span
                  aria-hidden
                  data-resizer=""
                  className="absolute inset-y-0 inset-e-0 w-2 cursor-col-resize touch-none border-e-2 border-transparent hover:border-accent"
                  onMouseDown={header.getResizeHandler()}
                  onTouchStart={header.getResizeHandler()}
                />
              ) : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
