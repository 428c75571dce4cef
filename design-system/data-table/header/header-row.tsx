import { useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { TableHeader } from '../columns/features.ts'
import type { ColumnActions } from '../columns/use-column-actions.ts'
import { type LeadColumn, leadOffset } from '../model/lead-columns.ts'
import { type BodyColumn, checkboxClass, checkedMark, leadCellClass, leadPadding, someMark } from '../rows/body-row.tsx'
import { HeaderCell } from './header-cell.tsx'
import type { ResizeMode } from './use-resize-mode.ts'

interface HeaderRowProps<Row> {
  columns: readonly BodyColumn<Row>[]
  headers: readonly TableHeader[]
  actions: ColumnActions<Row>
  leads: readonly LeadColumn[]
  withActions: boolean
  selection: 'empty' | 'some' | 'all'
  activeCol: number
  /** Id of the sentence that describes the keys of a header. */
  hintId: string
  onToggleAll: () => void
  menuFor: string | null
  onMenuChange: (id: string | null) => void
  onFilter: (id: string) => void
  onAutosize: (id: string) => void
  resize: ResizeMode
}

/** Column headers: sort by click or Enter, everything else in the menu of each. */
export function HeaderRow<Row>({
  columns,
  headers,
  actions,
  leads,
  withActions,
  selection,
  activeCol,
  hintId,
  onToggleAll,
  menuFor,
  onMenuChange,
  onFilter,
  onAutosize,
  resize,
}: HeaderRowProps<Row>) {
  const intl = useIntl()
  const [draggable, setDraggable] = useState(false)
  return (
    <div
      role="rowgroup"
      onPointerOver={() => setDraggable(true)}
      className="sticky inset-bs-0 z-nav min-w-full"
      style={{ minInlineSize: 'var(--dt-width)' }}
    >
      <div
        role="row"
        aria-rowindex={1}
        data-row={-1}
        className="grid h-header grid-cols-(--dt-template) bg-surface-sunken text-xs font-medium text-fg-secondary"
      >
        {leads.map((lead, i) => (
          <div
            key={lead}
            role="columnheader"
            aria-colindex={i + 1}
            data-col={i}
            tabIndex={lead === 'select' ? undefined : activeCol === i ? 0 : -1}
            className={cn(leadCellClass, 'sticky', leadPadding(i), 'border-be-line')}
            style={{ insetInlineStart: leadOffset(i) }}
          >
            {lead === 'select' ? (
              <span className="relative flex">
                <input
                  type="checkbox"
                  checked={selection === 'all'}
                  ref={node => {
                    if (node) node.indeterminate = selection === 'some'
                  }}
                  onChange={onToggleAll}
                  aria-label={intl.formatMessage({ id: 'DesignSystem.DataTable.SelectAllLoaded' })}
                  tabIndex={activeCol === i ? 0 : -1}
                  className={checkboxClass}
                />
                {selection === 'all' ? checkedMark : selection === 'some' ? someMark : null}
              </span>
            ) : (
              <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.DataTable.DetailColumn' })}</span>
            )}
          </div>
        ))}
        {columns.map((body, i) => (
          <HeaderCell
            key={body.column.id}
            body={body}
            header={headers[i]}
            col={i + leads.length}
            active={activeCol === i + leads.length}
            actions={actions}
            hintId={hintId}
            menuOpen={menuFor === body.column.id}
            onMenuChange={onMenuChange}
            onFilter={onFilter}
            onAutosize={onAutosize}
            resize={resize}
            draggable={draggable}
          />
        ))}
        {withActions ? (
          <div
            role="columnheader"
            aria-colindex={columns.length + leads.length + 1}
            data-col={columns.length + leads.length}
            tabIndex={activeCol === columns.length + leads.length ? 0 : -1}
            className="overflow-hidden focus-ring-inset"
          >
            <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.DataTable.ActionsColumn' })}</span>
          </div>
        ) : null}
      </div>
    </div>
  )
}
