import type { Browser, BrowserContext } from '@playwright/test'

/**
 * What a browser keeps for an origin. Its HTTP cache is not among it: a page whose files are there needs a third of the
 * processor time of one that is fetched and compiled anew.
 */
const originStorage = 'cookies,local_storage,indexeddb,file_systems,service_workers,cache_storage'

let shared: BrowserContext | undefined
/** A clock that was installed stays in its context: no journey after it may get that one. */
let hasOwnClock = false

/**
 * The browser context that the journeys of a worker use one after the other, with the options of the configuration. It
 * is empty but for the HTTP cache; give it back to `clearContext`.
 */
export async function sharedContext(browser: Browser): Promise<BrowserContext> {
  if (shared && !hasOwnClock) return shared
  await shared?.close()
  const context = await browser.newContext()
  const install = context.clock.install.bind(context.clock)
  context.clock.install = options => {
    hasOwnClock = true
    return install(options)
  }
  hasOwnClock = false
  shared = context
  return context
}

/** Closes the pages of a journey and removes what they left behind, so that the next one meets an unused browser. */
export async function clearContext(context: BrowserContext, origin: string): Promise<void> {
  if (hasOwnClock) return
  const cleaner = await context.newPage()
  await Promise.all(context.pages().map(page => (page === cleaner ? undefined : page.close())))
  const session = await context.newCDPSession(cleaner)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: originStorage })
  await context.clearCookies()
  await context.clearPermissions()
  await context.unrouteAll()
  await context.setOffline(false)
  await cleaner.close()
}
