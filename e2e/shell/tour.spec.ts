import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

/** Steps through a tour of the help menu to its end; no two of its steps have the same target. */
async function walkTour(page: Page, tour: string, titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: `Tour: ${tour}` }).click()
  const framed: string[] = []
  for (const [index, title] of titles.entries()) {
    const step = page.getByRole('dialog', { name: title })
    await expect(step).toBeFocused()
    await expect(step.getByText(`Step ${index + 1} of ${titles.length}`)).toBeVisible()
    const box = await page.locator('[data-slot="tour-frame"]').boundingBox()
    framed.push([box?.x, box?.y, box?.width, box?.height].map(value => Math.round(value ?? 0)).join(' '))
    await step.getByRole('button', { name: index === titles.length - 1 ? 'Done' : 'Next' }).click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new Set(framed).size).toBe(titles.length)
}

test('tours lead over pages, are left, gone on with, and put away', async ({ page }) => {
  await signIn(page, accounts.engineer)
  const card = page.getByRole('region', { name: 'New here' })
  const step = page.getByRole('dialog')
  // The second step of the first tour is on another page.
  const second = page.getByRole('dialog', { name: 'Find any purchase' })

  await test.step('a tour is begun from its card and left on its second page', async () => {
    await card.getByRole('button', { name: 'Purchase protection' }).click()
    const first = page.getByRole('dialog', { name: 'Decisions at a glance' })
    await expect(first).toBeFocused()
    await expect(first.getByText('Step 1 of 5')).toBeVisible()
    await first.getByRole('button', { name: 'Next' }).click()
    await expect(second).toBeFocused()
    await expect(page).toHaveURL(/\/search/)
    const stored = page.waitForResponse(answer => answer.url().includes('/preferences/update') && answer.ok())
    await page.keyboard.press('Escape')
    await stored
    await expect(step).toHaveCount(0)
  })

  await test.step('the card is put away', async () => {
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
    const stored = page.waitForResponse(answer => answer.url().includes('/preferences/update') && answer.ok())
    await card.getByRole('button', { name: 'Hide tours' }).click()
    await stored
    await expect(card).toHaveCount(0)
  })

  await test.step('the help menu goes on where the tour was left, and the card stays away', async () => {
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Continue tour: Purchase protection' })).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Continue tour: Purchase protection' }).click()
    await expect(second).toBeVisible()
    for (const title of [
      'Details without leaving the list',
      'Save what you need often',
      'Everything about one event',
    ]) {
      await step.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    }
    await step.getByRole('button', { name: 'Done' }).click()
    await expect(step).toHaveCount(0)
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Replay tour: Purchase protection' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('every step of the other tours stands beside something of its own', async () => {
    await walkTour(page, 'Creating a rule', ['Your rules', 'The first decision wins', 'Test it before it goes live'])
    await walkTour(page, 'Environments', ['Where you are', 'How environments relate', 'Links keep the environment'])
  })
})
