// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '../dropdown-menu/dropdown-menu.tsx'
import { Dialog, DialogContent } from './dialog.tsx'

/** A dialog that is opened by the items of a menu and of its submenu. */
function DialogOfMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>Actions</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setOpen(true)}>Rename</DropdownMenuItem>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger>Move</DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuItem onSelect={() => setOpen(true)}>To the top</DropdownMenuItem>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
        </DropdownMenuContent>
      </DropdownMenu>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title="Rename">
          <input aria-label="Name" />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Sizes never change in jsdom, which has no layout. */
class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal('ResizeObserver', IdleObserver))

it.each([
  { opener: 'an item', path: ['Rename'] },
  { opener: 'an item of a submenu', path: ['Move', 'To the top'] },
])('a dialog that $opener opened gives the focus back to the button of the menu', async ({ path }) => {
  renderWithApp(<DialogOfMenu />)
  const button = screen.getByRole('button', { name: 'Actions' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  for (const name of path) {
    const item = await screen.findByRole('menuitem', { name })
    item.focus()
    fireEvent.keyDown(item, { key: 'Enter' })
  }
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})
