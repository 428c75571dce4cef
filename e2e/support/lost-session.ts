import type { Page } from '@playwright/test'
import { chooseAccount, expect, heading } from './journey.ts'
import { quiet } from './quiet.ts'

/** Where the identity library asks for tokens. */
export const tokenCalls = /\/token(\?|$)/

/**
 * What the browser writes down while a session is lost; the last is its opinion of the hidden frame in which the
 * identity library tries first.
 */
export const lostSessionComplaints = /status of 40[01]|iframe which has both allow-scripts/

/** The service refuses the token at hand, and the provider knows nobody any more. */
export async function loseSession(page: Page): Promise<void> {
  // A call that is still on its way would be refused too, and the page gone before the one that the journey means.
  await quiet(page)
  await page.context().clearCookies()
  await page.route(tokenCalls, route =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'expired' } }),
  )
  await page.route('**/api/console/rpc/**', route =>
    route.fulfill({
      status: 401,
      json: { json: { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'x' }, meta: [] },
    }),
  )
}

/** The session ends at this call, and somebody comes back by the sign-in page. */
export async function endSession(page: Page, account: string, call: () => Promise<void>): Promise<void> {
  await loseSession(page)
  await call()
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  await page.unrouteAll()
  await chooseAccount(page, account)
}

/** Under which names something typed is still kept in the tab. */
export const keptDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('assay/drafts/')))
