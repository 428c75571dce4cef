/**
 * From now on a link that is pointed at or focused has its page fetched: the visit then does not wait for it.
 * @param prefetch fetches the code of the page at an address of ours; nothing for addresses without a page
 */
export function watchLinks(prefetch: (pathname: string) => Promise<unknown>): void {
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    // A failure shows when the page is really visited.
    if (link instanceof HTMLAnchorElement && link.origin === location.origin)
      void prefetch(link.pathname).catch(() => undefined)
  }
  for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, look, { passive: true })
}
