import { accounts, environments, harbor, meridian } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const rulesAddress = '/fraud/purchase/rules'

test('a viewer reads rules and is offered no command', async ({ page }) => {
  await signIn(page, accounts.viewer, rulesAddress)
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await expect(page.getByText('You can read these rules but not change them')).toBeVisible()
  const main = page.getByRole('main')
  const rule = main.getByRole('link', { name: 'Risk score bands' })
  await expect(rule).toBeVisible()
  for (const name of [/^New rule/, /^Actions for /]) await expect(main.getByRole('button', { name })).toHaveCount(0)
  await rule.click()
  await expect(heading(page, 'Risk score bands')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code of Very high score' })).toHaveAttribute('aria-readonly', 'true')
  for (const name of ['Publish', 'Edit', 'Discard', 'Rename rule', 'New clause', 'Format', 'Delete clause']) {
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const answer = await page.request.put(
    `/api/console/v1/environments/${environments.harbor}/rules/a55a0005-0000-4000-8000-000000000001/status`,
    {
      headers: { authorization: `Bearer ${token}` },
      data: { status: 'inactive' },
    },
  )
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'forbidden', details: { capability: 'rules', required: 'write' } })
})

test('another tenant sees nothing of Harbor', async ({ page, request, guard }) => {
  const shop = await Shop.open(request)
  const purchaseId = `foreign-${Date.now()}`
  await shop.buy(createPurchase(createCustomer(), purchaseId))

  await signIn(page, accounts.meridianAdmin)
  await expect(page.getByRole('button', { name: 'Environment: Meridian' })).toBeVisible()
  // The browser itself writes a line for every answer 404.
  guard.allowConsoleError(/status of 404/)
  await page.goto(`/search/purchase/${environments.harbor}/${purchaseId}`)
  await expect(page.getByText('This does not exist here')).toBeVisible()

  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  for (const path of [`/events/purchase/${purchaseId}`, '/rules/purchase', '/dashboard']) {
    const answer = await request.get(`/api/console/v1/environments/${environments.harbor}${path}`, { headers })
    expect(answer.status(), path).toBe(404)
    expect(await answer.text()).not.toContain('Harbor')
  }
  const session = await request.get('/api/console/v1/session', { headers })
  expect(await session.text()).not.toContain(harbor.id)
  expect(await session.json()).toMatchObject({ tenant: { id: meridian.id } })
})
