import { accounts, environments, harbor, meridian } from '../support/demo.ts'
import { expect, navigateInPage, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

test('another tenant sees nothing of Harbor', async ({ page, request, guard }) => {
  const shop = await Shop.open(request)
  const purchaseId = `foreign-${Date.now()}`
  await shop.buy(createPurchase(createCustomer(), purchaseId))

  await signIn(page, accounts.meridianAdmin)
  await expect(page.getByRole('button', { name: 'Environment: Meridian' })).toBeVisible()
  // The browser itself logs every 404 response.
  guard.allowConsoleError(/status of 404/)
  await navigateInPage(page, `/search/purchase/${environments.harbor}/${purchaseId}`)
  await expect(page.getByText('Not found in this environment')).toBeVisible()

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
