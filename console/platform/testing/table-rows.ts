import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'

/** Of everything that is measured, in pixels. */
const size = 800

/** Gives tables room for their rows in jsdom, which has no layout: they draw those in view. */
export function stubTableLayout(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(size)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(size)
}

/** Chooses a command in the menu of a row, which is there while a pointer is over it. */
export async function chooseRowCommand(row: string, command: string): Promise<void> {
  fireEvent.pointerOver(await screen.findByRole('rowheader', { name: row }))
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${row}` }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: command }))
}
