import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('an engineer translates rules of another product with the keyboard, and opens the draft of one', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await page.getByRole('button', { name: 'Translate rules' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Translate rules' })
  await expect(dialog.getByRole('textbox', { name: 'Rules' })).toBeFocused()
  await page.keyboard.insertText(
    "Block if :amount_in_usd: > 900000\nReview if :card_country: = 'DE' and :amount_in_usd: > 800000\nBlock if :is_my_login_ip:",
  )
  await dialog.getByRole('button', { name: 'Translate', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Left out', { exact: true })).toBeVisible()
  await expect(dialog.getByText('WHEN @"calculatedFeatures.totalAmountInUSD" > 900000')).toBeVisible()

  const second = dialog.getByRole('checkbox', { name: /^Draft Radar 2 Review/ })
  await second.focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Create 1 draft' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 draft was created.')).toBeVisible()
  await dialog.getByRole('link', { name: /^Radar 1 Block amount_in_usd/ }).click()
  await expect(heading(page, /^Radar 1 Block amount_in_usd/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Code of Radar 1 Block amount_in_usd/ })).toContainText('> 900000')

  // Discards the draft, so that the following journeys do not find it.
  await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded.', { exact: true })).toBeVisible()
})
