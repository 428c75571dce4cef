import type { MouseEvent } from 'react'
import type { TableModel } from '../state/use-table.ts'

interface GridClickOptions<Row> {
  table: TableModel<Row>
  idAt: (line: number) => string | undefined
  /** A block of cells is selected: a click does not move the current row then. */
  blockActive: boolean
  /** The owner opens rows: the link of a row does not navigate then. */
  opensRows: boolean
  onOpen: (line: number) => void
  onCurrentRow: ((id: string) => void) | undefined
}

/** Handles a click by its target: opens a group or a detail, selects a row, opens it, or makes it current. */
export function gridClick<Row>({ table, idAt, blockActive, opensRows, onOpen, onCurrentRow }: GridClickOptions<Row>) {
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const group = target.closest<HTMLElement>('[role="row"][data-group]')?.dataset['group']
    if (group !== undefined) return table.toggleGroup(group)
    const element = target.closest<HTMLElement>('[data-row-id]')
    const id = element?.dataset['rowId']
    if (id === undefined || !element) return
    const line = Number(element.dataset['row'])
    if (target.closest('[data-row-expand]')) return table.toggleExpanded(id)
    if (target.closest('[data-row-select], [data-col="0"] > span:has([data-row-select])'))
      return event.shiftKey ? table.selection.extend(line, idAt) : table.selection.toggle(id, line)
    const link = target.closest<HTMLAnchorElement>('[data-row-open]')
    if (link) {
      // A click with a modifier is the browser's: new tab, new window, download.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (!opensRows && link.hasAttribute('href')))
        return
      event.preventDefault()
      return onOpen(line)
    }
    if (!target.closest('a, button, input') && !blockActive) onCurrentRow?.(id)
  }
}
