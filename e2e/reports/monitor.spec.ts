import { randomUUID } from 'node:crypto'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

test('a fraud manager watches a purchase arrive on the monitor, and what is unusual', async ({ page, request }) => {
  await signIn(page, accounts.caseManager, `/reports?env=${environments.harbor}`)
  await page.getByRole('main').getByRole('link', { name: 'Monitor' }).click()
  await expect(heading(page, 'Monitor')).toBeVisible()
  await page.getByRole('radio', { name: 'Last 1 hour' }).click()
  await expect(page).toHaveURL(/timescale=1h/)
  // Until those of the hour arrive, the figures of the longer window stay: a page that is loaded anew has none of them.
  await page.reload()
  const volume = page.getByRole('article', { name: 'Transaction volume' }).first()
  // The figure alone: beside it stands its change.
  const figure = volume.getByRole('paragraph').locator('> *').first()
  await expect(figure).toHaveText(/^[\d,]+$/)
  const count = async () => Number((await figure.textContent())?.replaceAll(',', ''))
  const before = await count()
  const shop = await Shop.open(request)
  await shop.buy(createPurchase(createCustomer(), `monitor-${randomUUID()}`))
  await expect.poll(count).toBeGreaterThan(before)

  // Of one purchase more or less nothing is unusual, and in a quiet hour nothing is compared.
  const unusual = page.getByRole('heading', { name: 'Unusual' }).locator('xpath=ancestor::*[@data-slot="card"]')
  await expect(unusual).toContainText(/Nothing unusual|Too few events to compare|usually/)

  await page.getByRole('combobox', { name: /^Assessment/ }).click()
  await page.getByRole('option', { name: 'Account login' }).click()
  await expect(page).toHaveURL(/assessment=accountlogin/)
  await expect(page).toHaveURL(/timescale=1h/)
  await expect(page.getByRole('heading', { name: 'Bot and risk' })).toBeVisible()

  await page.goto(`/fraud/assessments/accountlogin/monitor?env=${environments.harbor}`)
  await expect(page).toHaveURL(/\/fraud\/accountlogin\?/)
  await page.getByRole('link', { name: 'Open reports' }).click()
  await expect(heading(page, 'Summary')).toBeVisible()
  await expect(page).toHaveURL(/assessment=accountlogin/)
})
