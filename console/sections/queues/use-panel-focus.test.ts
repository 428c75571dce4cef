// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { usePanelFocus } from './use-panel-focus.ts'

function Panel() {
  const panel = usePanelFocus<HTMLDivElement>()
  return createElement('div', { ref: panel, tabIndex: -1, role: 'complementary' })
}

function Page() {
  const [open, setOpen] = useState(false)
  return createElement(
    'main',
    null,
    createElement('button', { onClick: () => setOpen(!open) }, 'Settings'),
    createElement('button', null, 'Other'),
    open ? createElement(Panel) : null,
  )
}

function openPanel() {
  render(createElement(Page))
  const command = screen.getByRole('button', { name: 'Settings' })
  command.focus()
  fireEvent.click(command)
  return command
}

it('the keyboard begins in a panel, and returns to the command that opened it', () => {
  const command = openPanel()
  expect(document.activeElement).toBe(screen.getByRole('complementary'))
  fireEvent.click(command)
  expect(document.activeElement).toBe(command)
})

it('a focus that was moved elsewhere stays there when the panel closes', () => {
  const command = openPanel()
  const other = screen.getByRole('button', { name: 'Other' })
  other.focus()
  fireEvent.click(command)
  expect(document.activeElement).toBe(other)
})
