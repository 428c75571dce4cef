import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus into a panel that was opened by a command, and back when it closes: with the keyboard, the panel is
 * otherwise behind everything else on the page. Where something else has taken the focus meanwhile, it stays there.
 * @returns the ref of the panel, which needs `tabIndex={-1}`
 */
export function usePanelFocus<Panel extends HTMLElement>(): RefObject<Panel | null> {
  const panel = useRef<Panel>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
        opener.focus()
    }
  }, [])
  return panel
}
