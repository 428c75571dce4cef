import { matchRoutes, type RouteObject } from 'react-router-dom'

/** What a route may carry to have its code fetched before it is visited. */
interface Handle {
  prefetch?: () => Promise<unknown>
}

/** Fetches the code of the page at an address of ours; nothing for other addresses. */
function prefetchAddress(routes: RouteObject[], href: string, origin: string, basename: string): void {
  const url = new URL(href, origin)
  if (url.origin !== origin) return
  for (const { route } of matchRoutes(routes, url.pathname, basename || '/') ?? []) {
    // A failure shows when the page is really visited.
    void (route.handle as Handle | undefined)?.prefetch?.().catch(() => undefined)
  }
}

/** From now on a link that is pointed at or focused has its page fetched: the visit then does not wait for it. */
export function watchLinks(routes: RouteObject[], basename: string): void {
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement) prefetchAddress(routes, link.href, location.origin, basename)
  }
  for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, look, { passive: true })
}
