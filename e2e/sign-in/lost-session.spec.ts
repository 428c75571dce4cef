import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import {
  expireSessionAndSignIn,
  interruptSession,
  lostSessionErrors,
  readRecoveryKeys,
} from '../support/lost-session.ts'

test('dialogs and panels that were open when the session ended are open afterwards, with what was typed', async ({
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
  await test.step('a new branch', async () => {
    await page.getByRole('button', { name: 'Branch actions' }).click()
    await page.getByRole('menuitem', { name: 'Create a new branch' }).click()
    await name.fill('Unfinished branch')
    await dialog.getByRole('checkbox').nth(1).click()
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Create branch' }).click())
    await expect(name).toHaveValue('Unfinished branch')
    await expect(dialog.getByRole('textbox', { name: 'API name' })).toHaveValue('unfinished_branch')
    await expect(dialog.getByRole('checkbox').nth(1)).not.toBeChecked()
    await expect(dialog.getByRole('checkbox').nth(2)).toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('the settings of the rules', async () => {
    await page.getByRole('button', { name: 'Rule settings' }).click()
    const first = page.getByRole('radio', { name: /^Run the first/ })
    const before = await first.isChecked()
    await page.getByRole('radio', { checked: false }).first().click()
    await interruptSession(page, () => page.getByRole('button', { name: 'Save settings' }).click())
    await expect(first).toBeChecked({ checked: !before })
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled()
  })
  await test.step('the panel of an external assessment', async () => {
    await page.goto('/data/externalassessments')
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await dialog.getByRole('combobox', { name: 'Target assessment' }).click()
    await page.getByRole('option', { name: /^Seller payout – Harbor/ }).click()
    await name.fill('Unfinished_assessment')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What it is for')
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Create' }).click())
    await expect(name).toHaveValue('Unfinished_assessment')
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('What it is for')
    await expect(dialog.getByRole('combobox', { name: 'Target assessment' })).toContainText('Seller payout')
  })
  await test.step('the name of a view', async () => {
    await page.goto('/search?period=90d&sort=riskScore:desc')
    await expect(heading(page, 'Search')).toBeVisible()
    await page.getByRole('button', { name: 'View actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as…' }).click()
    await name.fill('Unfinished view')
    await interruptSession(page, () => page.getByRole('button', { name: 'Save view' }).click())
    await expect(name).toHaveValue('Unfinished view')
    await expect(page).toHaveURL(/sort=riskScore/)
  })
  await test.step('what a velocity is tried with', async () => {
    await page.goto('/data/velocities')
    await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click()
    const key = page.getByRole('textbox', { name: 'Key' })
    await key.fill('half-a-key')
    await page.getByRole('spinbutton', { name: 'Window' }).fill('3')
    await interruptSession(page, () => page.getByRole('button', { name: 'Read value' }).click())
    await expect(key).toHaveValue('half-a-key')
    await expect(page.getByRole('spinbutton', { name: 'Window' })).toHaveValue('3')
    await page.goto('/')
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })
  await test.step('a name that is typed over another', async () => {
    await page.goto('/data/velocities')
    await page.getByRole('button', { name: 'New velocity set', exact: true }).first().click()
    await page.getByRole('button', { name: 'Rename set' }).click()
    const rename = page.getByRole('textbox', { name: 'Rename set' })
    // A name begins with a letter or digit, so the field stays while the code is typed and saved.
    await rename.fill('+ half a name')
    await interruptSession(page, async () => {
      await page.getByRole('textbox', { name: /^Code of / }).click({ position: { x: 40, y: 12 } })
      await page.keyboard.type('SELECT')
    })
    await expect(rename).toHaveValue('+ half a name')
    await page.keyboard.press('Escape')
    await expect(rename).toHaveCount(0)
  })
  expect(await readRecoveryKeys(page)).toEqual([])
})

test('dialogs of templates are open again after a lost session, with what was typed', async ({ page }) => {
  await signIn(page, accounts.admin, '/fraud/accountlogin/rules')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  const description = dialog.getByRole('textbox', { name: 'Description' })
  const called = `Kept ${Date.now()}`

  await test.step('a template of a rule', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Create template' }).click()
    await name.fill(called)
    await description.fill('For the season')
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Add template' }).click())
    await expect(name).toHaveValue(called)
    await expect(description).toHaveValue('For the season')
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${called} added.`).last()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a rule from it', async () => {
    await page.getByRole('button', { name: 'From template' }).click()
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: called }).click()
    await expect(description).toHaveValue('For the season')
    await name.fill('Half a ru')
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Create' }).click())
    await expect(name).toHaveValue('Half a ru')
    await expect(dialog.getByRole('combobox')).toHaveValue(called)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('its own name and description', async () => {
    await page.goto(`/data/templates?q=${encodeURIComponent(called)}`)
    await page.getByRole('rowheader', { name: called, exact: true }).dblclick()
    await page.getByRole('complementary', { name: called }).getByRole('button', { name: 'Edit' }).click()
    await description.fill('For the whole year')
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Save' }).click())
    await expect(description).toHaveValue('For the whole year')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('For the whole year').first()).toBeVisible()
  })
  await test.step('a template from a file, which is chosen again', async () => {
    const file = {
      name: 'template.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ format: 'assay.template', version: 1, kind: 'rule', name: 'In the file', description: '' }),
      ),
    }
    await page.getByRole('button', { name: 'Import template' }).first().click()
    await dialog.locator('input[type="file"]').setInputFiles(file)
    await expect(name).toHaveValue('In the file')
    await name.fill('Half a na')
    await interruptSession(page, () => dialog.getByRole('button', { name: 'Add template' }).click())
    await expect(name).toHaveValue('Half a na')
    await dialog.locator('input[type="file"]').setInputFiles(file)
    await expect(dialog.getByText('template.json').first()).toBeVisible()
    await expect(name).toHaveValue('Half a na')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('what a new environment starts as', async () => {
    await page.goto('/environments')
    await page.getByRole('button', { name: 'New environment' }).click()
    const form = page.getByRole('complementary')
    await form.getByRole('switch', { name: /template/ }).click()
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Unfinished')
    // The service is asked what is in it.
    await interruptSession(page, () =>
      form
        .locator('input[type="file"]')
        .setInputFiles({ name: 'template.json', mimeType: 'application/json', buffer: Buffer.from('{}') }),
    )
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Unfinished')
    await expect(form.getByRole('switch', { name: /template/ })).toBeChecked()
    await form.getByRole('button', { name: 'Cancel' }).click()
  })
  await page.goto(`/data/templates?q=${encodeURIComponent(called)}`)
  await page.getByRole('rowheader', { name: called, exact: true }).dblclick()
  await page.getByRole('complementary', { name: called }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText(`${called} deleted.`, { exact: true }).last()).toBeVisible()
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
