import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { briefly, chooseAccount, expect, fastForwardUntil, heading, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { createRule, replaceCode } from '../support/rules.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const networkErrors = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/

test('no connection is said under the header, and gone when it is back', async ({ page, context, guard }) => {
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await context.setOffline(true)
  const notice = page.getByText('You are offline. Shown data may be old.')
  await expect(notice).toBeVisible()
  await expect(page.getByText('Nothing can be saved until the connection is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
})

test('one address that is cut off on the way is not taken for the whole service', async ({ page, guard }) => {
  guard.allowConsoleError(networkErrors)
  let streams = 0
  await page.route('**/rpc/live/events', route => {
    streams += 1
    return route.abort()
  })
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const create = page.getByRole('main').getByRole('button', { name: 'New rule' })
  await expect(create).toBeEnabled()
  await page.evaluate(() => {
    const seen = { offline: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.offline ||= document.body.innerText.includes('You are offline')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await expect.poll(() => streams, { timeout: 30_000 }).toBeGreaterThan(2)
  await expect(create).toBeEnabled()
  expect(await page.evaluate(() => (window as unknown as { seen: { offline: boolean } }).seen.offline)).toBe(false)
})

test('commands of environments wait for the connection and say so', async ({ page, context, guard }) => {
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.admin, '/environments')
  const create = page.getByRole('button', { name: 'New environment' })
  await expect(create).toBeEnabled()
  await context.setOffline(true)
  await expect(create).toBeDisabled()
  await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).click()
  for (const name of [/^New child environment/, /^Edit/, /^Delete/]) {
    const command = page.getByRole('menuitem', { name })
    await expect(command).toHaveAttribute('aria-disabled', 'true')
    await expect(command).toContainText(
      /Nothing can be saved until the connection is back\.|Delete the child environments first\./,
    )
  }
  await expect(page.getByRole('menuitem', { name: /^Edit/ })).toContainText(
    'Nothing can be saved until the connection is back.',
  )
  await expect(page.getByRole('menuitem', { name: 'Switch to' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(create).toBeEnabled()
})

test('hints and messages whose code cannot be fetched leave the page and what was typed as they are, and come later', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(networkErrors)
  const missing = new Set<string>()
  await page.route(/\/dist\/(tooltip-layer|toast-region)-/, route => {
    missing.add(route.request().url().includes('tooltip-layer') ? 'hints' : 'messages')
    return route.abort()
  })
  await signIn(page, accounts.admin, '/environments')
  await page.getByRole('button', { name: 'New environment' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half a na')
  await page.route('**/rpc/preferences/update', route => route.abort())
  await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).hover()
  await page.getByRole('button', { name: 'Make Harbor EU a favorite' }).click()
  await expect(page.getByRole('button', { name: 'Make Harbor EU a favorite' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => [...missing].toSorted()).toEqual(['hints', 'messages'])
  await waitForNetworkIdle(page)
  await expect(name).toHaveValue('Half a na')
  await page.unrouteAll()
  await expect(page.getByText('Your choice could not be saved.').first()).toBeVisible({ timeout: 20_000 })
  await expect(name).toHaveValue('Half a na')
})

test('commands wait while there is no connection, and what was typed meanwhile is saved when it is back', async ({
  page,
  context,
  guard,
}) => {
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.engineer)
  const name = `Offline ${Date.now()}`
  await createRule(page, name)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const list = await context.newPage()
  await list.goto('/fraud/purchase/rules')
  const create = list.getByRole('main').getByRole('button', { name: 'New rule' })
  await expect(create).toBeEnabled()
  await list
    .getByRole('main')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await expect(list.getByRole('menuitem', { name: 'Rename' })).toBeEnabled()

  await context.setOffline(true)
  await expect(list.getByText('Nothing can be saved until the connection is back.')).toBeVisible()
  await expect(create).toBeDisabled()
  await expect(list.getByRole('menuitem', { name: 'Rename' })).toHaveAttribute('aria-disabled', 'true')
  // A window behind another one draws seldom, and a click waits for two pictures.
  await page.bringToFront()
  await page.getByRole('textbox', { name: 'Code of clause1' }).click({ position: { x: 40, y: 12 } })
  await replaceCode(page, 'RETURN Review("Typed without a connection")')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = page.getByRole('dialog')
  await expect(publish.getByRole('button', { name: 'Publish rule' })).toBeDisabled()
  await publish.getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  await expect(create).toBeEnabled()
  await list.close()
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Code of clause1' })).toContainText('Typed without a connection')
  await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
})

test('a network that drops in the middle of a save loses nothing, and the change happens once', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.engineer, '/data/rules/purchaserules')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^New rule/ })
    .click()
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = `Dropped ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  const keys: (string | undefined)[] = []
  await page.route('**/rpc/rules/publish', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    // The service does it; the answer never arrives.
    if (keys.length === 1) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  const publish = dialog.getByRole('button', { name: 'Publish rule' })
  await publish.click()
  await expect.poll(() => keys.length).toBe(1)
  // The service is found again, the button with it; what was typed is there.
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(publish).toBeEnabled({ timeout: 20_000 })
  await publish.click()
  await expect(dialog).toHaveCount(0)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w-]{8,}$/)
  expect(keys[1]).toBe(keys[0])
  await expect(heading(page, name)).toBeVisible()
})

test('a read that comes too soon waits as told and is repeated once', async ({ page, guard }) => {
  guard.allowConsoleError(/status of 429/)
  await signIn(page, accounts.engineer)
  let calls = 0
  await page.route('**/rpc/dashboard/get', route => {
    calls += 1
    return calls === 1
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '1' },
          json: { json: { defined: false, code: 'TOO_MANY_REQUESTS', status: 429, message: 'x' }, meta: [] },
        })
      : route.continue()
  })
  await page.reload()
  await expect(page.locator('[data-slot="stat-tile"]').first()).toBeVisible()
  await expect.poll(() => calls).toBeGreaterThan(1)
  await expect(page.getByText('Too many requests')).toHaveCount(0)
})

test('an event that cannot be loaded is a page with a heading of its own, and is there after another try', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 500/)
  await page.clock.install()
  await signIn(page, accounts.analyst, '/search?period=90d')
  const link = page.getByRole('grid', { name: 'Events found' }).getByRole('link').first()
  const id = (await link.textContent()) ?? ''
  const address = await link.getAttribute('href')
  await page.route('**/rpc/events/get', route =>
    route.fulfill({
      status: 500,
      json: { json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'x' }, meta: [] },
    }),
  )
  await page.goto(address ?? '')
  await fastForwardUntil(page, () => expect(heading(page, 'This could not be loaded')).toBeVisible(briefly))
  await page.unroute('**/rpc/events/get')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, id)).toBeVisible()
})

test('a link that was cut off says that nothing is there, and does not offer to try it again', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 4(00|04|22)/)
  await signIn(page, accounts.analyst)
  await page.goto(`/search/purchase/${environments.harbor.slice(0, -3)}/${environments.harbor.slice(0, 8)}`)
  await expect(heading(page, 'This does not exist here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('a rule that cannot be loaded leaves the way back to the list, also where the visit began with it', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(networkErrors)
  await page.clock.install()
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const list = heading(page, 'Purchase rules')
  await expect(list).toBeVisible()
  await page.route('**/rpc/rules/get', route => route.abort())
  await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click()
  await fastForwardUntil(page, () => expect(heading(page, 'This could not be loaded')).toBeVisible(briefly))
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(list).toBeVisible()
  await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click()
  await fastForwardUntil(page, () => expect(heading(page, 'This could not be loaded')).toBeVisible(briefly))
  await page.reload()
  await fastForwardUntil(page, () => expect(heading(page, 'This could not be loaded')).toBeVisible(briefly))
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(list).toBeVisible()
})

test('a clock that is wrong is told', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await page.route('**/rpc/dashboard/get', async route => {
    const response = await route.fetch()
    return route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(Date.now() + 3_600_000).toUTCString() },
    })
  })
  await page.reload()
  await expect(page.getByText(/The clock of this device is (59|60|61) minutes behind the service/)).toBeVisible()
})

test('a corrupted local storage costs a sign-in at most', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) storage.setItem(key, '{"broken":')
  })
  await page.reload()
  const button = page.getByRole('button', { name: /^Account of / })
  const form = page.getByRole('form')
  await expect(button.or(form).first()).toBeVisible()
  if (await form.isVisible()) await chooseAccount(page, accounts.engineer)
  await expect(button).toBeVisible()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('a tenant that is kept from another installation at this address is left for those of this one', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('assay/last-tenant'))
      localStorage.setItem('assay/last-tenant', '{"id":"11110000-0000-4000-8000-000000000001","name":"Gone"}')
  })
  await page.goto('/search?period=90d')
  await chooseAccount(page, accounts.engineer)
  await expect(page.getByRole('button', { name: 'Account of Dario Venn' })).toBeVisible()
  expect(page.url()).not.toContain('tenant=')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account of Dario Venn' })).toBeVisible()
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

test('a page that is left ends what it was still asking for', async ({ page, guard }) => {
  guard.allowConsoleError(networkErrors)
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const failed: string[] = []
  page.on('requestfailed', request =>
    failed.push(`${new URL(request.url()).pathname} ${request.failure()?.errorText ?? ''}`),
  )
  await page.route('**/rpc/search/events', () => new Promise(() => undefined))
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await page.waitForRequest('**/rpc/search/events')
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect
    .poll(() => failed.filter(line => line.startsWith('/api/console/rpc/search/events')))
    .toEqual([expect.stringContaining('ERR_ABORTED')])
})
