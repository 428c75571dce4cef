import { useRef } from 'react'

/** What opened the layers that have not given the focus back yet, the newest last. */
const openers = new Set<Element>()

/**
 * Gives the focus back to what had it when a modal layer opened. The primitive knows only its own trigger; most layers here are opened
 * by state. What moved the focus on purpose meanwhile (a new page) keeps it.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      const before = document.activeElement
      // A layer in the place of another finds the focus nowhere: what opened that one opened this one, too.
      opener.current = before === null || before === document.body ? [...openers].at(-1) ?? null : before
      if (opener.current) openers.add(opener.current)
    },
    restore: (event: Event) => {
      const target = opener.current
      if (target) openers.delete(target)
      if (!(target instanceof HTMLElement) || !target.isConnected || target === document.body) return
      event.preventDefault()
      if (document.activeElement === null || document.activeElement === document.body) target.focus()
    },
  }
}
