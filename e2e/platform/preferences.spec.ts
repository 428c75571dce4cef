import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

async function openPreferences(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
}
const html = (page: Page) => page.locator('html')

test('what a person chooses waits for them in another browser', async ({ page, browser }) => {
  await signIn(page, accounts.engineer)
  await openPreferences(page)
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  await dialog.getByRole('radio', { name: 'Dark' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Compact' }).click()
  await dialog.getByRole('radio', { name: 'More' }).click()
  await expect(html(page)).toHaveAttribute('data-contrast', 'more')
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
  await dialog.getByRole('combobox', { name: 'Start page' }).click()
  const stored = page.waitForResponse(
    answer =>
      answer.url().includes('/preferences/update') &&
      answer.ok() &&
      answer.request().postData()?.includes('startPage') === true,
  )
  await page.getByRole('option', { name: 'Search' }).click()
  await stored
  await page.keyboard.press('Escape')

  const other = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    locale: 'en-US',
    timezoneId: 'Europe/Copenhagen',
  })
  const second = await other.newPage()
  await signIn(second, accounts.engineer)
  // A fresh arrival opens the start page, in the looks and with the times that were chosen.
  await expect(heading(second, 'Search')).toBeVisible()
  await expect(html(second)).toHaveAttribute('data-theme', 'dark')
  await expect(html(second)).toHaveAttribute('data-density', 'compact')
  await expect(second.getByText('Asia/Tokyo')).toBeVisible()
  // Whoever asks for the dashboard gets it, and keeps it over a reload.
  await second.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(second, 'Dashboard')).toBeVisible()
  await second.reload()
  await expect(heading(second, 'Dashboard')).toBeVisible()
  await other.close()
})

test('the language that was chosen is spoken unless the address asks for another that there is', async ({ page }) => {
  await signIn(page, accounts.engineer)
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const { version } = (await (await page.request.get('/api/console/v1/preferences', { headers })).json()) as {
    version: number
  }
  expect(
    (
      await page.request.patch('/api/console/v1/preferences', {
        headers,
        data: { baseVersion: version, changes: { language: 'de-DE' } },
      })
    ).status(),
  ).toBe(200)
  for (const [asked, spoken] of [
    ['?mkt=da-DK', 'de-DE'],
    ['?mkt=', 'de-DE'],
    ['?mkt=nl-BE', 'nl-NL'],
  ] as const) {
    await page.evaluate(() => {
      for (const key of ['DFP/Market', 'assay/preferences']) localStorage.removeItem(key)
    })
    const known = page.waitForResponse(answer => answer.url().includes('/preferences/get') && answer.ok())
    await page.goto(`/${asked}`)
    await known
    await expect(html(page)).toHaveAttribute('lang', spoken)
    await waitForNetworkIdle(page)
    await expect(html(page)).toHaveAttribute('lang', spoken)
  }
})

test('a choice that cannot be saved is taken back and can be tried again', async ({ page, guard }) => {
  guard.allowConsoleError(/503|Failed to load resource/)
  await signIn(page, accounts.engineer)
  await openPreferences(page)
  await page.route('**/preferences/update', route => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByRole('dialog').getByText('Your choice could not be saved. It is as before.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await page.unroute('**/preferences/update')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
})

test('single-key shortcuts can be switched off, and chords go on', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(heading(page, 'Search')).toBeFocused()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('table', { name: 'Everywhere' })).toBeVisible()
  await expect(list.getByRole('table', { name: 'Search' })).toBeVisible()
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page, 'Search')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
})

test('the key that goes to the search box of a page is listed, and is off with the other single keys', async ({
  page,
}) => {
  await signIn(page, accounts.engineer, '/data/functions')
  await expect(heading(page, 'Functions')).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search functions and properties' })
  await expect(box).not.toBeFocused()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  // In the box it is a sign like any other, and finding events by it is left to pages that have no box.
  await page.keyboard.type('a/b')
  await expect(box).toHaveValue('a/b')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await heading(page, 'Functions').focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(
    list.getByRole('table', { name: 'This page' }).getByRole('row', { name: /Go to the search box/ }),
  ).toBeVisible()
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await heading(page, 'Functions').focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(box).not.toBeFocused()
})

test('everything works where the browser keeps nothing', async ({ page }) => {
  await signIn(page, accounts.engineer)
  // The token cache needs its place; what the console keeps itself is refused.
  await page.addInitScript(() => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key: string, value: string) {
      if (/^(assay\.|assay\/(preferences|recent-pages|environment)|DFP)/.test(key))
        throw new DOMException('blocked', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  await page.evaluate(() => localStorage.removeItem('assay/preferences'))
  await page.reload()
  await openPreferences(page)
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('dialog').getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
})

test('what is chosen last before a page is left is saved by the next one', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await openPreferences(page)
  // Still on its way when the page goes: the browser ends it.
  await page.route('**/rpc/preferences/update', () => undefined, { times: 1 })
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  const stored = page.waitForResponse(answer => answer.url().includes('/preferences/update') && answer.ok())
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await stored
})
