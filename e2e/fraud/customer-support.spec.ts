import { findViolations } from '../support/axe.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** From saving to the effect on decisions: the product's limit in milliseconds. */
const effectTimeout = 120_000

test('a support agent finds a blocked customer, says what happened, and lets the next purchase pass in three clicks', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const customer = createCustomer()
  const shop = await Shop.open(request)
  const order = (number: number) => `order-${customer.tag}-${number}`
  const buy = async (number: number) => (await shop.buy(createPurchase(customer, order(number)))).MerchantRuleDecision
  const box = page.getByRole('searchbox', { name: 'Find a customer' })
  const panel = page.getByRole('complementary', { name: 'Change list status' })
  const change = async (action: 'Allow' | 'Block') => {
    await page.getByRole('button', { name: action, exact: true }).click()
    await panel.getByRole('button', { name: 'Submit' }).click()
    await panel.getByRole('button', { name: 'Yes' }).click()
    await expect(panel).toBeHidden()
  }
  await buy(1)

  await test.step('one box takes what the customer says', async () => {
    await signIn(page, accounts.support, `/fraud/purchase/support?env=${environments.harbor}`)
    await expect(heading(page, 'Support')).toBeVisible()
    for (const text of [customer.phone, `customer-${customer.tag}`, customer.email]) {
      await page.keyboard.press('/')
      await box.fill(text)
      await box.press('Enter')
      await expect(page.getByRole('heading', { name: 'Account summary' })).toBeVisible()
      await expect(page.getByText(customer.email, { exact: true }).first()).toBeVisible()
    }
  })

  await test.step('a block is explained with what it would have stopped', async () => {
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(panel.getByText(/Would have stopped 1 purchase: 1 good/)).toBeVisible()
    expect((await findViolations(page)).map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await change('Block')
    let number = 2
    await expect.poll(() => buy(number++), { timeout: effectTimeout, intervals: [1000, 3000] }).toBe('Reject')
    await page.goto(`/fraud/purchase/support?env=${environments.harbor}&q=${order(number - 1)}`)
    await expect(page.getByRole('heading', { name: `What happened with ${order(number - 1)}` })).toBeVisible()
    await expect(page.getByText(/A value is blocked on “Email Support List”/)).toBeVisible()
    await expect(page.getByText(/We were unable to accept your order/)).toBeVisible()
  })

  await test.step('three clicks allow the customer, and the next purchase passes', async () => {
    expect((await findViolations(page)).map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    await page.getByRole('link', { name: /^Accounts/ }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(panel.getByText(/Would have passed \d+ purchases?: \d+ good, 0 bad later/)).toBeVisible()
    await panel.getByRole('button', { name: 'Submit' }).click()
    await panel.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText(`${customer.email} is safe on “Email Support List”.`, { exact: true })).toBeVisible()
    const log = page.getByRole('table', { name: 'Activity log' })
    await expect(log.getByRole('row', { name: /Set to Safe/ })).toContainText('Verified customer')
    let number = 200
    await expect.poll(() => buy(number++), { timeout: effectTimeout, intervals: [1000, 3000] }).toBe('Approve')
  })
})
