import type { Page, Request } from '@playwright/test'

/**
 * How long nothing may change for a page to count as quiet, and after how long it counts as quiet anyway: milliseconds.
 */
const calm = 200
const longest = 5000

/** What each page is still waiting for. */
const open = new WeakMap<Page, Set<Request>>()
/** A stream never ends, and nobody waits for what monitoring says. */
const endless = /\/rpc\/live\/|\/api\/telemetry\//

/** Begins to count what a page asks for; journeys do it for every page when it opens. */
export function countRequests(page: Page): void {
  const asked = new Set<Request>()
  open.set(page, asked)
  page.on('request', request => {
    if (!endless.test(request.url())) asked.add(request)
  })
  const ended = (request: Request) => {
    asked.delete(request)
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** Waits until a page has what it asked for and nothing on it has changed for a moment. */
export async function quiet(page: Page): Promise<void> {
  const asked = open.get(page)
  if (!asked) throw new Error('Nobody counts what this page asks for.')
  const end = Date.now() + longest
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
      { still: calm, most: Math.max(calm, end - Date.now()) },
    )
  } while (asked.size > 0 && Date.now() < end)
}
