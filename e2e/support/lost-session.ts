import type { Page } from '@playwright/test'
import { chooseAccount, expect, heading } from './journey.ts'
import { waitForNetworkIdle } from './network-idle.ts'

/** The endpoint from which the identity library requests tokens. */
export const tokenEndpoint = /\/token(\?|$)/

/**
 * Console errors of the browser while a session is lost; the last is about the hidden frame in which the identity
 * library tries first.
 */
export const lostSessionErrors = /status of 40[01]|iframe which has both allow-scripts/

/** The service refuses the current token, and the provider has no session any more. */
async function expireSession(page: Page): Promise<void> {
  // A pending call would be refused, too, and leave the page before the call that the journey means.
  await waitForNetworkIdle(page)
  await page.context().clearCookies()
  await page.route(tokenEndpoint, route =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'expired' } }),
  )
  await page.route('**/api/console/rpc/**', route =>
    route.fulfill({
      status: 401,
      json: { json: { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'x' }, meta: [] },
    }),
  )
}

/** The session ends at this call, and the user returns through the sign-in page. */
export async function expireSessionAndSignIn(page: Page, account: string, call: () => Promise<void>): Promise<void> {
  await expireSession(page)
  await call()
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  await page.unrouteAll()
  await chooseAccount(page, account)
}

/** Names under which input is still stored in the tab. */
export const readRecoveryKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('assay/drafts/')))
