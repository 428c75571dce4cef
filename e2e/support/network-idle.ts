import type { Page, Request } from '@playwright/test'

/**
 * Period without changes after which a page counts as idle, and the time after which it counts as idle in any case:
 * milliseconds.
 */
const idlePeriod = 200
const idleTimeout = 5000

/** Pending requests of each page. */
const pendingRequests = new WeakMap<Page, Set<Request>>()
/** A stream never ends, and nothing depends on telemetry. */
const streamingRequests = /\/rpc\/live\/|\/api\/telemetry\//

/** Starts counting the requests of a page; journeys do so for every page when it opens. */
export function trackRequests(page: Page): void {
  const asked = new Set<Request>()
  pendingRequests.set(page, asked)
  page.on('request', request => {
    if (!streamingRequests.test(request.url())) asked.add(request)
  })
  const ended = (request: Request) => {
    asked.delete(request)
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** Waits until a page has no pending requests and nothing on it has changed for a moment. */
export async function waitForNetworkIdle(page: Page): Promise<void> {
  const asked = pendingRequests.get(page)
  if (!asked) throw new Error('Nobody counts what this page asks for.')
  const end = Date.now() + idleTimeout
  do {
    await page.evaluate(
      ({ still, most }) =>
        new Promise<void>(resolve => {
          const finish = () => {
            observer.disconnect()
            clearTimeout(last)
            resolve()
          }
          let timer = setTimeout(finish, still)
          const last = setTimeout(finish, most)
          const observer = new MutationObserver(() => {
            clearTimeout(timer)
            timer = setTimeout(finish, still)
          })
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        }),
      { still: idlePeriod, most: Math.max(idlePeriod, end - Date.now()) },
    )
  } while (asked.size > 0 && Date.now() < end)
}
