// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { Splitter } from './splitter.tsx'

/** A pane at the start of the edge whose box is as wide as its state says. */
function Example({ side = 'start', minSize = 100 }: { side?: 'start' | 'end'; minSize?: number }) {
  const [size, setSize] = useState(200)
  const [collapsed, setCollapsed] = useState(false)
  const pane = document.createElement('div')
  pane.getBoundingClientRect = () => new DOMRect(0, 0, size, 40)
  return (
    <Splitter
      label="Width of the list"
      controls="list"
      side={side}
      paneOf={() => pane}
      limitOf={() => 400}
      size={size}
      minSize={minSize}
      collapsed={collapsed}
      onSizeChange={setSize}
      onToggle={() => setCollapsed(!collapsed)}
      onReset={() => setSize(200)}
    />
  )
}
const edge = () => screen.getByRole('separator', { name: 'Width of the list' })
const press = (key: string) => {
  fireEvent.keyDown(edge(), { key })
  return edge().getAttribute('aria-valuenow')
}

describe('the edge between two panes', () => {
  it('moves by small and by large steps, and to its limits', () => {
    renderWithApp(<Example />)
    expect(press('ArrowRight')).toBe('210')
    expect(press('ArrowLeft')).toBe('200')
    expect(press('PageUp')).toBe('250')
    expect(press('PageDown')).toBe('200')
    expect(press('Home')).toBe('100')
    expect(press('ArrowLeft')).toBe('100')
    expect(press('End')).toBe('400')
    expect(press('PageUp')).toBe('400')
  })
  it('follows the eye where the pane is behind it', () => {
    renderWithApp(<Example side="end" />)
    expect(press('ArrowLeft')).toBe('210')
    expect(press('ArrowRight')).toBe('200')
  })
  it('says its value with the unit, and that the pane is collapsed', () => {
    renderWithApp(<Example />)
    expect(edge().getAttribute('aria-valuetext')).toBe('200 pixels')
    expect(press('Enter')).toBe('0')
    expect(edge().getAttribute('aria-valuetext')).toBe('collapsed')
    expect(press('Enter')).toBe('200')
  })
  it('leaves keys with modifiers to the page', () => {
    renderWithApp(<Example />)
    fireEvent.keyDown(edge(), { key: 'ArrowRight', ctrlKey: true })
    expect(edge().getAttribute('aria-valuenow')).toBe('200')
  })
})
