import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

async function openPreferences(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
}
const html = (page: Page) => page.locator('html')

test('what a person chooses waits for them in another browser, also in one that keeps nothing', async ({
  page,
  browser,
  guard,
}) => {
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
  guard.watch(other)
  // The token cache needs storage; the console's own entries are refused.
  await other.addInitScript(() => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key: string, value: string) {
      if (/^(assay\.|assay\/(preferences|recent-pages|environment)|DFP)/.test(key))
        throw new DOMException('blocked', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  const second = await other.newPage()
  await signIn(second, accounts.engineer)
  // A new visit opens the start page, with the chosen appearance and time format.
  await expect(heading(second, 'Search')).toBeVisible()
  await expect(html(second)).toHaveAttribute('data-theme', 'dark')
  await expect(html(second)).toHaveAttribute('data-density', 'compact')
  await expect(second.getByText('Asia/Tokyo')).toBeVisible()
  // An explicit visit to the dashboard opens it, also after a reload.
  await second.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(second, 'Dashboard')).toBeVisible()
  await openPreferences(second)
  await second.getByRole('dialog').getByRole('radio', { name: 'Light' }).click()
  await expect(html(second)).toHaveAttribute('data-theme', 'light')
  await expect(second.getByRole('dialog').getByText('Saved', { exact: true })).toBeVisible()
  await second.reload()
  await expect(heading(second, 'Dashboard')).toBeVisible()
  await expect(html(second)).toHaveAttribute('data-theme', 'light')
  await expect(html(second)).toHaveAttribute('data-density', 'compact')
  await other.close()
})
