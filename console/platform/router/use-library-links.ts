import type { MouseEvent } from 'react'
import { useHref, useNavigate } from 'react-router-dom'

/**
 * The component library draws plain links: it has no router. This click handler around it follows those of our own
 * origin without reloading the page, and leaves new tabs, downloads and other sites to the browser.
 */
export function useLibraryLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  return event => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (
      !(link instanceof HTMLAnchorElement) ||
      link.target ||
      link.hasAttribute('download') ||
      link.origin !== location.origin
    )
      return
    event.preventDefault()
    const path = link.pathname.startsWith(`${base}/`) ? link.pathname.slice(base.length) : link.pathname
    void navigate(path + link.search + link.hash)
  }
}
