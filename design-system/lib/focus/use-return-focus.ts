import { useRef } from 'react'
import { focusPageTitle } from './focus-page-title.ts'

/** What opened the layers that have not given the focus back yet, the newest last. */
const openers = new Set<Element>()
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body
/** An item is removed with its menu, so the button of the menu replaces it as the opener. */
function findOpener(focused: Element | null): Element | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = buttonId ? document.getElementById(buttonId) : null
  return button ? findOpener(button) : focused
}
/** Modal layers keep the focus in themselves. */
const modal =
  '[role="dialog"][data-state="open"]:not([data-slot="tour"], [data-slot="popover"]), [role="alertdialog"][data-state="open"]'

/**
 * Gives the focus back to what had it when a modal layer opened, or to the button of its menu. The primitive knows only
 * its own trigger; most layers here are opened by state. What moved the focus on purpose meanwhile (a new page) keeps it.
 * Where the opener is gone or shut, because of what was done in the layer, the title of the page takes the focus: it
 * never falls to nothing.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    captureFocus: () => {
      // A layer in the place of another finds the focus nowhere: what opened that one opened this one, too.
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
