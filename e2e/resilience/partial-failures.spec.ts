import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, signIn, test } from '../support/journey.ts'

/** A call of which every answer is a failure, until it is given back. */
async function failRequests(page: Page, call: string): Promise<() => Promise<void>> {
  const address = `**/rpc/${call}`
  await page.route(address, route =>
    route.fulfill({
      status: 500,
      json: { json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'x' }, meta: [] },
    }),
  )
  return () => page.unroute(address)
}

test.beforeEach(async ({ page, guard }) => {
  guard.allowConsoleError(/status of 500/)
  await page.clock.install()
})

test('a rule that could not be evaluated is evaluated at another try, with nothing changed', async ({ page }) => {
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const mend = await failRequests(page, 'rules/evaluate')
  await page.getByRole('main').getByRole('link', { name: 'Default Support Rule' }).click()
  const outcome = page.getByRole('region', { name: 'Evaluation' })
  await fastForwardUntil(page, () => expect(outcome.getByText('The rule could not be evaluated.')).toBeVisible(briefly))
  await mend()
  await outcome.getByRole('button', { name: 'Try again' }).click()
  await expect(outcome.getByText('No clause returned a decision')).toBeVisible()
  await expect(outcome.getByText('The rule could not be evaluated.')).toHaveCount(0)
})

test('a function that could not be evaluated is evaluated at another try', async ({ page }) => {
  await signIn(page, accounts.engineer, '/data/functions')
  const mend = await failRequests(page, 'functions/evaluate')
  await page.getByRole('button', { name: 'New function', exact: true }).first().click()
  const outcome = page.getByRole('region', { name: 'Function evaluation' })
  await fastForwardUntil(page, () =>
    expect(outcome.getByText('The function could not be evaluated.')).toBeVisible(briefly),
  )
  await mend()
  await outcome.getByRole('button', { name: 'Try again' }).click()
  await expect(outcome.getByText('Result', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(heading(page, 'Functions')).toBeVisible()
})

test('what could not be counted is not counted for ever', async ({ page }) => {
  await signIn(page, accounts.analyst)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await failRequests(page, 'search/count')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('grid', { name: 'Events found' })).toBeVisible()
  await expect(page.getByText('Counting', { exact: false })).toBeVisible()
  await fastForwardUntil(page, () => expect(page.getByText('Counting', { exact: false })).toHaveCount(0, briefly))
})

test('figures of one card that are missing are asked for again with one button', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const mends = [await failRequests(page, 'customLists/list'), await failRequests(page, 'supportLists/list')]
  await page.goto('/data')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Lists' }) })
  const again = card.getByRole('button', { name: 'Try again' })
  await fastForwardUntil(page, () => expect(again).toHaveCount(1, briefly))
  for (const mend of mends) await mend()
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(card).toContainText(/\d+ custom lists?/)
  await expect(card).toContainText(/\d+ support-list entr(y|ies)/)
})
