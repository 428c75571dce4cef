import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const overview = '/settings/transactionacceptancebooster'
const optIn = `${overview}/optin`

async function confirmSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /child environments change as well/ })
  await expect(dialog.getByText('Harbor EU')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Settings saved.').last()).toBeVisible()
}

test('an administrator opts in for an environment and those below it, and sees the bytes that would leave', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const customer = createCustomer()
  const order = `boost-${customer.tag}`
  const shop = await Shop.open(request)
  await shop.buy(createPurchase(customer, order))
  await signIn(page, accounts.admin, `${overview}?env=${environments.harbor}`)
  await expect(heading(page, 'Transaction acceptance booster')).toBeVisible()
  await expect(page.getByText('No bank or network is connected on this installation.')).toBeVisible()
  await page.getByRole('link', { name: 'Change settings' }).click()

  const service = page.getByRole('switch', { name: 'Acceptance booster service' })
  await service.click()
  const values = page.getByRole('table', { name: 'Shared value' })
  await expect(values.getByRole('row', { name: /^Card number, trimmed shared shared/ })).toBeVisible()
  await page.getByText('Standard plus selected raw attributes').click()
  await page.getByRole('button', { name: 'terms with the list of participants' }).click()
  await page.getByRole('dialog', { name: 'Terms of sharing' }).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.getByRole('checkbox', { name: /I have read the terms/ }).click()
  await confirmSave(page)
  await expect(page.getByText('On, Standard plus raw attributes')).toBeVisible()

  await page.getByRole('button', { name: 'Show me the bytes' }).click()
  const message = page.getByRole('dialog', { name: 'Message about a purchase' })
  const bytes = message.getByRole('region', { name: 'Bytes of the message' })
  await message.getByRole('textbox', { name: 'Any purchase by its ID' }).fill(order)
  await message.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(bytes).toContainText(`"deviceId":"${customer.device}","cardNumber":"4417","amount":{"value":184.37,`)
  // Raw attributes are in force.
  await expect(bytes).toContainText(`"email":"${customer.email}"`)
  await expect(message.getByText('user.email')).toBeVisible()
  await message.getByRole('radio', { name: 'Standard', exact: true }).click()
  await expect(bytes).not.toContainText('"email"')
  await page.keyboard.press('Escape')
  await expect(message).toBeHidden()

  await page.goto(`${overview}?env=${environments.harborEu}`)
  await expect(page.getByText(/These settings were changed by Harbor on/)).toBeVisible()
  await page.goto(`${optIn}?env=${environments.harbor}`)
  await service.click()
  await confirmSave(page)
  await expect(page.getByText('On, Standard plus raw attributes')).toBeHidden()
})
