// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { TabLink, TabNav } from './tabs.tsx'

/** Lays a row out from 0 on, with the current tab at a place that scrolling moves. */
function layOut({ width, tab }: { width: number; tab: { left: number; right: number } }) {
  const resized = new Set<() => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        resized.add(notify)
      }
      observe() {}
      disconnect() {}
    },
  )
  const box = { width }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const scrolled = this.parentElement?.scrollLeft ?? 0
    const [left, right] = this.dataset.state === 'active' ? [tab.left - scrolled, tab.right - scrolled] : [0, box.width]
    return new DOMRect(left, 0, right - left, 20)
  })
  return (width: number) =>
    act(() => {
      box.width = width
      for (const notify of resized) notify()
    })
}

const tabs = (
  <TabNav label="Pages">
    <TabLink href="#requests">Requests</TabLink>
    <TabLink href="#errors" current>
      Errors
    </TabLink>
    <TabLink href="#ontology">Ontology</TabLink>
  </TabNav>
)

it('the current tab is whole where a row is too short for it', () => {
  const resize = layOut({ width: 400, tab: { left: 160, right: 240 } })
  renderWithApp(tabs)
  const row = screen.getByRole('link', { current: 'page' }).parentElement as HTMLElement
  resize(400)
  expect(row.scrollLeft).toBe(0)
  resize(200)
  expect(row.scrollLeft).toBe(40)
  // It stays where it is while there is room.
  resize(220)
  expect(row.scrollLeft).toBe(40)
})

it('a row that was scrolled past it goes back', () => {
  const resize = layOut({ width: 200, tab: { left: 20, right: 100 } })
  renderWithApp(tabs)
  const row = screen.getByRole('link', { current: 'page' }).parentElement as HTMLElement
  row.scrollLeft = 50
  resize(200)
  expect(row.scrollLeft).toBe(20)
})
