import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** From saving to the effect on decisions: the product's limit in milliseconds. */
const effectTimeout = 120_000

test('an analyst blocks an e-mail address from the page of an event, and the next purchase is rejected', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const customer = createCustomer()
  const shop = await Shop.open(request)
  const order = `order-${customer.tag}-1`
  await shop.buy(createPurchase(customer, order))

  await test.step('the analyst has no page of lists, but the pencil', async () => {
    await signIn(page, accounts.analyst, `/search/purchase/${environments.harbor}/${order}`)
    await expect(heading(page, order)).toBeVisible()
    await page.getByRole('button', { name: 'Support status of Email' }).click()
    const dialog = page.getByRole('dialog', { name: customer.email })
    await expect(dialog.getByText('Not on this list.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Block' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Stolen account')
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await expect(page.getByText(`${customer.email} is blocked on “Email Support List”.`, { exact: true })).toBeVisible()
    // Beside the address, and in the financial snapshot.
    await expect(page.getByRole('main').locator('[data-slot="badge"]').getByText('Block', { exact: true })).toHaveCount(
      2,
    )
  })

  await test.step('the next purchase is rejected by the support rule', async () => {
    let number = 2
    await expect
      .poll(
        async () =>
          (await shop.buy(createPurchase(customer, `order-${customer.tag}-${number++}`))).MerchantRuleDecision,
        { timeout: effectTimeout, intervals: [1000, 3000] },
      )
      .toBe('Reject')
  })
})
