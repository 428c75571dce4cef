import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false
/** While something is printed in place of the page, the page and its charts are not. */
const isPagePrinted = () => document.documentElement.dataset['printing'] === undefined

let readers = 0

function subscribe(listener: () => void): () => void {
  readers++
  const begin = () => {
    if (!isPagePrinted()) return
    printing = true
    // The browser lays out the paper as soon as this returns.
    flushSync(listener)
  }
  const end = () => {
    printing = false
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    readers--
    // Nobody is left to hear the end of it.
    if (readers === 0) printing = false
  }
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}
