import type { Page } from '@playwright/test'
import { loadCatalogue } from '../support/catalogue.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { endOwnReviews } from './case-calls.ts'

const text = loadCatalogue('ar-AE')
const nameOf = (id: string): string => {
  const message = text[id]
  if (message === undefined) throw new Error(`There is no Arabic message ${id}.`)
  return message
}

/** Presses a key as a keyboard with the Arabic layout reports it: its own sign, and the place of the key. */
async function pressArabic(page: Page, key: string, code: string, shift = false): Promise<void> {
  const client = await page.context().newCDPSession(page)
  // Bit 8 of the protocol is Shift.
  const modifiers = shift ? 8 : 0
  await client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key, modifiers })
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers })
  await client.detach()
}

test('an analyst decides a case in Arabic, with the keys of an Arabic keyboard', async ({ page }) => {
  await signIn(page, accounts.analyst, `/?env=${environments.harborEu}`)
  await endOwnReviews(page)
  await page.evaluate(() => localStorage.setItem('DFP/Market', 'ar-AE'))
  await page.goto(`/casemanagement/queues?env=${environments.harborEu}&show=all&layout=tiles`)
  await expect(heading(page, nameOf('Queues.Title'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const tile = page.getByRole('article', { name: 'General' })
  await focusByKeyboard(page, tile.getByRole('link', { name: nameOf('Queues.ViewCases') }), 'Tab', 80)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'General')).toBeVisible()

  await pressArabic(page, 'س', 'KeyS')
  await expect(page.getByRole('timer')).toBeVisible()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await pressArabic(page, '١', 'Digit1')
  await expect(page.getByRole('dialog').getByRole('button', { name: nameOf('Review.Case.Submit') })).toBeFocused()
  // Another reason by its digit, which the dialog reads itself.
  await pressArabic(page, '٢', 'Digit2')
  await expect(page.getByRole('dialog').getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
  // Taken back by Shift and the key of the letter U.
  await expect(page.getByRole('button', { name: nameOf('Common.Undo') })).toBeVisible()
  await pressArabic(page, '‘', 'KeyU', true)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('timer')).toBeVisible()
})
