import { useRef } from 'react'

/**
 * Gives the focus back to what had it when a modal layer opened. The primitive knows only its own trigger; most layers here are opened
 * by state. What moved the focus on purpose meanwhile (a new page) keeps it.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      opener.current = document.activeElement
    },
    restore: (event: Event) => {
      const target = opener.current
      if (!(target instanceof HTMLElement) || !target.isConnected || target === document.body) return
      event.preventDefault()
      if (document.activeElement === null || document.activeElement === document.body) target.focus()
    },
  }
}
