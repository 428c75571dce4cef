import { expect as baseExpect, test } from '@playwright/test'
import { heading } from '../support/journey.ts'
import { sampleDataScript, withFewPurchases } from '../support/sample-purchases.ts'

/** Starting the database and deciding purchases is slow on a busy machine: milliseconds. */
const loadTimeout = 180_000

/** Service, database and page share a processor. */
const expect = baseExpect.configure({ timeout: 30_000 })

test('beside a service: by its flag, under its policy, and back to the sign-in', async ({ page, baseURL }) => {
  test.setTimeout(2 * loadTimeout)
  const banner = page
    .getByRole('note')
    .filter({ hasText: 'Sample data. Nothing leaves this browser and nothing is saved.' })
  const complaints: string[] = []
  const calls: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await page.route(sampleDataScript, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withFewPurchases(await response.text(), route.request().url()) })
  })
  await page.goto('/?mock=true')
  page.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== new URL(baseURL ?? '').origin || /^\/(api|v1\.0)\//.test(pathname)) calls.push(request.url())
  })
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(heading(page, 'Sign in to Assay')).toBeVisible({ timeout: loadTimeout })
  await page.getByRole('button', { name: 'Switch organization' }).click()
  await page.getByRole('button', { name: /Lio Ferrant/ }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible({ timeout: 30_000 })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account of Lio Ferrant/ })).toBeVisible()
  expect(calls).toEqual([])
  await banner.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/authorize|\/interaction|sign-in/, { timeout: 30_000 })
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('assay/mock'))).toBeNull()
  expect(complaints).toEqual([])
})
