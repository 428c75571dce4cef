import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { replaceCode } from '../support/rules.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const address = '/data/velocities'
/** From publishing to counting: the product's limit in milliseconds. */
const effectTimeout = 120_000
const randomTag = () => Math.random().toString(36).slice(2, 8)

/** A new set of this name with one velocity, opened from the list. */
async function startSet(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New velocity set', exact: true }).first().click()
  await page.getByRole('button', { name: 'Rename set' }).click()
  await page.getByRole('textbox', { name: 'Rename set' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
  await page.getByRole('textbox', { name: /^Code of / }).focus()
  await replaceCode(page, text)
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'Include past 90 days' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Publish set' }).click()
  await expect(page.getByText('Velocity set published.').last()).toBeVisible()
}

test('an engineer makes a velocity, publishes it, reads it live, and finds the events behind it', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const tag = randomTag()
  const velocity = `orders_${tag}`
  const customer = createCustomer()
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, address)
  await startSet(page, `Orders ${tag}`, `SELECT Count() AS ${velocity}\nFROM Purchase\nGROUPBY @"user.userId"`)
  await expect(page.getByText('Drafts are not counted. Publish the set to look up its values here.')).toBeVisible()

  await publish(page)

  let number = 0
  await test.step('a value grows with the events, and names them', async () => {
    const key = `customer-${customer.tag}`
    await page.getByRole('textbox', { name: 'Key' }).fill(key)
    const value = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Show events' }) })
    await expect(async () => {
      await shop.buy(createPurchase(customer, `order-${customer.tag}-${++number}`))
      await page.getByRole('button', { name: 'Look up' }).click()
      await expect(value).toContainText(/^[1-9]/, { timeout: 3_000 })
    }).toPass({ timeout: effectTimeout })
    await page.getByRole('button', { name: 'Show events' }).click()
    const events = page.getByRole('dialog', { name: velocity })
    await expect(events.getByRole('link', { name: `order-${customer.tag}-${number}` })).toBeVisible()
    await events.getByRole('link', { name: `order-${customer.tag}-${number}` }).click()
  })

  await test.step('an event has its velocities, and a value the events behind it', async () => {
    await expect(heading(page, `order-${customer.tag}-${number}`)).toBeVisible()
    await page.getByRole('button', { name: /^Email, Attempts, 1 hour: [1-9]/ }).click()
    const events = page.getByRole('dialog', { name: 'emailAttempts' })
    await expect(events.getByText(/counted since/)).toBeVisible()
    await expect(events.getByRole('link', { name: `order-${customer.tag}-${number}` })).toBeVisible()
  })

  await test.step('a set rests, and is deleted', async () => {
    const command = async (name: string) => {
      await page.getByRole('button', { name: `Actions for Orders ${tag}` }).press('Enter')
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    }
    await navigateInPage(page, address)
    await command('Deactivate')
    await expect(page.getByText(`Orders ${tag} is inactive.`, { exact: true })).toBeVisible()
    await command('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete set' }).click()
    await expect(page.getByText(`Orders ${tag} deleted.`, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: `Orders ${tag}` })).toHaveCount(0)
  })
})
