import type { Page } from '@playwright/test'
import { endOwnReviews } from '../cases/case-calls.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const address = `/?env=${environments.harborEu}`
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name })
const section = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 2, name })

/** The vertical position of a heading of the page. */
const topOf = async (page: Page, name: string) => {
  await expect(section(page, name)).toBeVisible()
  return (await section(page, name).boundingBox())?.y ?? 0
}

test('an analyst begins with the own work and starts the next case from the dashboard', async ({ page }) => {
  await signIn(page, accounts.analyst, address)
  await endOwnReviews(page)
  await page.goto(address)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(tile(page, 'Open cases')).toContainText(/[1-9]/)
  await expect(tile(page, 'Decided today')).toBeVisible()
  await expect(page.getByRole('table', { name: 'My queues' })).toBeVisible()
  await expect(tile(page, 'Transactions')).toHaveCount(0)
  await expect(tile(page, 'Failed API calls')).toHaveCount(0)
  await expect(section(page, 'Integration')).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Start review' }).first().click()
  await expect(page).toHaveURL(/\/casemanagement\/queues\/[^/]+\/[^/]+\/[^/]+\/[^/?]+/)
  await expect(page.getByRole('timer', { name: 'Review time left' })).toBeVisible()
  // Who leaves the case finds the way back.
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('link', { name: /^Resume / })).toBeVisible()
  await endOwnReviews(page)
})

test('a manager begins with the figures, and a figure leads to the page behind it', async ({ page }) => {
  await signIn(page, accounts.caseManager, address)
  await expect(tile(page, 'Transactions')).toContainText(/[1-9]/)
  await expect(tile(page, 'Rejection rate')).toContainText('%')
  await expect(tile(page, 'Open cases')).toContainText(/[1-9]/)
  await expect(section(page, 'Open alerts')).toBeVisible()
  await expect(section(page, 'Score bands')).toBeVisible()
  await expect(section(page, 'Top rules')).toBeVisible()
  // Managers do not watch the API, and integrate nothing.
  await expect(tile(page, 'Failed API calls')).toHaveCount(0)
  await expect(section(page, 'Integration')).toHaveCount(0)
  await tile(page, 'Open cases').getByRole('link').click()
  await expect(heading(page, 'Queues')).toBeVisible()
  await expect(page).toHaveURL(/show=all/)
})

test('an engineer begins with health and integration', async ({ page }) => {
  await signIn(page, accounts.engineer, address)
  const order = [
    await topOf(page, 'Health'),
    await topOf(page, 'Account information'),
    await topOf(page, 'Score bands'),
  ]
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  await expect(page.getByText(environments.harborEu, { exact: true })).toBeVisible()
  await expect(tile(page, 'Failed API calls')).toContainText('%')
  await expect(tile(page, 'Open cases')).toHaveCount(0)
  const parts = page.getByRole('main').getByRole('list', { name: 'Health' })
  const show = page.getByRole('button', { name: /^Show parts/ })
  await expect(parts.or(show)).toBeVisible()
  if (await show.isVisible()) await show.click()
  await parts.getByRole('link', { name: 'External calls' }).click()
  await expect(heading(page, 'External calls')).toBeVisible()
})
