import type { RefObject } from 'react'
import { useIntl } from 'react-intl'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'

interface SearchActions {
  refresh: () => void
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Opens a menu or popover as its own key would. */
function press(button: HTMLElement | null | undefined): void {
  if (!button) return
  button.focus()
  if (button.getAttribute('aria-haspopup') === 'menu')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  else button.click()
}

/** Shortcuts of the search page; those of its toolbar open what stands there. */
export function useSearchHotkeys(
  page: RefObject<HTMLElement | null>,
  { refresh, previous, next }: SearchActions,
): void {
  const intl = useIntl()
  const label = (id: string) => intl.formatMessage({ id })
  const find = (selector: string, name: string) =>
    [...(page.current?.querySelectorAll<HTMLElement>(`${selector} button`) ?? [])].find(
      button => button.getAttribute('aria-label') === name || button.textContent === name,
    )
  // One control finds fields and values: its first key is the filter's, the other that of every search.
  const openFilter = () => press(find('[data-slot="filter-bar"]', label('DesignSystem.FilterBar.AddName')))
  useHotkeys({ id: 'search', label: label('Search.Keys.Scope') }, [
    { id: 'filter', keys: 'f', label: label('Search.Keys.Filter'), run: openFilter },
    { id: 'quick', keys: '/', label: label('Search.Keys.Quick'), run: openFilter },
    {
      id: 'columns',
      keys: 'c',
      label: label('Search.Keys.Columns'),
      run: () => press(find('[data-slot="data-table-toolbar"]', label('DesignSystem.DataTable.Columns'))),
    },
    {
      id: 'export',
      keys: 'e',
      label: label('Search.Keys.Export'),
      run: () => press(find('[data-slot="data-table-toolbar"]', label('DesignSystem.DataTable.Export'))),
    },
    { id: 'refresh', keys: 'r', label: label('Search.Keys.Refresh'), run: refresh },
    { id: 'previous', keys: '[', label: label('Search.Keys.Previous'), repeat: true, run: () => previous?.() },
    { id: 'next', keys: ']', label: label('Search.Keys.Next'), repeat: true, run: () => next?.() },
  ])
}
