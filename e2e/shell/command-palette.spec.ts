import { recordClipboard } from '../support/clipboard.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('the palette goes to pages, environments and events, acts, and takes what is typed in it as text', async ({
  page,
}) => {
  const copied = await recordClipboard(page)
  await signIn(page, accounts.engineer, '/search?period=all')
  const event = (await page.getByRole('grid', { name: 'Events found' }).getByRole('link').first().textContent()) ?? ''
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox')

  // By its box: pages first, by any part of their name.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Search or jump to/ })
    .click()
  await field.fill('dashb')
  await expect(palette.getByRole('option').first()).toContainText('Dashboard')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()

  // The slash looks for events alone; the keys of the console are signs there like any other.
  await page.keyboard.press('/')
  await expect(palette.getByRole('radio', { name: 'Events' })).toBeChecked()
  await page.keyboard.type('g d ?')
  await expect(field).toHaveValue('g d ?')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  // A pasted id, with what came along when it was copied.
  await page.keyboard.press('Control+k')
  await field.fill(`"${event}",`)
  await palette
    .getByRole('option', { name: new RegExp(event) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/search/purchase/[0-9a-f-]+/${event}`))

  // An id that nothing has: said so, and no line of an answer 404 in the browser.
  await page.keyboard.press('Control+k')
  const asked = page.waitForResponse(answer => answer.url().endsWith('/events/find'))
  await field.fill('0198c3ae-0000-7000-8000-0123456789ab')
  expect((await asked).status()).toBe(200)
  await expect(palette.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Visited lately, and other environments.
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /Dashboard/ })).toBeVisible()
  await field.fill('harbor us')
  await palette.getByRole('option', { name: /US/ }).first().click()
  await expect(page.getByRole('button', { name: /^Environment: .*US/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('copy environment')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^ID of .* copied\.$/)).toBeVisible()
  expect(await copied()).toMatch(/^[0-9a-f-]{36}$/)

  // A page of choices inside the palette.
  await page.keyboard.press('Control+k')
  await field.fill('theme')
  await page.keyboard.press('Enter')
  await palette.getByRole('option', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
