import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { chooseAccount, expect, heading, signIn, test } from '../support/journey.ts'
import { createRule, removeRule, replaceCode } from '../support/rules.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const networkErrors = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/

test('a connection that comes and goes loses nothing: commands wait, what was typed is saved, and a change happens once', async ({
  page,
  context,
  guard,
}) => {
  test.slow()
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const name = `Dropped ${Date.now()}`
  await createRule(page, name)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const list = await context.newPage()
  await list.goto('/fraud/purchase/rules')
  const create = list.getByRole('main').getByRole('button', { name: 'New rule' })
  const offline = list.getByText('You are offline. The data shown may be out of date.')
  await expect(create).toBeEnabled()
  await list
    .getByRole('main')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await expect(list.getByRole('menuitem', { name: 'Rename' })).toBeEnabled()

  await test.step('without a connection commands wait and say so', async () => {
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await expect(list.getByText('Nothing can be saved until the connection is back.')).toBeVisible()
    await expect(create).toBeDisabled()
    await expect(list.getByRole('menuitem', { name: 'Rename' })).toHaveAttribute('aria-disabled', 'true')
    // A window behind another one is rarely painted, and a click waits for two frames.
    await page.bringToFront()
    await page.getByRole('textbox', { name: 'Code of Clause 1' }).focus()
    await replaceCode(page, 'RETURN Review("Typed without a connection")')
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish rule' })).toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('when it is back, what was typed meanwhile is saved', async () => {
    await context.setOffline(false)
    await expect(create).toBeEnabled()
    await expect(offline).toHaveCount(0)
    await list.close()
    await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 20_000 })
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Code of Clause 1' })).toContainText('Typed without a connection')
  })
  await test.step('a network that drops in the middle of a save loses nothing, and the change happens once', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Typed before the network dropped')
    const keys: (string | undefined)[] = []
    await page.route('**/rpc/rules/publish', async route => {
      keys.push(route.request().headers()['idempotency-key'])
      // The service performs the change; its response is lost.
      if (keys.length === 1) {
        await route.fetch()
        return route.abort()
      }
      return route.continue()
    })
    const publish = dialog.getByRole('button', { name: 'Publish rule' })
    await publish.click()
    await expect.poll(() => keys.length).toBe(1)
    // The service is reachable again, and the button is enabled; the input is preserved.
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed before the network dropped')
    await expect(publish).toBeEnabled({ timeout: 20_000 })
    await publish.click()
    await expect(dialog).toHaveCount(0)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\w-]{8,}$/)
    expect(keys[1]).toBe(keys[0])
    await expect(heading(page, name)).toBeVisible()
    // The rule must not affect purchases of the following journeys.
    await removeRule(page, new URL(page.url()).searchParams.get('rule') ?? '')
  })
})

test('[spec 8.8] with local storage blocked the console starts all the same', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    }),
  )
  await page.goto('/')
  await chooseAccount(page, accounts.engineer)
  await expect(page.getByRole('button', { name: 'Account of Dario Venn' })).toBeVisible()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
})
