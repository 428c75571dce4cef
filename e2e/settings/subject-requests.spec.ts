import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

test('what was sent about a person is found, held, released, deleted and receipted', async ({ page, request }) => {
  const customer = createCustomer()
  const userId = `u_${randomUUID().slice(0, 13)}`
  const orderId = randomUUID()
  const purchase = createPurchase(customer, orderId)
  const shop = await Shop.open(request)
  await shop.buy(
    { ...purchase, user: { ...(purchase as { user: object }).user, userId } },
    { 'x-ms-dfpenvid': environments.harborUs },
  )

  await signIn(page, accounts.admin, `/settings/subject?env=${environments.harborUs}`)
  await expect(page).toHaveURL(/\/settings\/subject\/search/)
  await expect(heading(page, 'Subject requests')).toBeVisible()
  await page.getByRole('combobox', { name: 'Assessment' }).click()
  await page.getByRole('option', { name: 'Purchase', exact: true }).click()
  const search = async () => {
    await page.getByRole('textbox', { name: 'Value' }).fill(userId)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await search()
  await expect(page.getByText('1 event found')).toBeVisible()
  await expect(page.getByRole('link', { name: orderId })).toBeVisible()
  // The value is about a person: it does not stay in the address.
  expect(page.url()).not.toContain(userId)

  // A hold refuses the deletion until it is lifted.
  await page.getByRole('button', { name: 'Legal hold' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Lawsuit 7')
  await page.getByRole('button', { name: 'Set the hold' }).click()
  await expect(page.getByText('The legal hold was set.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(/^Legal hold of .* until/)).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page
    .getByRole('region', { name: 'Legal holds in force' })
    .filter({ hasText: 'Lawsuit 7' })
    .getByRole('button', { name: 'Lift the hold' })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the hold' }).click()
  await expect(page.getByText('The legal hold was lifted.').first()).toBeVisible()

  // The dry run, the value typed again, the list with its receipt.
  await page.getByRole('link', { name: 'Search', exact: true }).last().click()
  await page.getByRole('combobox', { name: 'Assessment' }).click()
  await page.getByRole('option', { name: 'Purchase', exact: true }).click()
  await search()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Will be deleted' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Stays' })).toBeVisible()
  await expect(confirm).toBeDisabled()
  await page.getByRole('textbox', { name: 'Type the value to confirm' }).fill(userId.toUpperCase())
  await expect(page.getByText('Type the whole value first.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Type the value to confirm' }).fill(userId)
  await confirm.click()
  await expect(page).toHaveURL(/\/settings\/subject\/requests/)
  const done = page.getByText('Complete: 1 event').first()
  await expect(done).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Receipt' }).first().click(),
  ])
  const receipt = JSON.parse(await readFile(await download.path(), 'utf8')) as { receipt: { events: number } }
  expect(receipt.receipt.events).toBe(1)
  expect(JSON.stringify(receipt)).not.toContain(userId)

  await page.getByRole('link', { name: 'Search', exact: true }).last().click()
  await page.getByRole('combobox', { name: 'Assessment' }).click()
  await page.getByRole('option', { name: 'Purchase', exact: true }).click()
  await search()
  await expect(page.getByText('No data was found for this subject.')).toBeVisible()
})
