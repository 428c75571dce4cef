import { fireEvent, screen } from '@testing-library/react'

/** Replaces the text of a code field. Letters cannot be typed in jsdom, which edits no text: they are pasted. */
export async function replaceCode(name: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name })
  field.focus()
  fireEvent.keyDown(field, { key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true })
  fireEvent.paste(field, { clipboardData: { getData: () => text } })
}
