import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { accounts, environments, harbor } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { dataDirectory, recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name, exact: true })

/** Does something in the database of the service under test: what no feature of this version causes. */
async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const host = readFileSync(path.join(dataDirectory(), 'pg/postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? ''
  const client = new pg.Client({ host, user: 'assay', database: 'assay' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const insertNotification = (event: string, type: string, topic: string, params: object) =>
  withDatabase(client =>
    client.query(
      'insert into notification (id, tenant_id, environment_id, topic, type, event, params, at) values ($1, $2, $3, $4, $5, $6, $7, now())',
      [randomUUID(), harbor.id, environments.harborUs, topic, type, event, JSON.stringify(params)],
    ),
  )

/** Unread notifications as the name of the bell says; it is asked also while a panel lies over it. */
async function readUnreadCount(page: Page): Promise<number> {
  const names = await page
    .getByRole('banner', { includeHidden: true })
    .getByRole('button', { includeHidden: true })
    .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label') ?? button.textContent))
  return Number(/\d+/.exec(names.find(name => name.startsWith('Notifications')) ?? '')?.[0] ?? 0)
}

test('an environment that becomes ready is told at once, read and dismissed', async ({ page }) => {
  await signIn(page, accounts.admin)
  await expect(bell(page, /^Notifications/)).toBeVisible()
  // The stream is open when the dashboard says so.
  await expect(page.getByText(/^Live, updated/)).toBeVisible()
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const name = `Pop-up-${randomUUID().slice(0, 6)}`
  const made = await page.request.post('/api/console/v1/environments', {
    headers: { authorization: `Bearer ${token}` },
    data: { parentId: environments.harbor, name, friendlyName: name },
  })
  expect(made.status(), await made.text()).toBe(201)

  await test.step('the bell counts it and it is said politely', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'New notification:' })).toContainText(name, {
      timeout: 60_000,
    })
    await expect(bell(page, /^Notifications, \d+ unread$/)).toBeVisible()
  })

  await test.step('the callout shows the latest', async () => {
    await bell(page, /^Notifications/).click()
    const callout = page.getByRole('dialog', { name: 'Notifications' })
    await expect(callout.getByText(name).first()).toBeVisible()
    await callout.getByRole('button', { name: 'See all' }).click()
  })

  const center = page.getByRole('dialog', { name: 'Notifications' })
  await test.step('the list filters by type', async () => {
    await expect(center.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await center.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Error' }).click()
    await expect(center.getByText('No notifications of this type')).toBeVisible()
    await center.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'All types' }).click()
  })

  await test.step('opening it leads to its page and marks it as read', async () => {
    const before = await readUnreadCount(page)
    await center.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
    await expect(page).toHaveURL(/\/environments/)
    // Other journeys make environments, too: theirs stay unread.
    await expect.poll(() => readUnreadCount(page)).toBe(before - 1)
  })

  await test.step('dismissing all empties the list, also after a reload', async () => {
    await bell(page, /^Notifications/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'See all' }).click()
    await center.getByRole('button', { name: 'Dismiss all' }).click()
    await expect(center.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await bell(page, /^Notifications/).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('a topic that is switched off stays quiet', async () => {
    await bell(page, /^Notifications/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'See all' }).click()
    await center.getByRole('button', { name: 'Notification settings' }).click()
    const topic = page.getByRole('switch', { name: 'Environment management' })
    await expect(topic).toBeChecked()
    await topic.click()
    await expect(topic).not.toBeChecked()
    await expect(topic).toBeEnabled()
    await insertNotification('EnvironmentFailed', 'Error', 'environments', { name: 'Quiet' })
    await page.reload()
    await bell(page, /^Notifications/).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await withDatabase(client => client.query('delete from notification_mute'))
  })
})

test('a critical notification stands on every page until it is dismissed', async ({ page }) => {
  await insertNotification('SubscriptionStopped', 'Critical', 'eventTracing', { name: 'Blob sink' })
  await signIn(page, accounts.admin)
  const bar = page.getByRole('region', { name: 'Critical notifications' })
  await expect(bar.getByText('The event subscription')).toContainText('Blob sink')
  await expect(bar).toContainText('Harbor US')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Environments' }).click()
  await expect(heading(page, 'Environments')).toBeVisible()
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar).toHaveCount(0)
  await expect(heading(page, 'Environments')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('assay/critical-notification-removed'))).toMatch(
    /^\["[0-9a-f-]{36}\/[0-9a-f-]{36}"\]$/,
  )
  await page.reload()
  await expect(bell(page, /^Notifications/)).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('what could not be asked or saved is said, and is no empty list', async ({ page, guard }) => {
  guard.allowConsoleError(/status of 500/)
  await insertNotification('EnvironmentFailed', 'Error', 'environments', { name: 'Broken-1' })
  await page.clock.install()
  await signIn(page, accounts.admin)
  await page.route('**/notifications/{summary,list,markRead,dismiss,dismissAll}', route =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await page.reload()
  const callout = page.getByRole('dialog', { name: 'Notifications' })
  await bell(page, /^Notifications/).click()
  await fastForwardUntil(page, () => expect(callout.getByText('This could not be loaded')).toBeVisible(briefly))
  await expect(callout.getByText('You are up to date')).toHaveCount(0)
  await page.unroute('**/notifications/{summary,list,markRead,dismiss,dismissAll}')
  await callout.getByRole('button', { name: 'Try again' }).click()
  const entry = callout.getByRole('listitem').filter({ hasText: 'Broken-1' })
  await expect(entry).toBeVisible()
  await page.route('**/notifications/{dismiss,dismissAll}', route => route.fulfill({ status: 500, body: '{}' }))
  const failure = callout.getByText('This could not be saved. Try again.')
  await entry.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(failure).toBeVisible({ timeout: 30_000 })
  await expect(entry).toBeVisible()

  // The list of all of them says it in the same way.
  await callout.getByRole('button', { name: 'See all' }).click()
  await expect(entry).toBeVisible()
  await callout.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(failure).toBeVisible({ timeout: 30_000 })
  await expect(entry).toBeVisible()
  await page.unroute('**/notifications/{dismiss,dismissAll}')
  await entry.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(entry).toHaveCount(0)
  await expect(failure).toHaveCount(0)
})

test('the dashboard follows decisions as they are made', async ({ page, request }) => {
  const shop = await Shop.open(request)
  await page.clock.install()
  await signIn(page, accounts.engineer)
  await expect(page.getByText(/^Live, updated/)).toBeVisible()
  let fetched = 0
  page.on('request', call => {
    if (call.url().endsWith('/dashboard/get')) fetched++
  })
  const answered = page.waitForResponse(call => call.url().endsWith('/dashboard/get'))
  const started = Date.now()
  for (let n = 0; n < 20; n++) await shop.buy(createPurchase(createCustomer(), `live-${randomUUID()}`))
  await answered
  // Sooner than the half minute after which it would be asked for anyhow.
  expect(Date.now() - started).toBeLessThan(20_000)
  // What is asked for later than this would be asked for by now.
  const later = 6000
  await page.clock.fastForward(later)
  await waitForNetworkIdle(page)
  expect(fetched).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - started + later) / 5000))
})

test('eight windows of one person hear of changes, and every one of them can still ask', async ({ page, context }) => {
  await signIn(page, accounts.admin)
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const live = (window: Page) => expect(window.getByText(/^Live, updated/)).toBeVisible({ timeout: 20_000 })
  await live(page)
  let streams = 0
  context.on('request', call => {
    if (call.url().endsWith('/live/events')) streams++
  })
  const windows = [page]
  // A browser has six connections to one host over HTTP/1.1, and a stream keeps one for as long as it is open.
  for (let n = 0; n < 7; n++) {
    const next = await context.newPage()
    await next.goto('/')
    await live(next)
    windows.push(next)
  }
  expect(streams, 'streams beside the one of the first window').toBe(0)
  const arrives = async (name: string) => {
    const before = await readUnreadCount(windows[0] ?? page)
    const made = await page.request.post('/api/console/v1/environments', {
      headers,
      data: { parentId: environments.harbor, name, friendlyName: name },
    })
    expect(made.status(), await made.text()).toBe(201)
    for (const window of windows) await expect.poll(() => readUnreadCount(window), { timeout: 60_000 }).toBe(before + 1)
  }
  await arrives(`Eight-${randomUUID().slice(0, 6)}`)
  // Another one takes over from the window that had it: every later change is heard as before.
  await page.goto('about:blank')
  windows.shift()
  await expect.poll(() => streams).toBeGreaterThan(0)
  for (const window of windows) await live(window)
  await arrives(`Seven-${randomUUID().slice(0, 6)}`)
})

test('links of the dashboard are made by an administrator and open elsewhere, without a trace', async ({ page }) => {
  await signIn(page, accounts.admin)
  const own = page.getByRole('link', { name: /^View documentation/ })
  await expect(own).toHaveAttribute('href', '/openapi.json')
  await page.getByRole('button', { name: 'Manage tiles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage tiles' })
  await dialog.getByRole('button', { name: 'Add tile' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Chargeback desk')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://desk.example.com')
  await dialog.getByRole('button', { name: 'Save tiles' }).click()
  await expect(dialog.getByText('Enter a complete address that begins with https://')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://desk.example.com/queue')
  await dialog.getByRole('button', { name: 'Save tiles' }).click()
  await expect(dialog).toBeHidden()
  const tile = page.getByRole('link', { name: /^Chargeback desk/ })
  await expect(tile).toHaveAttribute('href', 'https://desk.example.com/queue')
  await expect(tile).toHaveAttribute('target', '_blank')
  await expect(tile).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(tile).toHaveAttribute('referrerpolicy', 'no-referrer')
})
