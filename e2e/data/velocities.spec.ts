import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule, replaceCode } from '../support/rules.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const address = '/data/velocities'
/** From publishing to counting: milliseconds that the product promises. */
const effectTimeout = 120_000
const randomTag = () => Math.random().toString(36).slice(2, 8)

/** A new set of this name with one velocity, opened from the list. */
async function startSet(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New velocity set', exact: true }).first().click()
  await page.getByRole('button', { name: 'Rename set' }).click()
  await page.getByRole('textbox', { name: 'Rename set' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
  await page.getByRole('textbox', { name: /^Code of / }).click({ position: { x: 40, y: 12 } })
  await replaceCode(page, text)
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'Count the history too' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Publish set' }).click()
  await expect(page.getByText('Velocity set published.').last()).toBeVisible()
}

test('an engineer makes a velocity, publishes it, reads it live, and finds the events behind it', async ({
  page,
  request,
  guard,
}) => {
  test.setTimeout(240_000)
  // The browser itself writes a line for the answer that refuses.
  guard.allowConsoleError(/status of (409|422)/)
  const tag = randomTag()
  const velocity = `orders_${tag}`
  const customer = createCustomer()
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, address)
  await startSet(page, `Orders ${tag}`, `SELECT Count() AS ${velocity}\nFROM Purchase\nGROUPBY @"user.userId"`)
  await expect(page.getByText('Nothing is counted for a draft.')).toBeVisible()

  await test.step('what is wrong blocks publishing, and says where', async () => {
    await replaceCode(page, `SELECT Count() AS ${velocity} FROM Nowhere GROUPBY @"user.userId"`)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await replaceCode(page, `SELECT Count() AS ${velocity}\nFROM Purchase\nGROUPBY @"user.userId"`)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  })
  await publish(page)

  await test.step('a value grows with the events, and names them', async () => {
    const key = `customer-${customer.tag}`
    let number = 0
    await page.getByRole('textbox', { name: 'Key' }).fill(key)
    const value = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Events behind it' }) })
    await expect(async () => {
      await shop.buy(createPurchase(customer, `order-${customer.tag}-${++number}`))
      await page.getByRole('button', { name: 'Read value' }).click()
      await expect(value).toContainText(/^[1-9]/, { timeout: 3_000 })
    }).toPass({ timeout: effectTimeout })
    await page.getByRole('button', { name: 'Events behind it' }).click()
    const events = page.getByRole('dialog', { name: velocity })
    await expect(events.getByRole('link', { name: `order-${customer.tag}-${number}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(events).toHaveCount(0)
  })

  await test.step('a set that rests is activated again, unless it has errors by now, which is said', async () => {
    const command = async (name: string) => {
      await page.getByRole('button', { name: `Actions for Orders ${tag}` }).press('Enter')
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    }
    await page.goto(address)
    await command('Deactivate')
    await expect(page.getByText(`Orders ${tag} is inactive.`, { exact: true })).toBeVisible()
    await page.route(
      '**/rpc/velocities/setStatus',
      route =>
        route.fulfill({
          status: 422,
          json: {
            json: {
              defined: false,
              code: 'UNPROCESSABLE_CONTENT',
              status: 422,
              message: 'x',
              data: { issues: [], problems: [] },
            },
            meta: [],
          },
        }),
      { times: 1 },
    )
    await command('Activate')
    await expect(
      page.getByText('The velocity set has errors and cannot be activated. Open it to see them.', { exact: true }),
    ).toBeVisible()
    await command('Activate')
    await expect(page.getByText(`Orders ${tag} is active.`, { exact: true })).toBeVisible()
  })

  await test.step('a set in use is not deleted, and its users are named', async () => {
    const rule = await publishRule(
      page,
      `Uses ${tag}`,
      `RETURN Review("Often") WHEN Velocity.${velocity}(@"user.userId", 1d) > 900`,
    )
    await page.goto(address)
    await page.getByRole('button', { name: `Actions for Orders ${tag}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete set' }).click()
    const kept = page.getByRole('dialog', { name: `Orders ${tag} was not deleted` })
    await expect(kept.getByRole('link', { name: `Uses ${tag}` })).toBeVisible()
    await kept.getByRole('button', { name: 'Close' }).last().click()
    await removeRule(page, rule)
    await page.goto(address)
    await page.getByRole('button', { name: `Actions for Orders ${tag}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete set' }).click()
    await expect(page.getByText(`Orders ${tag} deleted.`, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: `Orders ${tag}` })).toHaveCount(0)
  })
})

test('a default set is read, and its clone is one’s own, by keys alone', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  const name = 'Default - IP velocities'
  await page.getByRole('button', { name: `Details of ${name}` }).press('Enter')
  await expect(page.getByText(/SELECT Count\(\) AS ipAttempts/)).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.getByRole('menuitem', { name: 'Clone' }).press('Enter')
  await expect(page).toHaveURL(/set=/)
  await expect(page.getByRole('navigation', { name: 'Condition and velocities' }).getByRole('listitem')).toHaveCount(7)
  await page.getByRole('button', { name: 'New velocity' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Logins per IP address' }).press('Enter')
  await expect(page.getByRole('navigation', { name: 'Condition and velocities' }).getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).press('Enter')
  await expect(page.getByText('Draft discarded.').last()).toBeVisible()
  await expect(heading(page, 'Velocities')).toBeVisible()
})

test('texts that could not be checked are told, and checked when that is asked for', async ({ page, guard }) => {
  guard.allowConsoleError(/status of 500/)
  await page.route('**/rpc/velocities/check', route =>
    route.fulfill({
      status: 500,
      json: { json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'x' }, meta: [] },
    }),
  )
  await signIn(page, accounts.engineer, address)
  await page.getByRole('link', { name: 'Default - Email velocities' }).click()
  const notice = page.getByText('The texts could not be checked.')
  await expect(notice).toBeVisible()
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  const second = page.waitForResponse('**/rpc/velocities/check')
  await again.click()
  await second
  await expect(notice).toBeVisible()
  await page.unroute('**/rpc/velocities/check')
  await again.click()
  await expect(notice).toHaveCount(0)
  await expect(heading(page, 'Default - Email velocities')).toBeVisible()
})

test('who may only read sees the sets without the commands', async ({ page }) => {
  await signIn(page, accounts.viewer, address)
  await page.getByRole('link', { name: 'Default - Email velocities' }).click()
  await expect(heading(page, 'Default - Email velocities')).toBeVisible()
  for (const name of ['Edit', 'Publish', 'New velocity'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('an analyst sees the velocities of an event, and the events behind a value', async ({ page, request }) => {
  test.setTimeout(180_000)
  const customer = createCustomer()
  const shop = await Shop.open(request)
  await shop.buy(createPurchase(customer, `order-${customer.tag}-1`))
  await shop.buy(createPurchase(customer, `order-${customer.tag}-2`))
  await signIn(page, accounts.analyst, `/search/purchase/${environments.harbor}/order-${customer.tag}-2`)
  await page.getByRole('button', { name: /^Email, Attempts, 1 hour: 2\./ }).click()
  const events = page.getByRole('dialog', { name: 'emailAttempts' })
  await expect(events.getByText(/counted since/)).toBeVisible()
  for (const order of [1, 2])
    await expect(events.getByRole('link', { name: `order-${customer.tag}-${order}` })).toBeVisible()
})
