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
  // The token cache needs its place; what the console keeps itself is refused.
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
  // A fresh arrival opens the start page, in the looks and with the times that were chosen.
  await expect(heading(second, 'Search')).toBeVisible()
  await expect(html(second)).toHaveAttribute('data-theme', 'dark')
  await expect(html(second)).toHaveAttribute('data-density', 'compact')
  await expect(second.getByText('Asia/Tokyo')).toBeVisible()
  // Whoever asks for the dashboard gets it, and keeps it over a reload.
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

test('the shortcuts of a page are listed, and single keys can be switched off while chords go on', async ({ page }) => {
  await signIn(page, accounts.engineer, '/data/functions')
  await expect(heading(page, 'Functions')).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search functions and properties' })
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await test.step('the slash goes to the search box of a page', async () => {
    await expect(box).not.toBeFocused()
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    // In the box it is a sign like any other, and finding events by it is left to pages that have no box.
    await page.keyboard.type('a/b')
    await expect(box).toHaveValue('a/b')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await heading(page, 'Functions').focus()
    await page.keyboard.press('?')
    await expect(
      list.getByRole('table', { name: 'This page' }).getByRole('row', { name: /Go to the search box/ }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('two keys go to another page, which lists its own', async () => {
    await heading(page, 'Functions').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(heading(page, 'Search')).toBeFocused()
    await page.keyboard.press('?')
    await expect(list.getByRole('table', { name: 'Everywhere' })).toBeVisible()
    await expect(list.getByRole('table', { name: 'Search' })).toBeVisible()
  })

  await test.step('single keys are off everywhere, and a chord is not', async () => {
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await heading(page, 'Search').focus()
    for (const key of ['g', 'd', '?', '/']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Find a field or a value' })).toHaveCount(0)
    await expect(heading(page, 'Search')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  })
})
