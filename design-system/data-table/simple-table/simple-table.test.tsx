// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { createColumns } from '../columns/columns.tsx'
import { SimpleTable } from './simple-table.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a table that takes the place of cards can be scrolled with the keyboard', () => {
  let isPhone = true
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isPhone
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  const c = createColumns<{ id: string }>()
  const columns = [c.text('id', { label: 'ID', value: row => row.id })]
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  renderWithApp(
    <SimpleTable label="Lines" columns={columns} rows={[{ id: 'a' }]} getRowId={({ id }) => id} narrow="cards" />,
  )
  expect(screen.queryByRole('table')).toBeNull()
  act(() => {
    isPhone = false
    for (const notify of listeners) notify()
  })
  expect(screen.getByRole('table', { name: 'Lines' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Lines' }).tabIndex).toBe(0)
})
