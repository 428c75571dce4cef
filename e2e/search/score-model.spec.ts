import { accounts, environments } from '../support/demo.ts'
import { expect, navigateInPage, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

test('what is behind a score: the model, its versions and its training', async ({ page, request, guard }) => {
  const id = `order-${createCustomer().tag}-score`
  await (await Shop.open(request)).buy(createPurchase(createCustomer(), id))
  const address = `/search/purchase/${environments.harbor}/${id}`
  const panel = page.getByRole('dialog', { name: 'About this score' })

  await test.step('the shipped model says that it is one', async () => {
    await signIn(page, accounts.engineer, address)
    await page.getByRole('link', { name: 'About this score' }).click()
    await expect(page).toHaveURL(/panel=score/)
    await expect(panel.getByText('This is the built-in model')).toBeVisible()
    await expect(panel.getByText('Current', { exact: true })).toHaveCount(2)
  })

  await test.step('the bot model stands beside it, with versions and trainings of its own', async () => {
    await panel.getByRole('radio', { name: 'Bot score' }).click()
    await expect(page).toHaveURL(/of=bot/)
    await expect(panel.getByText('For the bot model, only those with a device session count.')).toBeVisible()
    await expect(panel.getByText('Current', { exact: true })).toHaveCount(2)
    // The response is lost: the started training is shown nevertheless.
    guard.allowConsoleError(/net::ERR_FAILED/)
    await page.route(
      '**/rpc/models/train',
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await panel.getByRole('button', { name: 'Train now' }).click()
    await expect(
      panel.getByText('Training not possible').or(panel.getByText(/The last training created version/)),
    ).toBeVisible({
      timeout: 60_000,
    })
    await panel.getByRole('radio', { name: 'Risk score' }).click()
    await expect(panel.getByText('For the bot model, only those with a device session count.')).toBeHidden()
  })

  await test.step('Escape closes it, and its address leads back to it', async () => {
    // The tooltip of the pressed button may still be open: it consumes the first Escape.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await expect(page).not.toHaveURL(/panel=score|of=/)
    await navigateInPage(page, `${address}?panel=score&of=bot`)
    await expect(panel.getByRole('heading', { name: 'Versions' })).toBeVisible()
    await expect(panel.getByRole('radio', { name: 'Bot score' })).toBeChecked()
    await expect(panel.getByRole('button', { name: 'Train now' })).toBeEnabled()
  })
})
