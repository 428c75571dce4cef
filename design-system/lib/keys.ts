import type { KeyboardEvent } from 'react'

export type Direction = 'ltr' | 'rtl'
export type Axis = 'inline' | 'block' | 'both'
export type Move = 'next' | 'previous' | 'first' | 'last'

/** Keys of the inline axis follow the visual direction: right to left, `ArrowLeft` goes to the next item. */
export const keys = {
  next: (direction: Direction) => (direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'),
  previous: (direction: Direction) => (direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'),
}

/** The command of a key inside a composite widget, or nothing for a key without one. */
export function moveOf(key: string, axis: Axis, direction: Direction): Move | undefined {
  if (key === 'Home') return 'first'
  if (key === 'End') return 'last'
  if (axis !== 'block') {
    if (key === keys.next(direction)) return 'next'
    if (key === keys.previous(direction)) return 'previous'
  }
  if (axis !== 'inline') {
    if (key === 'ArrowDown') return 'next'
    if (key === 'ArrowUp') return 'previous'
  }
  return undefined
}

/** True on Apple systems, where the Command key replaces Control. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/** Whether a key that is pressed there is text: single keys do nothing in a field. */
export const isTextEntry = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement)

/**
 * Whether Escape was pressed inside the layer that handles the event, and nothing in it took the key. Radix gives Escape
 * to the layer that came last: a toast, if one was shown since this layer was opened.
 */
export const isOwnEscape = ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent): boolean =>
  key === 'Escape' && !defaultPrevented && target instanceof Node && currentTarget.contains(target)
