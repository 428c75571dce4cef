import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { expireSessionAndSignIn, lostSessionErrors, readRecoveryKeys } from '../support/lost-session.ts'

test('a dialog and a panel that were open when the session ended are open afterwards, with what was typed', async ({
  page,
  guard,
}) => {
  test.slow()
  guard.allowConsoleError(lostSessionErrors)
  await signIn(page, accounts.engineer, '/fraud/accountlogin/rules')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })

  await test.step('another name for a rule, for who typed it alone', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
    await name.fill('Half a na')
    await expireSessionAndSignIn(page, accounts.admin, () => dialog.getByRole('button', { name: 'Rename' }).click())
    await expect(page.getByRole('button', { name: /^Actions for / }).first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expireSessionAndSignIn(page, accounts.engineer, () =>
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click(),
    )
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.goto('/fraud/accountlogin/rules')
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(name).toHaveValue('Half a na')
    expect(await readRecoveryKeys(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the panel of an external assessment', async () => {
    await page.goto('/data/externalassessments')
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await dialog.getByRole('combobox', { name: 'Target assessment' }).click()
    await page.getByRole('option', { name: /^Seller payout – Harbor/ }).click()
    await name.fill('Unfinished_assessment')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What it is for')
    await expireSessionAndSignIn(page, accounts.engineer, () => dialog.getByRole('button', { name: 'Create' }).click())
    await expect(name).toHaveValue('Unfinished_assessment')
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('What it is for')
    await expect(dialog.getByRole('combobox', { name: 'Target assessment' })).toContainText('Seller payout')
  })
  expect(await readRecoveryKeys(page)).toEqual([])
})

test('a network that drops while a view is saved leaves its name in the form', async ({ page, guard }) => {
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource/)
  await signIn(page, accounts.engineer, '/search?period=90d&sort=riskScore:desc')
  await page.getByRole('button', { name: 'View actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  const called = `Dropped view ${Date.now()}`
  await name.fill(called)
  await page.route('**/rpc/savedViews/save', route => route.abort())
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('The view could not be saved.').first()).toBeVisible()
  await expect(name).toHaveValue(called)
  await page.unrouteAll()
  const save = page.getByRole('button', { name: 'Save view' })
  await expect(save).toBeEnabled({ timeout: 20_000 })
  await save.click()
  await expect(page.getByRole('radio', { name: called })).toBeChecked()
  await expect(name).toHaveCount(0)
  await page.getByRole('button', { name: 'View actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page.getByText(`View ${called} deleted.`, { exact: true })).toBeVisible()
})
