import { readFile } from 'node:fs/promises'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const address = `/reports?env=${environments.harborEu}`

test('a fraud manager narrows the summary to a card network and saves its figures', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.caseManager, address)
  await page.getByRole('main').getByRole('link', { name: 'Summary' }).click()
  await expect(heading(page, 'Summary')).toBeVisible()
  await expect(page).toHaveURL(/\/reports\/summary/)
  const volume = page.getByRole('article', { name: 'Transaction volume' })
  // A service that has just started reads its reports first; the page asks again until then.
  await expect(volume).toContainText(/\d/, { timeout: 60_000 })
  await expect(page.getByRole('application', { name: 'Fraud volume and rate' })).toBeVisible()

  const all = await volume.textContent()
  await page.getByRole('button', { name: 'Filter: add a condition' }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('Card type')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Card type', exact: true })
  await editor.getByRole('checkbox').first().check()
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/cardType=/)
  await expect(volume).not.toHaveText(all ?? '')

  await page.getByRole('button', { name: 'Export Summary' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Figures by period (CSV)' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^summary_purchase_[\d-]+_[\d-]+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(31)
})
