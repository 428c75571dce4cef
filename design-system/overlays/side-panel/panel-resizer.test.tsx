// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { PanelResizer, usePanelWidth } from './panel-resizer.tsx'

function Example() {
  const [width, setWidth] = usePanelWidth({ width: undefined, onWidthChange: undefined })
  return <PanelResizer controls="panel" width={width} onWidthChange={setWidth} />
}

it('Enter on the edge of a panel goes to the smallest width and back', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  renderWithApp(<Example />)
  const edge = screen.getByRole('separator', { name: 'Width of the panel' })
  expect(edge.getAttribute('aria-valuetext')).toBe('400 pixels')
  fireEvent.keyDown(edge, { key: 'Enter' })
  expect(edge.getAttribute('aria-valuetext')).toBe('320 pixels')
  fireEvent.keyDown(edge, { key: 'Enter' })
  expect(edge.getAttribute('aria-valuetext')).toBe('400 pixels')
})
