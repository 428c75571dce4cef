import { useRef } from 'react'
import { focusPageTitle } from './focus-page-title.ts'

/** Openers of the layers that have not returned the focus yet, the newest last. */
const openers = new Set<Element>()
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body
/** A menu item is removed with its menu, so the button of the menu replaces it as the opener. */
function findOpener(focused: Element | null): Element | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = buttonId ? document.getElementById(buttonId) : null
  return button ? findOpener(button) : focused
}
/** Modal layers trap the focus. */
const modal =
  '[role="dialog"][data-state="open"]:not([data-slot="tour"], [data-slot="popover"]), [role="alertdialog"][data-state="open"]'

/**
 * Returns the focus to the element that had it when a modal layer opened, or to the button of its menu. The primitive
 * returns it to its own trigger only; most layers here are opened by state. An intended move of the focus in the
 * meantime (a new page) is respected. Where the opener was removed or disabled by an action in the layer, the title of
 * the page gets the focus: it is never lost.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    captureFocus: () => {
      // A layer that replaces another finds no focused element: the opener of that one is also its opener.
      opener.current = isFocusLost() ? ([...openers].at(-1) ?? null) : findOpener(document.activeElement)
      if (opener.current) openers.add(opener.current)
    },
    restoreFocus: (event: Event) => {
      const target = opener.current
      if (target) openers.delete(target)
      if (!(target instanceof HTMLElement) || target === document.body) return
      event.preventDefault()
      if (isFocusLost() && target.isConnected) target.focus()
      if (isFocusLost() && document.querySelector(modal) === null) focusPageTitle()
    },
  }
}
