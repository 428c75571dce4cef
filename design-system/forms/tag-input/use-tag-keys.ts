import * as Direction from 'radix-ui/direction'
import type { KeyboardEvent } from 'react'
import { moveOf } from '../../lib/keys.ts'

const removeButtons = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLElement>('[data-slot="tag"]')].flatMap(
    tag => [...tag.querySelectorAll<HTMLElement>('button')].at(-1) ?? [],
  )

/**
 * Keys between the tags inside a text control and its text field: arrows along the reading direction, Home and End, and
 * Backspace from the empty text to the last tag, which it then removes.
 */
export function useTagKeys() {
  const direction = Direction.useDirection()
  return (event: KeyboardEvent<HTMLElement>) => {
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      !(event.target instanceof HTMLElement)
    )
      return
    const box = event.currentTarget
    const input = box.querySelector('input')
    const buttons = removeButtons(box)
    const move = moveOf(event.key, 'inline', direction)
    if (event.target === input && input) {
      const atStart = input.selectionStart === 0 && input.selectionEnd === 0
      const leaves = event.key === 'Backspace' ? input.value === '' : move === 'previous' && atStart && !event.shiftKey
      if (!leaves || buttons.length === 0) return
      event.preventDefault()
      buttons.at(-1)?.focus()
      return
    }
    const tag = event.target.closest<HTMLElement>('[data-slot="tag"]')
    const at = tag ? buttons.findIndex(button => tag.contains(button)) : -1
    if (at === -1) return
    if (move) {
      event.preventDefault()
      const next =
        move === 'first' ? 0 : move === 'last' ? buttons.length - 1 : move === 'next' ? at + 1 : Math.max(0, at - 1)
      ;(buttons[next] ?? input)?.focus()
    } else if (event.key.length === 1 && event.key !== ' ') {
      // A letter typed on a tag is added to the text.
      input?.focus()
    }
  }
}
