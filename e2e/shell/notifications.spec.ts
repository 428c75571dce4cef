import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { withDatabase } from '../support/database.ts'
import { accounts, environments, harbor } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name, exact: true })

/** Inserts a notification of a kind that no feature of this version causes. */
const insertNotification = (event: string, type: string, topic: string, params: object) =>
  withDatabase(query =>
    query(
      'insert into notification (id, tenant_id, environment_id, topic, type, event, params, at) values ($1, $2, $3, $4, $5, $6, $7, now())',
      [randomUUID(), harbor.id, environments.harborUs, topic, type, event, JSON.stringify(params)],
    ),
  )

/** Number of unread notifications in the name of the bell; readable even while a panel covers it. */
async function readUnreadCount(page: Page): Promise<number> {
  const names = await page
    .getByRole('banner', { includeHidden: true })
    .getByRole('button', { includeHidden: true })
    .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label') ?? button.textContent))
  return Number(/\d+/.exec(names.find(name => name.startsWith('Notifications')) ?? '')?.[0] ?? 0)
}

/** Creates an environment like another user's console. */
async function createEnvironment(page: Page, name: string): Promise<void> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const made = await page.request.post('/api/console/v1/environments', {
    headers: { authorization: `Bearer ${token}` },
    data: { parentId: environments.harbor, name, friendlyName: name },
  })
  expect(made.status(), await made.text()).toBe(201)
}

/** The stream is open when the dashboard shows it. */
const expectLive = (page: Page) => expect(page.getByText(/^Live, updated/)).toBeVisible({ timeout: 20_000 })

test('what happens elsewhere is shown in every window of a person, over one stream: figures as decisions are made, what is critical until it is dismissed, an environment as soon as it is ready', async ({
  page,
  context,
  request,
}) => {
  const shop = await Shop.open(request)
  const sink = retryName('Blob sink')
  await insertNotification('SubscriptionStopped', 'Critical', 'eventTracing', { name: sink })
  await signIn(page, accounts.admin)
  const name = `Pop-up-${randomUUID().slice(0, 6)}`
  // Other journeys cause critical notifications, too.
  const bar = page.getByRole('region', { name: 'Critical notifications' })
  const notice = bar.getByRole('alert').filter({ hasText: sink })
  const center = page.getByRole('dialog', { name: 'Notifications' })
  const entry = center.getByRole('listitem').filter({ hasText: name })
  await expect(bell(page, /^Notifications/)).toBeVisible()
  await expectLive(page)

  await test.step('figures of the dashboard come sooner than the half minute after which they would be asked for anyhow', async () => {
    const answered = page.waitForResponse(call => call.url().endsWith('/dashboard/get'), { timeout: 20_000 })
    for (let n = 0; n < 5; n++) await shop.buy(createPurchase(createCustomer(), `live-${randomUUID()}`))
    await answered
  })

  await test.step('a link that an administrator makes stands on the dashboard, and is refused without https', async () => {
    const title = retryName('Chargeback desk')
    await page.getByRole('button', { name: 'Manage tiles' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage tiles' })
    await dialog.getByRole('button', { name: 'Add tile' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).last().fill(title)
    await dialog.getByRole('textbox', { name: 'Address' }).last().fill('http://desk.example.com')
    await dialog.getByRole('button', { name: 'Save tiles' }).click()
    await expect(dialog.getByText('Enter a complete address that starts with https://')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Address' }).last().fill('https://desk.example.com/queue')
    await dialog.getByRole('button', { name: 'Save tiles' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: new RegExp(`^${title}`) })).toHaveAttribute(
      'href',
      'https://desk.example.com/queue',
    )
  })

  // A browser has six connections to one host over HTTP/1.1, and a stream occupies one for as long as it is open.
  let streams = 0
  context.on('request', call => {
    if (call.url().endsWith('/live/events')) streams++
  })
  const other = await context.newPage()
  await other.goto('/')
  await expectLive(other)
  // A window behind another one is rarely painted, and every click waits for a frame.
  await page.bringToFront()
  expect(streams, 'streams beside the one of the first window').toBe(0)

  await test.step('what is critical stands above the page', async () => {
    await expect(notice).toContainText('The event subscription')
    await expect(notice).toContainText('Harbor US')
  })

  await test.step('the bell counts a new environment and it is said politely', async () => {
    await createEnvironment(page, name)
    await expect(page.getByRole('status').filter({ hasText: 'New notification:' })).toContainText(name, {
      timeout: 60_000,
    })
    await expect(bell(page, /^Notifications, \d+ unread$/)).toBeVisible()
    await expect.poll(async () => (await readUnreadCount(other)) - (await readUnreadCount(page))).toBe(0)
  })

  await test.step('the callout shows the latest, and the list all of them', async () => {
    await bell(page, /^Notifications/).click()
    await expect(entry).toBeVisible()
    await center.getByRole('button', { name: 'See all' }).click()
    await expect(center.getByRole('combobox', { name: 'Type' })).toBeVisible()
    await expect(entry).toBeVisible()
  })

  await test.step('opening it leads to its page and marks it as read', async () => {
    const before = await readUnreadCount(page)
    await entry.getByRole('link').click()
    await expect(page).toHaveURL(/\/environments/)
    // Other journeys create environments, too: their notifications stay unread.
    await expect.poll(() => readUnreadCount(page)).toBe(before - 1)
  })

  await test.step('what is critical stands above this page as well, until it is dismissed', async () => {
    await expect(heading(page, 'Environments')).toBeVisible()
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    // Those of other journeys, one after another: the last one leads back to the page.
    const dismiss = bar.getByRole('button', { name: 'Dismiss' })
    while ((await dismiss.count()) > 0) await dismiss.first().click()
    await expect(heading(page, 'Environments')).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('assay/critical-notification-removed'))).toMatch(
      /^\[("[0-9a-f-]{36}\/[0-9a-f-]{36}",?)+\]$/,
    )
  })

  await test.step('dismissing all empties the list, and nothing dismissed comes back with a reload', async () => {
    await bell(page, /^Notifications/).click()
    await center.getByRole('button', { name: 'See all' }).click()
    await center.getByRole('button', { name: 'Dismiss all' }).click()
    await expect(center.getByRole('listitem')).toHaveCount(0)
    await page.reload()
    await bell(page, /^Notifications/).click()
    await expect(center.getByText('You are up to date')).toBeVisible()
    await expect(center.getByRole('listitem')).toHaveCount(0)
    await expect(notice).toHaveCount(0)
  })

  await test.step('when the window with the stream is gone another one takes over, and every later change is heard as before', async () => {
    // The reloaded window passed the stream to the other one.
    await expect.poll(() => streams).toBe(1)
    const before = await readUnreadCount(page)
    await other.goto('about:blank')
    await expect.poll(() => streams).toBe(2)
    await createEnvironment(page, `After-${name}`)
    await expect.poll(() => readUnreadCount(page), { timeout: 60_000 }).toBe(before + 1)
  })
})
