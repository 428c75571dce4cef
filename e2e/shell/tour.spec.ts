import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('a tour leads over pages, is left, gone on with, and put away', async ({ page }) => {
  await signIn(page, accounts.engineer)
  const card = page.getByRole('region', { name: 'New here' })
  await card.getByRole('button', { name: 'Purchase protection' }).click()
  const first = page.getByRole('dialog', { name: 'What is decided now' })
  await expect(first).toBeFocused()
  await expect(first.getByText('Step 1 of 5')).toBeVisible()
  await first.getByRole('button', { name: 'Next' }).click()
  // The next one stands on another page.
  const second = page.getByRole('dialog', { name: 'Find any purchase' })
  await expect(second).toBeFocused()
  await expect(page).toHaveURL(/\/search/)
  const kept = page.waitForResponse(answer => answer.url().includes('/preferences/update') && answer.ok())
  await page.keyboard.press('Escape')
  await kept
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Elsewhere and later: the help menu goes on where it was left.
  await page.evaluate(() => localStorage.removeItem('assay/preferences'))
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Continue tour: Purchase protection' }).click()
  await expect(second).toBeVisible()
  for (const title of ['Look closer without leaving', 'Keep what you need often', 'Everything about one event']) {
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Replay tour: Purchase protection' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/')
  await card.getByRole('button', { name: 'Do not show tours here' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)
})

for (const [tour, titles] of [
  ['Creating a rule', ['Rules live here', 'The first that decides wins', 'Try it before it counts']],
  ['Environments', ['Where you are', 'How they belong together', 'Links keep the environment']],
] as const) {
  test(`every step of the tour ${tour} stands beside something of its own`, async ({ page }) => {
    await signIn(page, accounts.engineer)
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
  })
}

test('a tour is offered to those who may do what it shows', async ({ page }) => {
  await signIn(page, accounts.viewer)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Tour: Purchase protection' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Tour: Creating a rule' })).toHaveCount(0)
})
