import type { Page } from '@playwright/test'
import { accounts, harbor, meridian } from '../support/demo.ts'
import { chooseAccount, expect, fastForwardUntil, heading, signInAtProvider, test } from '../support/journey.ts'
import { expireSession, lostSessionErrors, readRecoveryKeys, tokenEndpoint } from '../support/lost-session.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const account = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name: typeof name === 'string' ? `Account of ${name}` : name })
/** Ways to the provider's sign-in, hidden frames not counted. */
function countRedirects(page: Page): string[] {
  const seen: string[] = []
  page.on('request', request => {
    if (
      request.isNavigationRequest() &&
      request.frame() === page.mainFrame() &&
      /\/v2\.0\/authorize/.test(request.url())
    )
      seen.push(request.url())
  })
  return seen
}

test('[spec 4.11] [spec 4.13] no account: one redirect; its way back is handled; a matching account: none', async ({
  page,
  baseURL,
}) => {
  const redirects = countRedirects(page)
  await signInAtProvider(page, accounts.engineer, '/search?period=90d')
  await expect(heading(page, 'Search')).toBeVisible()
  expect(new URL(page.url()).search).toContain('period=90d')
  // To all organizations first, from there to one.
  expect(redirects.filter(url => url.includes('redirect_uri='))).not.toHaveLength(0)
  const asked = new URL(redirects[0] ?? '')
  expect(asked.searchParams.get('redirect_uri')).toBe(`${new URL(baseURL ?? '').origin}/api/auth`)
  redirects.length = 0
  await page.reload()
  await expect(account(page, 'Dario Venn')).toBeVisible()
  await page.goto(`/?tenant=${harbor.id}`)
  await expect(account(page, 'Dario Venn')).toBeVisible()
  expect(redirects).toEqual([])
  expect(
    await page.evaluate(() => [sessionStorage.getItem('assay/tenant-name'), localStorage.getItem('assay/last-tenant')]),
  ).toEqual([harbor.name, JSON.stringify({ id: harbor.id, name: harbor.name })])
})

test('[spec 4.13] an account of another tenant with a named tenant: one redirect, and both stay signed in', async ({
  page,
}) => {
  await signInAtProvider(page, accounts.engineer)
  const redirects = countRedirects(page)
  await page.goto(`/?tenant=${meridian.id}`)
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  expect(redirects).toHaveLength(1)
  expect(redirects[0]).toContain(meridian.id)
  await chooseAccount(page, accounts.meridianAdmin)
  await expect(page.getByRole('button', { name: 'Environment: Meridian' })).toBeVisible()
  // Back without a new sign-in: the menu offers both.
  redirects.length = 0
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Switch organization' }).press('Enter')
  await page.getByRole('menuitemradio', { name: harbor.name }).press('Enter')
  await expect(account(page, 'Dario Venn')).toBeVisible()
  expect(redirects).toEqual([])
})

test('[spec 9.5] the token cache is in local storage', async ({ page }) => {
  await signInAtProvider(page, accounts.engineer)
  const keys = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  expect(keys[0]?.some(key => /^msal\..*accesstoken/.test(key))).toBe(true)
  expect(keys[1]?.some(key => /accesstoken/.test(key))).toBe(false)
})

test('[spec 7.3] signing out goes to the provider of the tenant, with a way back, and leaves language and last tenant only', async ({
  page,
  baseURL,
}) => {
  await signInAtProvider(page, accounts.engineer)
  await page.evaluate(() => localStorage.setItem('DFP/Market', 'en-US'))
  const [request] = await Promise.all([
    page.waitForRequest(call => call.url().includes('/v2.0/logout')),
    page
      .getByRole('button', { name: /^Account of / })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Sign out' }).click()),
  ])
  const asked = new URL(request.url())
  expect(asked.pathname).toContain(harbor.id)
  expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${new URL(baseURL ?? '').origin}/signed-out`)
  await expect(heading(page, 'You are signed out')).toBeVisible()
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage)
        .filter(key => /^(assay|DFP)/i.test(key))
        .sort(),
    ),
  ).toEqual(['DFP/Market', 'assay/last-tenant'])
})

test('two tabs as different people: neither becomes the other', async ({ page, context }) => {
  await signInAtProvider(page, accounts.engineer)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account of / }).click()
  await other.getByRole('menuitem', { name: 'Switch organization' }).click()
  await chooseAccount(other, accounts.analyst)
  await expect(account(other, 'Ana Lindqvist')).toBeVisible()
  // The first tab is still the engineer, also after a reload, and so are its tokens.
  const [request] = await Promise.all([
    page.waitForRequest(call => call.url().includes('/rpc/session/get')),
    page.reload(),
  ])
  const token = (request.headers()['authorization'] ?? '').replace('Bearer ', '')
  recordSensitiveValues(token)
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    preferred_username: accounts.engineer,
  })
  await expect(account(page, 'Dario Venn')).toBeVisible()
  await other.reload()
  await expect(account(other, 'Ana Lindqvist')).toBeVisible()
})

test('a session that can no longer be renewed while another tab is somebody else: its own person is asked for, and what was typed is there', async ({
  page,
  context,
  guard,
}) => {
  guard.allowConsoleError(lostSessionErrors)
  await signInAtProvider(page, accounts.engineer, '/fraud/accountlogin/rules')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half a na')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account of / }).click()
  await other.getByRole('menuitem', { name: 'Switch organization' }).click()
  await chooseAccount(other, accounts.analyst)
  await expect(account(other, 'Ana Lindqvist')).toBeVisible()
  // The provider still has a session: the one of the other tab.
  await page.route(tokenEndpoint, route =>
    route.request().postData()?.includes('grant_type=refresh_token')
      ? route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'expired' } })
      : route.fallback(),
  )
  await page.route('**/api/console/rpc/**', route =>
    route.fulfill({
      status: 401,
      json: { json: { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'x' }, meta: [] },
    }),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  await page.unrouteAll()
  await chooseAccount(page, accounts.engineer)
  await expect(name).toHaveValue('Half a na')
  expect(await readRecoveryKeys(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(account(page, 'Dario Venn')).toBeVisible()
  await other.reload()
  await expect(account(other, 'Ana Lindqvist')).toBeVisible()
})

test('signed out in another tab: this one says so at its next call', async ({ page, context }) => {
  await signInAtProvider(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account of / }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(other, 'You are signed out')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'You are signed out')).toBeVisible()
})

test('[spec 8.1] a token that only a person can renew leads to the sign-in, and what was typed is there afterwards', async ({
  page,
  guard,
}) => {
  await signInAtProvider(page, accounts.engineer, '/data/rules/purchaserules')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^New rule/ })
    .click()
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await description.fill('Typed before the session ended')
  guard.allowConsoleError(lostSessionErrors)
  await expireSession(page)
  await dialog.getByRole('button', { name: 'Publish rule' }).click()
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  await page.unrouteAll()
  await chooseAccount(page, accounts.engineer)
  await expect(description).toHaveValue('Typed before the session ended')
  expect(await readRecoveryKeys(page)).toEqual([])
  // Nothing is left for the journeys that follow.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded.', { exact: true })).toBeVisible()
})

test('tokens that the service never takes lead to a page that says so, and not round in circles', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 401/)
  const asked = countRedirects(page)
  await page.goto('/')
  await expect(page.getByRole('form')).toBeVisible()
  // As with a provider whose audience is not set up here: it knows the person, and the service knows none of its
  // tokens.
  await page.route(tokenEndpoint, async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { access_token?: string }
    return route.fulfill({
      response: answer,
      json: { ...body, access_token: `${body.access_token?.slice(0, -20) ?? ''}${'A'.repeat(20)}` },
    })
  })
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, 'Sign-in keeps asking again')).toBeVisible({ timeout: 30_000 })
  const before = asked.length
  // Each way asks all organisations first, and then one.
  expect(before).toBeLessThanOrEqual(8)
  await waitForNetworkIdle(page)
  expect(asked.length).toBe(before)
  await page.unroute(tokenEndpoint)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(account(page, 'Dario Venn')).toBeVisible()
})

test('a failure whose own page cannot be fetched ends on the page of a failed start, which can be reloaded', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 400|ERR_FAILED|Failed to load resource|dynamically imported module/)
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('form')).toBeVisible()
  await page.route(tokenEndpoint, route =>
    route.fulfill({ status: 400, json: { error: 'server_error', error_description: 'no' } }),
  )
  await page.route(/\/dist\/sign-in-error-page-/, route => route.abort())
  const reported: string[] = []
  page.on('request', call => {
    if (call.url().includes('/api/telemetry/')) reported.push(call.postData() ?? '')
  })
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, 'The console could not start')).toBeVisible()
  const shown = /correlation id: ([\da-f-]{36})/.exec((await page.locator('pre').textContent()) ?? '')?.[1] ?? 'none'
  const report = () => reported.find(body => body.includes('activityId')) ?? ''
  await fastForwardUntil(page, async () => expect(report()).not.toBe(''))
  expect(report()).toContain(shown)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(account(page, 'Dario Venn').or(page.getByRole('form')).first()).toBeVisible()
})

test('[spec 8.2] another token error is told with its code, and can be tried again', async ({ page, guard }) => {
  guard.allowConsoleError(/status of 50\d|status of 400/)
  await page.goto('/')
  await expect(page.getByRole('form')).toBeVisible()
  await page.route(tokenEndpoint, route =>
    route.fulfill({ status: 400, json: { error: 'server_error', error_description: 'no' } }),
  )
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, 'Sign-in did not work')).toBeVisible()
  await expect(page.getByText('server_error')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use another account' })).toBeVisible()
  await page.unroute(tokenEndpoint)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(account(page, 'Dario Venn')).toBeVisible()
})
