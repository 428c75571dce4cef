import { readFile } from 'node:fs/promises'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { noAccess } from '../support/route-walk.ts'

const address = `/casemanagement/report?env=${environments.harborEu}`

test('a fraud manager narrows the report to a queue and exports it', async ({ page }) => {
  await signIn(page, accounts.caseManager, address)
  await expect(heading(page, 'Report')).toBeVisible()
  const size = page.getByRole('article', { name: 'Queue size' })
  await expect(size).toContainText(/\d/)
  await expect(page.getByRole('application', { name: 'Size and flow' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter: add a condition' }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('Queue')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Queue', exact: true })
  await editor.getByRole('checkbox', { name: 'Gift cards' }).check()
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/queue=/)

  await page.getByRole('tab', { name: 'Queues' }).click()
  const grid = page.getByRole('grid', { name: 'Queues' })
  await expect(grid.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('button', { name: 'Export Report' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Queues', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^case-report-queues-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Gift cards')
})

test('an analyst has no entry of the report, and its address is refused', async ({ page }) => {
  await signIn(page, accounts.analyst, address)
  await expect(page.getByRole('main').getByText(noAccess)).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const group = navigation.getByRole('button', { name: 'Case management', exact: true })
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click()
  await expect(navigation.getByRole('link', { name: 'Queues', exact: true })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Report', exact: true })).toHaveCount(0)
})
