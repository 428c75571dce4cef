import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** Others see a change of notes within this time: the product's limit in milliseconds. */
const liveTimeout = 2_000

const receipt = Buffer.from('%PDF-1.7\n%%EOF\n')
const notesOf = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true })

test('a mention in a note leads a colleague to the event, who answers; both see what the other does', async ({
  page,
  browser,
  guard,
  request,
}) => {
  test.setTimeout(120_000)
  const customer = createCustomer()
  const shop = await Shop.open(request)
  const order = `order-${customer.tag}`
  await shop.buy(createPurchase(customer, order))
  const address = `/search/purchase/${environments.harbor}/${order}`

  await signIn(page, accounts.engineer, address)
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  guard.watch(elsewhere)
  const colleague = await elsewhere.newPage()
  await signIn(colleague, accounts.analyst)
  await page.bringToFront()

  await test.step('the engineer writes, names a colleague from the list, and publishes by key', async () => {
    await expect(heading(page, order)).toBeVisible()
    await expect(notesOf(page).getByText('No notes yet')).toBeVisible()
    await page.keyboard.press('n')
    const field = notesOf(page).getByRole('textbox', { name: 'New note' })
    await expect(field).toBeFocused()
    await page.keyboard.type('see @Ana')
    await expect(page.getByRole('option', { name: /Ana Lindqvist/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('https://example.org <b>now</b>')
    await expect(field).toHaveValue('see @Ana Lindqvist https://example.org <b>now</b>')
    await notesOf(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: receipt })
    await expect(notesOf(page).getByRole('button', { name: 'Remove receipt.pdf' })).toBeVisible()
    await expect(notesOf(page).getByRole('button', { name: 'Publish note' })).toBeEnabled()
    await field.press('Control+Enter')
    await expect(notesOf(page).getByRole('article')).toContainText('<b>now</b>')
    await expect(notesOf(page).getByRole('link', { name: /example\.org/ })).toHaveAttribute(
      'href',
      'https://example.org',
    )
  })

  await test.step('the colleague is told, and the notification leads to the note', async () => {
    await colleague.bringToFront()
    const bell = colleague.getByRole('banner').getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/unread/)
    await bell.click()
    const entry = colleague
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: order })
    await expect(entry).toContainText('Dario Venn')
    await entry.getByRole('link').click()
    await expect(heading(colleague, order)).toBeVisible()
    await expect(notesOf(colleague).getByRole('article')).toContainText('@Ana Lindqvist')
  })

  await test.step('the file of the note is saved, never shown', async () => {
    const saving = colleague.waitForEvent('download')
    await notesOf(colleague).getByRole('button', { name: 'Download receipt.pdf' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('receipt.pdf')
    expect(readFileSync(await saved.path())).toEqual(receipt)
  })

  await test.step('a reply appears at the other one without a reload', async () => {
    await notesOf(colleague).getByRole('button', { name: 'Reply to Dario Venn' }).click()
    await notesOf(colleague).getByRole('textbox', { name: 'Reply to Dario Venn' }).fill('The bank confirms.')
    await notesOf(colleague).getByRole('button', { name: 'Publish reply' }).click()
    await expect(notesOf(colleague).getByText('The bank confirms.')).toBeVisible()
    await expect(notesOf(page).getByText('The bank confirms.')).toBeVisible({ timeout: liveTimeout })
    await expect(page.getByRole('button', { name: /^Notes 2/ })).toBeVisible()
  })

  await test.step('only the author edits; what is deleted leaves who deleted it', async () => {
    await expect(notesOf(colleague).getByRole('button', { name: 'Actions for the note by Dario Venn' })).toHaveCount(0)
    await page.bringToFront()
    const menu = notesOf(page).getByRole('button', { name: 'Actions for the note by Dario Venn' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await notesOf(page).getByRole('textbox', { name: 'Edit note' }).fill('Never mind.')
    await notesOf(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(notesOf(colleague).getByText('Never mind.')).toBeVisible({ timeout: liveTimeout })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await expect(notesOf(page).getByText(/^Note deleted by Dario Venn/)).toBeVisible()
    await expect(notesOf(colleague).getByText(/^Note deleted by Dario Venn/)).toBeVisible({ timeout: liveTimeout })
  })

  await test.step('a draft waits in the next tab of the event and after a reload', async () => {
    await page.keyboard.press('n')
    await notesOf(page).getByRole('textbox', { name: 'New note' }).fill('Half a thought')
    await page.getByRole('link', { name: 'JSON' }).click()
    await page.getByRole('button', { name: /^Notes/ }).click()
    await expect(notesOf(page)).toBeVisible()
    await page.reload()
    await expect(notesOf(page).getByRole('textbox', { name: 'New note' })).toHaveValue('Half a thought')
    await notesOf(page).getByRole('button', { name: 'Discard draft' }).click()
    await expect(notesOf(page).getByRole('textbox')).toHaveCount(0)
  })
  await elsewhere.close()
})
