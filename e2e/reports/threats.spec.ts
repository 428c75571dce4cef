import { readFile } from 'node:fs/promises'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const address = `/reports?env=${environments.harborEu}`

test('a fraud manager finds the country that fraud comes from and saves its figures', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.caseManager, address)
  await page.getByRole('main').getByRole('link', { name: 'Threats' }).click()
  await expect(heading(page, 'Threats')).toBeVisible()
  // A service that has just started reads its reports first; the page asks again until then.
  await expect(page.getByRole('article', { name: 'Fraud volume' })).toContainText(/\d/, { timeout: 60_000 })

  await page.getByRole('combobox', { name: 'Attribute of the distribution' }).click()
  await page.getByRole('option', { name: 'IP country' }).click()
  await expect(page).toHaveURL(/entity=country/)
  const table = page.getByRole('grid', { name: 'Distribution of values' })
  const second = table.getByRole('row').nth(2)
  await expect(second).toContainText(/%/)
  const name = (await second.getByRole('link').textContent()) ?? ''
  await second.getByRole('gridcell').last().click()
  await expect(page).toHaveURL(/value=[A-Z]{2}/)
  await expect(page.getByText(`${name}: `)).toContainText('of fraud.')

  await page.getByRole('button', { name: 'Export Threats' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Values of the distribution (CSV)' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^threats_purchase_[\d-]+_[\d-]+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(3)

  await second.getByRole('link').click()
  await expect(page).toHaveURL(/\/search\?.*ipCountry/)
})
