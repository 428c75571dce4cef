import type { Page } from '@playwright/test'
import { accounts, harbor, meridian } from '../support/demo.ts'
import { chooseAccount, expect, heading, navigateInPage, signInAtProvider, test } from '../support/journey.ts'
import { lostSessionErrors, readRecoveryKeys, tokenEndpoint } from '../support/lost-session.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const account = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name: typeof name === 'string' ? `Account of ${name}` : name })
/** Records redirects to the provider's sign-in, hidden frames not counted. */
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

test('[spec 4.11] [spec 4.13] [spec 7.3] [spec 9.5] a visit signs in once, also in a second organisation, and signing out ends it in every tab', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow()
  const redirects = countRedirects(page)
  const origin = new URL(baseURL ?? '').origin

  await test.step('no account: one redirect, whose way back is handled; the tokens are in local storage', async () => {
    await signInAtProvider(page, accounts.engineer, '/search?period=90d')
    await expect(heading(page, 'Search')).toBeVisible()
    expect(new URL(page.url()).search).toContain('period=90d')
    // First for all organisations, from there to one.
    expect(redirects.filter(url => url.includes('redirect_uri='))).not.toHaveLength(0)
    const asked = new URL(redirects[0] ?? '')
    expect(asked.searchParams.get('redirect_uri')).toBe(`${origin}/api/auth`)
    const keys = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
    expect(keys[0]?.some(key => /^msal\..*accesstoken/.test(key))).toBe(true)
    expect(keys[1]?.some(key => /accesstoken/.test(key))).toBe(false)
  })
  await test.step('a matching account: no redirect', async () => {
    redirects.length = 0
    await page.reload()
    await expect(account(page, 'Dario Venn')).toBeVisible()
    await page.goto(`/?tenant=${harbor.id}`)
    await expect(account(page, 'Dario Venn')).toBeVisible()
    expect(redirects).toEqual([])
    expect(
      await page.evaluate(() => [
        sessionStorage.getItem('assay/tenant-name'),
        localStorage.getItem('assay/last-tenant'),
      ]),
    ).toEqual([harbor.name, JSON.stringify({ id: harbor.id, name: harbor.name })])
  })
  await test.step('a corrupted local storage costs a sign-in at most', async () => {
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage])
        for (const key of Object.keys(storage)) storage.setItem(key, '{"broken":')
    })
    await page.reload()
    const form = page.getByRole('form')
    await expect(
      account(page, /^Account of /)
        .or(form)
        .first(),
    ).toBeVisible()
    if (await form.isVisible()) await chooseAccount(page, accounts.engineer)
    await expect(account(page, 'Dario Venn')).toBeVisible()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })
  await test.step('signing out goes to the provider of the tenant, with a way back, and leaves language and last tenant only', async () => {
    const other = await context.newPage()
    await other.goto('/')
    await expect(account(other, 'Dario Venn')).toBeVisible()
    // A pending call would be its next one.
    await waitForNetworkIdle(other)
    await page.bringToFront()
    await page.evaluate(() => localStorage.setItem('DFP/Market', 'en-US'))
    const [request] = await Promise.all([
      page.waitForRequest(call => call.url().includes('/v2.0/logout')),
      account(page, /^Account of /)
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Sign out' }).click()),
    ])
    const asked = new URL(request.url())
    expect(asked.pathname).toContain(harbor.id)
    expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/signed-out`)
    await expect(heading(page, 'You are signed out')).toBeVisible()
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage)
          .filter(key => /^(assay|DFP)/i.test(key))
          .sort(),
      ),
    ).toEqual(['DFP/Market', 'assay/last-tenant'])
    const { origins } = await context.storageState()
    expect(JSON.stringify(origins)).not.toMatch(/accesstoken|idtoken|refreshtoken/i)
    // The other tab shows the sign-out at its next call, which it may already be sending.
    await navigateInPage(other, '/search').catch(() => undefined)
    await expect(heading(other, 'You are signed out')).toBeVisible()
    await other.close()
    // The provider's session ended, too: the sign-in page is shown again.
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  })
  await test.step('a tenant that is kept from another installation at this address is left for those of this one', async () => {
    await page.evaluate(() =>
      localStorage.setItem('assay/last-tenant', '{"id":"11110000-0000-4000-8000-000000000001","name":"Gone"}'),
    )
    await page.goto('/search?period=90d')
    await chooseAccount(page, accounts.engineer)
    await expect(account(page, 'Dario Venn')).toBeVisible()
    expect(page.url()).not.toContain('tenant=')
    await page.reload()
    await expect(account(page, 'Dario Venn')).toBeVisible()
  })
  await test.step('an account of another tenant with a named tenant: one redirect, and both stay signed in', async () => {
    redirects.length = 0
    await page.goto(`/?tenant=${meridian.id}`)
    await expect(heading(page, 'Sign in to Assay')).toBeVisible()
    expect(redirects).toHaveLength(1)
    expect(redirects[0]).toContain(meridian.id)
    await chooseAccount(page, accounts.meridianAdmin)
    await expect(page.getByRole('button', { name: 'Environment: Meridian' })).toBeVisible()
    // Back without a new sign-in: the menu offers both.
    redirects.length = 0
    await account(page, /^Account of /).click()
    await page.getByRole('menuitem', { name: 'Switch organization' }).press('Enter')
    await page.getByRole('menuitemradio', { name: harbor.name }).press('Enter')
    await expect(account(page, 'Dario Venn')).toBeVisible()
    expect(redirects).toEqual([])
  })
})

test('two tabs as different people: neither becomes the other, and a session that can no longer be renewed asks for its own person', async ({
  page,
  context,
  guard,
}) => {
  test.slow()
  guard.allowConsoleError(lostSessionErrors)
  await signInAtProvider(page, accounts.engineer, '/fraud/accountlogin/rules')
  const other = await context.newPage()
  await test.step('the other tab becomes somebody else; this one stays who it is, and so do its tokens', async () => {
    await other.goto('/')
    await account(other, /^Account of /).click()
    await other.getByRole('menuitem', { name: 'Switch organization' }).click()
    await chooseAccount(other, accounts.analyst)
    await expect(account(other, 'Ana Lindqvist')).toBeVisible()
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
  })
  await test.step('its own person is asked for, though the provider knows the other one, and what was typed is there', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Half a na')
    // The provider still has a session: that of the other tab.
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
})
