import { type KeyboardEvent, type KeyboardEventHandler, useRef } from 'react'

interface Handlers {
  onKeyDown?: KeyboardEventHandler<HTMLDivElement> | undefined
  onKeyUp?: KeyboardEventHandler<HTMLDivElement> | undefined
}

/**
 * Key handlers for the root of a Radix radio group, around those of its user. Radix moves the focus after the key's
 * event, and chooses what gets it only while the key is still down: a tap that ends sooner, on a busy page every one,
 * would move the focus and choose nothing. These choose then.
 */
export function useRadioKeySelection({ onKeyDown, onKeyUp }: Handlers) {
  const released = useRef(false)
  return {
    onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
      onKeyUp?.(event)
      released.current = true
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      onKeyDown?.(event)
      if (!event.key.startsWith('Arrow')) return
      released.current = false
      const { currentTarget: group, target } = event
      // The item heard the key first, so Radix' timer comes before this one.
      setTimeout(() => {
        const focused = document.activeElement
        const moved = released.current && focused !== target && group.contains(focused)
        if (moved && focused instanceof HTMLElement && focused.getAttribute('aria-checked') === 'false') focused.click()
      })
    },
  }
}
