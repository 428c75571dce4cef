import type { Page } from '@playwright/test'

/** Records what the page copies: reading the clipboard is forbidden to it. Call it before the page is opened. */
export async function recordClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-write'])
  await page.addInitScript(() => {
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = async text => {
      await write(text)
      document.documentElement.dataset['copied'] = text
    }
  })
  return () => page.evaluate(() => document.documentElement.dataset['copied'] ?? '')
}
