import * as Direction from 'radix-ui/direction'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { type Axis, moveOf } from './keys.ts'

export interface RovingFocusOptions {
  /** Ids of the items in reading order, without the disabled ones. */
  items: readonly string[]
  axis?: Axis
  loop?: boolean
  /** Item that is the tab stop before anything was focused. */
  initial?: string | undefined
}

/** One tab stop for a group of items; arrows, Home and End move inside it and mirror with the reading direction. */
export function useRovingFocus({ items, axis = 'inline', loop = true, initial }: RovingFocusOptions) {
  const direction = Direction.useDirection()
  const [focused, setFocused] = useState(initial)
  const active = focused !== undefined && items.includes(focused) ? focused : (initial ?? items[0])

  return {
    active,
    setActive: setFocused,
    containerProps: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const move = moveOf(event.key, axis, direction)
        if (!move || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
        const from = active === undefined ? -1 : items.indexOf(active)
        const last = items.length - 1
        const requested = move === 'first' ? 0 : move === 'last' ? last : move === 'next' ? from + 1 : from - 1
        const index = loop ? (requested + items.length) % items.length : Math.min(Math.max(requested, 0), last)
        const target = items[index]
        if (target === undefined) return
        event.preventDefault()
        setFocused(target)
        event.currentTarget.querySelector<HTMLElement>(`[data-roving="${CSS.escape(target)}"]`)?.focus()
      },
    },
    itemProps(id: string) {
      return {
        'data-roving': id,
        tabIndex: id === active ? 0 : -1,
        onFocus: (_event: FocusEvent<HTMLElement>) => setFocused(id),
      }
    },
  }
}
