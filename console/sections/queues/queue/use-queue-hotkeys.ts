import type { CaseRow } from '@assay/risk-service/contract'
import type { RefObject } from 'react'
import { useIntl } from 'react-intl'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import type { TickedCases } from '../bulk/use-ticked-cases.ts'
import { rowAt } from './case-grid.tsx'

interface QueueHotkeysInput {
  page: RefObject<HTMLElement | null>
  /** The grid whose rows the keys tick and start. */
  grid: RefObject<HTMLElement | null>
  rows: readonly CaseRow[]
  ticked: TickedCases
  /** Null: cases cannot be ticked. */
  selectable: boolean
  onStart: (() => void) | null
  onStartRow: ((row: CaseRow) => void) | null
  onRefresh: () => void
}

/** Opens a menu or popover as its own key would. */
function press(button: HTMLElement | null | undefined): void {
  if (!button) return
  button.focus()
  if (button.getAttribute('aria-haspopup') === 'menu')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  else button.click()
}

const findButton = (within: HTMLElement | null, selector: string, name: string) =>
  [...(within?.querySelectorAll<HTMLElement>(`${selector} button`) ?? [])].find(
    button => button.getAttribute('aria-label') === name || button.textContent === name,
  )

/** The grid that has the focus, else the one of waiting cases. */
const gridOf = (page: HTMLElement | null, grid: HTMLElement | null): HTMLElement | null => {
  const focused = document.activeElement?.closest<HTMLElement>('[role="grid"]')
  return focused && page?.contains(focused) ? focused : (grid?.querySelector('[role="grid"]') ?? null)
}

/** Moves the focus one row, as an arrow key does; from outside of a grid to its first row. */
function moveRow(grid: HTMLElement | null, key: 'ArrowDown' | 'ArrowUp'): void {
  const cell = document.activeElement?.closest('[data-row]')
  if (grid && cell && grid.contains(cell))
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  else {
    const first = grid?.querySelector<HTMLElement>('[data-row="0"] [role="rowheader"]')
    ;(first?.querySelector<HTMLElement>('a[href]') ?? first)?.focus()
  }
}

/** Shortcuts of the grids of a queue. */
export function useQueueHotkeys({
  page,
  grid,
  rows,
  ticked,
  selectable,
  onStart,
  onStartRow,
  onRefresh,
}: QueueHotkeysInput): void {
  const intl = useIntl()
  const label = (id: string) => intl.formatMessage({ id })
  const focusedRow = () =>
    grid.current?.contains(document.activeElement) ? rowAt(document.activeElement, rows) : undefined
  const move = (key: 'ArrowDown' | 'ArrowUp') => moveRow(gridOf(page.current, grid.current), key)
  const toggle = () => {
    const row = focusedRow()
    if (!row) return
    const ids = new Set(ticked.ids)
    if (!ids.delete(row.id)) ids.add(row.id)
    ticked.setIds(ids)
  }
  const extend = (key: 'ArrowDown' | 'ArrowUp') => {
    const row = focusedRow()
    const next = row && rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
    if (row) ticked.setIds(new Set([...ticked.ids, row.id, ...(next ? [next.id] : [])]))
    move(key)
  }
  const tool = (id: string) =>
    press(
      findButton(grid.current, '[data-slot="data-table-toolbar"]', label(id)) ??
        findButton(page.current, '[data-slot="data-table-toolbar"]', label(id)),
    )
  const keys = [
    { id: 'down', keys: 'j', run: () => move('ArrowDown'), repeat: true },
    { id: 'up', keys: 'k', run: () => move('ArrowUp'), repeat: true },
    ...(selectable
      ? [
          { id: 'tick', keys: 'x', run: toggle },
          { id: 'extendDown', keys: 'Shift+J', run: () => extend('ArrowDown'), repeat: true },
          { id: 'extendUp', keys: 'Shift+K', run: () => extend('ArrowUp'), repeat: true },
          { id: 'tickAll', keys: 'Mod+A', run: () => ticked.setIds(new Set(rows.map(({ id }) => id))) },
          {
            id: 'decide',
            keys: 'd',
            disabled: ticked.count === 0,
            run: () =>
              grid.current?.querySelector<HTMLElement>('[data-slot="bulk-action-bar"] button:not(:disabled)')?.focus(),
          },
        ]
      : []),
    ...(onStart ? [{ id: 'start', keys: 's', run: onStart }] : []),
    ...(onStartRow
      ? [
          {
            id: 'startRow',
            keys: 'Shift+S',
            run: () => {
              const row = focusedRow()
              if (row) onStartRow(row)
            },
          },
        ]
      : []),
    {
      id: 'filter',
      keys: 'f',
      run: () => press(findButton(page.current, '[data-slot="filter-bar"]', label('DesignSystem.FilterBar.AddName'))),
    },
    { id: 'columns', keys: 'c', run: () => tool('DesignSystem.DataTable.Columns') },
    { id: 'export', keys: 'e', run: () => tool('DesignSystem.DataTable.Export') },
    { id: 'refresh', keys: 'r', run: onRefresh },
  ]
  useHotkeys(
    { id: 'queue', label: label('Cases.Keys.Scope') },
    keys.map(each => ({ ...each, label: label(`Cases.Keys.${each.id}`) })),
  )
}
