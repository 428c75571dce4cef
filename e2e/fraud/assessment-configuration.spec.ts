import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { Shop } from '../support/shop.ts'

const assessment = '/fraud/assessments/SellerPayout'
const tag = Math.random().toString(36).slice(2, 8)
const apiName = `Returned${tag}`
const name = `Returned ${tag}`
const payout = `payout-${tag}`

async function focusAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await focusByKeyboard(page, target, 'Tab', 120)
  await page.keyboard.press(key)
}

test('an engineer sees what a required field would have meant, and adds an observation event that is counted', async ({
  page,
  request,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, `${assessment}/schemaDetails`)
  await expect(heading(page, 'Schema details')).toBeVisible()

  await test.step('a field that becomes required is checked against stored events and rules', async () => {
    const required = page.getByRole('checkbox', { name: 'custom.openOrders is required' })
    await focusAndPress(page, required, 'Space')
    await expect(required).toBeChecked()
    await expect(page.getByText(/of the last [\d,]+ events/)).toBeVisible()
    await expect(page.getByText('Calls without custom.openOrders will fail with status 400 from now on.')).toBeVisible()
    await focusAndPress(page, page.getByRole('button', { name: 'Discard changes' }))
    await expect(required).not.toBeChecked()
  })

  await test.step('an observation event is added', async () => {
    await navigateInPage(page, `${assessment}/configuration`, { numbered: true })
    await expect(heading(page, 'Seller payout')).toBeVisible()
    await focusAndPress(page, page.getByRole('link', { name: 'New observation event' }))
    const template = page.getByRole('radio', { name: 'Assessment status' })
    await focusByKeyboard(page, template, 'Tab', 60)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked()
    await focusAndPress(page, page.getByRole('button', { name: 'Next' }))
    await focusByKeyboard(page, page.getByRole('textbox', { name: 'Friendly name' }), 'Tab', 80)
    await page.keyboard.type(name)
    await focusByKeyboard(page, page.getByRole('textbox', { name: 'API name' }))
    await page.keyboard.type(apiName)
    await focusAndPress(page, page.getByRole('button', { name: 'Create' }))
    await expect(heading(page, 'Seller payout')).toBeVisible()
  })
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Custom')
  await expect(row.getByRole('cell').last()).toHaveText('0')

  await test.step('one that is sent is counted, and listed', async () => {
    const shop = await Shop.open(request)
    const answer = await request.post(`/v1.0/assessment/SellerPayout/observation/${apiName}`, {
      headers: { authorization: `Bearer ${shop.token}`, 'x-ms-dfpenvid': environments.harbor },
      data: { metadata: { primaryEventId: payout, timestamp: new Date().toISOString() } },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await page.reload()
    await expect(row.getByRole('cell').last()).toHaveText('1')
    await focusAndPress(page, page.getByRole('link', { name }))
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Last received' })).toContainText(payout)
  })

  await test.step('it is deleted again', async () => {
    await focusAndPress(page, page.getByRole('button', { name: 'Delete', exact: true }))
    await focusAndPress(page, page.getByRole('button', { name: 'Delete observation event' }))
    await expect(heading(page, 'Seller payout')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})
