import { recordClipboard } from '../support/clipboard.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('a search stays with the person: views that are saved, shared and brought back, columns, and events that are ticked', async ({
  page,
  browser,
}) => {
  const copied = await recordClipboard(page)
  await signIn(page, accounts.engineer, '/search?period=all&f=decision:in:Reject&sort=riskScore:desc')
  const views = page.getByRole('radiogroup', { name: 'Saved views' })
  const menu = page.getByRole('button', { name: 'View actions' })
  await expect(views.getByRole('radio', { name: /All purchases/ })).toBeChecked()
  await expect(views.getByRole('img', { name: 'Unsaved changes' })).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rejects')
  await page.getByRole('checkbox', { name: 'Share with the team' }).click()
  const stored = page.waitForResponse(answer => answer.url().includes('savedViews/save') && answer.ok())
  await page.getByRole('button', { name: 'Save view' }).click()
  await stored
  await expect(views.getByRole('radio', { name: /Rejects/ })).toBeChecked()
  await expect(views.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(0)

  // Another sort order is a change; it can be discarded.
  await page
    .getByRole('grid', { name: 'Events found' })
    .getByRole('columnheader', { name: 'Transaction date' })
    .getByRole('button')
    .first()
    .click()
  await expect(views.getByRole('img', { name: 'Unsaved changes' })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/sort=riskScore%3Adesc/)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link to Rejects copied.', { exact: true })).toBeVisible()
  const link = await copied()
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const colleague = await other.newPage()
  await signIn(colleague, accounts.viewer, link)
  await expect(colleague.getByRole('radio', { name: /Rejects/ })).toBeChecked()
  await expect(colleague).toHaveURL(/f=decision%3Ain%3AReject/)
  await colleague.getByRole('button', { name: 'View actions' }).click()
  await expect(colleague.getByRole('menuitem', { name: 'Delete view' })).toBeDisabled()
  await colleague.keyboard.press('Escape')
  // The start view is personal.
  await colleague.getByRole('button', { name: 'View actions' }).click()
  const chosen = colleague.waitForResponse(answer => answer.url().includes('savedViews/setDefault') && answer.ok())
  await colleague.getByRole('menuitem', { name: 'Set as default' }).click()
  await chosen
  const pages = colleague.getByRole('navigation', { name: 'Main navigation' })
  await pages.getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(colleague, 'Dashboard')).toBeVisible()
  await pages.getByRole('link', { name: 'Search' }).click()
  await expect(colleague.getByRole('radio', { name: /Rejects/ })).toBeChecked()
  await expect(colleague).toHaveURL(/f=decision%3Ain%3AReject/)
  await other.close()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rejected')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views.getByRole('radio', { name: /Rejected/ })).toBeChecked()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page.getByText('View Rejected deleted.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views.getByRole('radio', { name: /Rejected/ })).toBeVisible()

  // The columns of the table are stored per user.
  const grid = page.getByRole('grid', { name: 'Events found' })
  await expect(grid.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const changed = page.waitForResponse(answer => answer.url().includes('/preferences/update') && answer.ok())
  await page.getByRole('checkbox', { name: 'Email' }).click()
  await changed
  await page.keyboard.press('Escape')
  await expect(grid.getByRole('columnheader', { name: 'Transaction date' })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)

  // Selected events are copied, even from another search without them: they are fetched.
  const boxes = grid.getByRole('checkbox')
  await expect(grid.getByRole('link').nth(1)).toBeVisible()
  const ids = await grid.getByRole('link').evaluateAll(links => links.slice(0, 2).map(link => link.textContent))
  await boxes.nth(1).click()
  await boxes.nth(2).click()
  await page.getByRole('button', { name: 'Any time' }).click()
  await page.getByRole('menuitemradio', { name: 'Last hour' }).click()
  await expect(page).toHaveURL(/period=1h/)
  await expect(page.getByRole('button', { name: 'Export 2 events' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy 2 IDs' }).click()
  await expect(page.getByText('2 IDs copied.').first()).toBeVisible()
  expect((await copied()).split('\n').sort()).toEqual([...ids].sort())

  // Sign-ins are searched like purchases, with columns and views of their own, and open their page.
  await page.getByRole('button', { name: 'Event type: Purchase' }).click()
  await page.getByRole('menuitemradio', { name: 'Account login' }).click()
  await expect(page).toHaveURL(/type=accountlogin/)
  await page.getByRole('button', { name: 'Last hour' }).click()
  await page.getByRole('menuitemradio', { name: 'Any time' }).click()
  await expect(views.getByRole('radio', { name: /All: Account login/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Copy 2 IDs' })).toHaveCount(0)
  await expect(views.getByRole('radio', { name: /Rejected/ })).toHaveCount(0)
  await expect(grid.getByRole('columnheader', { name: /^Amount/ })).toHaveCount(0)
  await grid.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/search\/accountlogin\//)
  await expect(page.getByRole('navigation', { name: 'Views of this event' })).toBeVisible()
})
