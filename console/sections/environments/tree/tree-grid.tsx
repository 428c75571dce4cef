import { cn } from '@assay/design-system'
import { useDirection } from '@assay/design-system/i18n'
import type { Environment } from '@assay/risk-service/contract'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { EnvironmentGridRow } from './environment-grid-row.tsx'
import type { EnvironmentRow } from './environment-rows.ts'
import { cellClass, columns, templateClass } from './grid-columns.ts'
import { type GridPosition, gridStep } from './grid-keys.ts'

export interface TreeGridProps {
  rows: readonly EnvironmentRow[]
  inUse: string | null
  /** The row whose details are open. */
  current: string | null
  favourites: ReadonlySet<string>
  onToggle: (id: string, expanded: boolean) => void
  onOpen: (environment: Environment) => void
  onFavourite: (environment: Environment, favourite: boolean) => void
  /** Retry in a failed row; absent where the user may not. */
  retry: (environment: Environment) => ReactNode
  /** Menu of a row; nothing for one without commands. */
  menu: (environment: Environment) => ReactNode
}

/**
 * The hierarchy as a grid: one tab stop, keys of the APG tree grid with rows first, everything in a row within reach of
 * the arrows.
 */
export function TreeGrid({
  rows,
  inUse,
  current,
  favourites,
  onToggle,
  onOpen,
  onFavourite,
  retry,
  menu,
}: TreeGridProps) {
  const intl = useIntl()
  const direction = useDirection()
  const grid = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  const [place, setPlace] = useState<GridPosition>({ id: '', cell: null })
  const ids = rows.map(({ environment }) => environment.id)
  const activeId = [place.id, current ?? '', inUse ?? ''].find(id => ids.includes(id)) ?? ids[0] ?? ''
  const active: GridPosition = { id: activeId, cell: activeId === place.id ? place.cell : null }

  const element = ({ id, cell }: GridPosition): HTMLElement | null => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    if (!row || cell === null) return row ?? null
    const box = visibleCells(row)[cell]
    // A control stands for its cell.
    return box?.querySelector<HTMLElement>('button') ?? box ?? null
  }
  const focus = (next: GridPosition) => {
    flushSync(() => setPlace(next))
    element(next)?.focus()
  }
  useLayoutEffect(() => {
    // The row with the focus was removed: the row that is the tab stop now gets the focus.
    if (inside.current && document.activeElement === document.body) element(active)?.focus()
  })

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.shiftKey ||
      !(event.target instanceof HTMLElement) ||
      !grid.current?.contains(event.target)
    )
      return
    const row = event.target.closest<HTMLElement>('[data-row]')
    if (!row) return
    const step = gridStep(rows, gridPositionOf(event.target, row), visibleCells(row).length, {
      key: event.key,
      control: event.ctrlKey || event.metaKey,
      direction,
    })
    if (!step) return
    event.preventDefault()
    if (step.kind === 'go') focus(step.place)
    else if (step.kind === 'open') {
      const opened = rows.find(({ environment }) => environment.id === step.id)
      if (opened) onOpen(opened.environment)
    } else if (step.kind !== 'stay') onToggle(step.id, step.kind === 'expand')
  }
  const focused = (event: FocusEvent<HTMLElement>) => {
    inside.current = true
    const row = event.target.closest<HTMLElement>('[data-row]')
    if (row && grid.current?.contains(row)) setPlace(gridPositionOf(event.target, row))
  }

  return (
    <div
      ref={grid}
      role="treegrid"
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: 'Environments.Title' })}
      aria-colcount={columns.length}
      onKeyDown={keyDown}
      onFocus={focused}
      onBlur={event => {
        inside.current =
          event.relatedTarget === null ? inside.current : event.currentTarget.contains(event.relatedTarget)
      }}
      className="@container min-w-0 text-sm text-fg outline-none"
    >
      <div role="rowgroup" className="sticky inset-bs-0 z-sticky">
        <div
          role="row"
          className={cn(
            templateClass,
            'h-header items-center border-y border-line bg-surface-sunken text-xs font-medium text-fg-secondary',
          )}
        >
          {columns.map(({ id, label, className }) => (
            <span key={id} role="columnheader" className={cn(cellClass, className)}>
              <span className={label.shown ? 'block truncate' : 'sr-only'}>{intl.formatMessage({ id: label.id })}</span>
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map(row => (
          <EnvironmentGridRow
            key={row.environment.id}
            row={row}
            inUse={row.environment.id === inUse}
            current={row.environment.id === current}
            favourite={favourites.has(row.environment.id)}
            tabStop={row.environment.id === active.id ? (active.cell ?? 'row') : null}
            onToggle={() => onToggle(row.environment.id, row.expanded === false)}
            onOpen={() => onOpen(row.environment)}
            onFavourite={favourite => onFavourite(row.environment, favourite)}
            retry={retry(row.environment)}
            menu={menu(row.environment)}
          />
        ))}
      </div>
    </div>
  )
}

/** Cells that the width of the window shows. */
function visibleCells(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(':scope > [role="gridcell"], :scope > [role="rowheader"]')].filter(
    cell => cell.getClientRects().length > 0,
  )
}

function gridPositionOf(target: HTMLElement, row: HTMLElement): GridPosition {
  const cell = visibleCells(row).findIndex(each => each.contains(target))
  return { id: row.dataset['row'] ?? '', cell: cell < 0 ? null : cell }
}
