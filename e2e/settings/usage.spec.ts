import { randomUUID } from 'node:crypto'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const inUs = { 'x-ms-dfpenvid': environments.harborUs }

test('calls are counted to the unit, by experience and answer', async ({ page, request }) => {
  const filters = 'capability=purchase&experience=Evaluate'
  await signIn(page, accounts.admin, `/settings/usage/details?env=${environments.harborUs}&${filters}`)
  await expect(heading(page, 'Usage')).toBeVisible()
  const total = page.getByText(/^[\d,]+ units? used$/)
  const none = page.getByText('No assessments were used in this period.')
  await expect(total.or(none)).toBeVisible()
  const before = (await none.isVisible()) ? 0 : Number((await total.innerText()).replace(/\D/g, ''))
  const shop = await Shop.open(request)
  const repeated = { ...createPurchase(createCustomer(), randomUUID()), assessmentType: 'Evaluate' }
  for (let n = 0; n < 3; n += 1) await shop.buy(repeated, inUs)
  // An answer 4xx has no experience.
  expect((await shop.post('purchase', {}, inUs)).status()).toBe(400)
  await page.reload()
  await expect(page.getByText(`${(before + 3).toLocaleString('en-US')} units used`)).toBeVisible()
  await page.getByRole('link', { name: 'Summary' }).click()
  await expect(page).toHaveURL(/\/settings\/usage\/summary/)
  await expect(page.getByRole('region', { name: 'Purchase protection' })).toBeVisible()
})

test('a plan is entered, and an entitlement that is nearly used up warns', async ({ page }) => {
  const address = `/adminsettings/billing?env=${environments.harbor}`
  await signIn(page, accounts.admin, address)
  const field = page.getByRole('spinbutton', { name: 'Account protection, purchased' })
  await expect(field).toBeVisible()
  const before = await field.inputValue()
  const row = page.getByRole('row', { name: /^Account protection/ })
  const used = Number((await row.getByRole('cell').nth(1).innerText()).replace(/\D/g, ''))
  expect(used).toBeGreaterThan(0)
  const save = async (value: string) => {
    await field.fill(value)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings saved.').first()).toBeVisible()
  }
  await save(String(Math.floor(used / 0.9)))
  await expect(row).toContainText(/9\d\.\d\d%/)
  await page.goto(`/settings/usage?env=${environments.harborEu}`)
  await expect(page).toHaveURL(/\/settings\/usage\/summary/)
  await expect(
    page.getByText(/^Account protection: 9\d\.\d\d% of the entitlement of the tenant is used\.$/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Open details of Account protection' }).click()
  await expect(page).toHaveURL(/capability=account/)
  await expect(page.getByRole('grid', { name: 'Usage by day, environment and API' })).toBeVisible()
  await page.goto(address)
  await save(before)
})

test('prices are listed with the sum of the running month', async ({ page }) => {
  await signIn(page, accounts.admin, `/adminsettings/billing?env=${environments.harbor}&view=prices`)
  await expect(page.getByRole('table', { name: 'Account protection' })).toBeVisible()
  await expect(page.getByText(/^Sum for .* so far: USD/)).toBeVisible()
})
