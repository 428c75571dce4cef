/** Fetches the code of the page at an address of ours; nothing for addresses without a page. */
type Prefetch = (pathname: string) => Promise<unknown>

let fetchPage: Prefetch = () => Promise.resolve()
let basePath = ''

// A failure shows when the page is really visited.
const fetchSilently = (pathname: string): void => void fetchPage(pathname).catch(() => undefined)

/**
 * Fetches the code of a page that is likely to be visited from this one.
 * @param path the page in the console, without what all its addresses begin with
 */
export const prefetchPage = (path: string): void => fetchSilently(`${basePath}${path}`)

/**
 * From now on a link that is pointed at or focused has its page fetched: the visit then does not wait for it.
 * @param prefetch fetches the code of the page, for all that fetch pages ahead
 * @param base what every address of the console begins with, without a final slash
 */
export function watchLinks(prefetch: Prefetch, base: string): void {
  fetchPage = prefetch
  basePath = base
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) fetchSilently(link.pathname)
  }
  for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, look, { passive: true })
}
