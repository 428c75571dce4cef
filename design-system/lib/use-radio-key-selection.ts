import { type KeyboardEvent, type KeyboardEventHandler, useRef } from 'react'

interface Handlers {
  onKeyDown?: KeyboardEventHandler<HTMLDivElement> | undefined
  onKeyUp?: KeyboardEventHandler<HTMLDivElement> | undefined
}

/**
 * Key handlers for the root of a Radix radio group, which call those of its user. Radix moves the focus after the key
 * event, and selects the focused item only while the key is still down: a tap that ends sooner, as every one on a busy
 * page, would move the focus and select nothing. These handlers select it then.
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
      // The item received the key first, so Radix' timer runs before this one.
      setTimeout(() => {
        const focused = document.activeElement
        const moved = released.current && focused !== target && group.contains(focused)
        if (moved && focused instanceof HTMLElement && focused.getAttribute('aria-checked') === 'false') focused.click()
      })
    },
  }
}
