import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Presses a button as soon as it can be pressed. */
export async function pressButton(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Replaces the text of a field. */
export const fillField = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } })

/** Opens the menu of a button and chooses a command. */
export async function chooseMenuItem(
  button: string,
  name: string,
  role: 'menuitem' | 'menuitemradio' = 'menuitem',
): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('button', { name: button }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole(role, { name }))
}

/**
 * Opens a field with options and chooses one. A form that was sent moves the focus to what is wrong one frame later,
 * which closes an open list: nobody opens one within that frame.
 */
export async function chooseOption(field: HTMLElement, name: string): Promise<void> {
  await act(() => new Promise(resolve => requestAnimationFrame(resolve)))
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.click(await screen.findByRole('option', { name }))
}
