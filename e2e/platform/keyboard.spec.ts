import { accounts } from '../support/demo.ts'
import { expect, heading, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'

test('a whole visit without a mouse', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  const engineer = page.getByRole('button', { name: new RegExp(accounts.engineer) })
  // The first account is focused initially; arrows move through the list.
  await expect(page.getByRole('button', { name: /\sanalyst@/ })).toBeFocused()
  await focusByKeyboard(page, engineer, 'ArrowDown', 8)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()

  // The first tab stop of the page skips the navigation.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await focusByKeyboard(
    page,
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Search' }),
  )
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Search')).toBeFocused()

  // A condition on the score.
  const add = page.getByRole('button', { name: 'Filter: add a condition' })
  await focusByKeyboard(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Find a field or a value' })).toBeFocused()
  await page.keyboard.type('Risk')
  await expect(page.getByRole('option').first()).toHaveText('Risk score')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('spinbutton', { name: 'Value' })).toBeFocused()
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Risk score at least 200', exact: true })).toBeVisible()
  await expect(add).toBeFocused()
  await expect(page).toHaveURL(/f=riskScore%3Agte%3A200/)

  // A value typed after the key of the quick search is a condition at once; earlier input has no effect.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a field or a value' })).toBeFocused()
  await page.keyboard.type('nobody@example.com')
  await page.keyboard.press('Enter')
  const quick = page.getByRole('button', { name: 'Email equals nobody@example.com', exact: true })
  await expect(quick).toBeVisible()
  await expect(add).toBeFocused()
  await expect(page.getByRole('main').getByText('0 events', { exact: true })).toBeVisible()
  await expect(page.locator('[data-slot="announcer"] [role="status"]')).toHaveText('0 events')
  await page.keyboard.press('f')
  await page.keyboard.type('198.51.100.7')
  await expect(page.getByRole('option').first()).toHaveText(/^IP address equals/)
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await quick.focus()
  await page.keyboard.press('Delete')
  await expect(quick).toHaveCount(0)

  // Into the grid, sort by amount, down to the third event, and open it.
  const grid = page.getByRole('grid', { name: 'Events found' })
  await expect(grid.getByRole('row').nth(3)).toBeVisible()
  await focusByKeyboard(page, grid.getByRole('columnheader').first().getByRole('checkbox'))
  for (const name of ['Purchase ID', 'Transaction date', 'Risk score']) {
    await page.keyboard.press('ArrowRight')
    await expect(grid.getByRole('columnheader', { name }).getByRole('button').first()).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Risk score' })).toHaveAttribute(
    'aria-sort',
    /ascending|descending/,
  )
  await expect(page).toHaveURL(/sort=riskScore/)
  // The rows in their former order stay until the sorted ones arrive.
  await expect(grid).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Home')
  for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown')
  // From the box of the row to its name.
  await page.keyboard.press('ArrowRight')
  const third = grid.getByRole('row').nth(3).getByRole('link')
  await expect(third).toBeFocused()
  const id = (await third.textContent()) ?? ''
  // Enter opens the event beside the table, its own link the whole page.
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: id })
  await focusByKeyboard(page, panel.getByRole('link', { name: 'Open event' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, id)).toBeVisible()
  await focusByKeyboard(
    page,
    page.getByRole('navigation', { name: 'Views of this event' }).getByRole('link', { name: 'JSON' }),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Request' })).toBeVisible()

  // Changes the environment.
  const environment = page.getByRole('banner').getByRole('button', { name: /^Environment: / })
  await focusByKeyboard(page, environment, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Find environment' })).toBeFocused()
  await page.keyboard.type('Harbor US')
  await page.keyboard.press('ArrowDown')
  await focusByKeyboard(page, page.getByRole('treeitem', { name: 'Harbor US', exact: true }), 'ArrowDown', 6)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor US' })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(heading(page, 'Search')).toBeFocused()

  // Changes it again, in the drawer, where the top bar is too narrow for the switcher.
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(environment).toBeHidden()
  const drawerButton = page.getByRole('button', { name: 'Open navigation' })
  await focusByKeyboard(page, drawerButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Main navigation' })
  await focusByKeyboard(page, drawer.getByRole('button', { name: /^Environment: / }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Find environment' })).toBeFocused()
  await page.keyboard.type('Harbor EU')
  await page.keyboard.press('ArrowDown')
  await focusByKeyboard(page, page.getByRole('treeitem', { name: 'Harbor EU', exact: true }), 'ArrowDown', 6)
  await page.keyboard.press('Enter')
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(/env=/)
  await drawerButton.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Environment: Harbor / Harbor EU' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.setViewportSize(size)

  // Changes the language: the page is translated at once.
  const account = page.getByRole('button', { name: 'Account of Dario Venn' })
  await focusByKeyboard(page, account)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Lang')
  await expect(page.getByRole('menuitem', { name: 'Language' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitemradio', { name: /English/ })).toBeFocused()
  await focusByKeyboard(page, page.getByRole('menuitemradio', { name: 'Deutsch' }), 'ArrowDown', 4)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Suche')).toBeVisible()

  // Signs out.
  await focusByKeyboard(page, page.getByRole('button', { name: 'Konto von Dario Venn' }), 'Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Sie sind abgemeldet')).toBeVisible()
})
