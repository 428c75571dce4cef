import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../../primitives/index.ts'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../dialog/dialog.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

afterEach(cleanup)

/** What is painted on top in the middle of an element, also where a modal dialog takes the pointer from it. */
function middleOf(element: Element): Element | null {
  const everywhere = document.createElement('style')
  everywhere.textContent = '* { pointer-events: auto !important }'
  document.head.append(everywhere)
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  everywhere.remove()
  return found
}

it('lies below a dialog that it opened, and above the dialog in which it opens', async () => {
  renderWithApp(
    <Popover>
      <PopoverTrigger asChild>
        <Button>Rings</Button>
      </PopoverTrigger>
      <PopoverContent label="Rings" style={{ width: '100vw', height: '100vh' }}>
        <Dialog>
          <DialogTrigger asChild>
            <Button>What does this ring share</Button>
          </DialogTrigger>
          <DialogContent title="Shared values">
            <Popover>
              <PopoverTrigger asChild>
                <Button>Columns</Button>
              </PopoverTrigger>
              <PopoverContent label="Columns">Share of the ring</PopoverContent>
            </Popover>
          </DialogContent>
        </Dialog>
      </PopoverContent>
    </Popover>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Rings' }))
  await userEvent.click(page.getByRole('button', { name: 'What does this ring share' }))
  const dialog = page.getByRole('dialog', { name: 'Shared values' })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().contains(middleOf(dialog.element()))).toBe(true)
  await userEvent.click(page.getByRole('button', { name: 'Columns' }))
  const inner = page.getByRole('dialog', { name: 'Columns' })
  await expect.element(inner).toBeVisible()
  await expect.poll(() => inner.element().contains(middleOf(inner.element()))).toBe(true)
})
