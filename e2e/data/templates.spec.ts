import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { publishRule, removeRule } from '../support/rules.ts'

/** The panel of a template, with its commands. */
async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('rowheader', { name, exact: true }).dblclick()
  return page.getByRole('complementary', { name })
}
/** Goes to an address as a link does: what was fetched stays. */
const navigateWithin = (page: Page, path: string) =>
  page.evaluate(to => {
    history.pushState(null, '', `${to}${location.search}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('a rule becomes a template, is taken away and brought as a file, and starts another rule', async ({ page }) => {
  test.setTimeout(180_000)
  const name = `Large ${randomTag()}`
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const rule = await publishRule(page, name, 'RETURN Review("Large") WHEN @"totalAmount" > 999999')
  await test.step('kept from the menu of the rule', async () => {
    await page.goto(`/fraud/purchase/rules?q=${encodeURIComponent(name)}`)
    await page
      .getByRole('button', { name: new RegExp(`${name}$`) })
      .last()
      .press('Enter')
    await page.getByRole('menuitem', { name: 'Create template' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Template from ${name}` })
    await expect(dialog.getByRole('button', { name: /^Clauses/ })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('For the season')
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${name} added.`).last()).toBeVisible()
  })
  let file = { name: '', mimeType: '', buffer: Buffer.alloc(0) }
  await test.step('exported, put away and imported under another name', async () => {
    await page.goto(`/data/templates?q=${encodeURIComponent(name)}`)
    await expect(heading(page, 'Templates')).toBeVisible()
    const panel = await openPanel(page, name)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Export' }).click()
    file = {
      name: 'template.json',
      mimeType: 'application/json',
      buffer: await readFile(await (await download).path()),
    }
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).press('Enter')
    await expect(page.getByText(`${name} deleted.`, { exact: true }).last()).toBeVisible()
    await page.getByRole('button', { name: 'Import template' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import template' })
    await dialog.locator('input[type="file"]').setInputFiles(file)
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${name} again added.`).last()).toBeVisible()
  })
  await test.step('a new draft from it, with its clause', async () => {
    await removeRule(page, rule)
    await page.goto('/fraud/purchase/rules')
    await page.getByRole('button', { name: 'From template' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule from a template' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: `${name} again` }).click()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('For the season')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} two`)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(heading(page, `${name} two`)).toBeVisible()
    await expect(page.getByText('RETURN Review("Large")').first()).toBeVisible()
  })
})

/** Signs in, makes a template of Harbor EU under this name, and opens the form of an environment below it. */
async function openChildForm(page: Page, name: string): Promise<Locator> {
  await signIn(page, accounts.admin, `/environments?env=${environments.harbor}`)
  await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Template from Harbor EU' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByText(`Template ${name} added.`).last()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New child environment' }).click()
  return page.getByRole('complementary', { name: 'New environment below Harbor EU' })
}

test('a template that cannot be looked at says so, and is looked at again on request', async ({ page, guard }) => {
  test.setTimeout(120_000)
  guard.allowConsoleError(/status of (?:500|503)/)
  const name = `Kept${randomTag()}`
  const panel = await openChildForm(page, name)
  await page.route('**/rpc/environmentTemplates/check', route => route.fulfill({ status: 500, body: '{}' }))
  await panel.getByRole('switch', { name: /^Use a template/ }).click()
  await panel.getByRole('combobox', { name: /^Template/ }).click()
  await page.getByRole('option', { name }).click()
  const failure = panel.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
  await expect(failure).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.unroute('**/rpc/environmentTemplates/check')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('heading', { name: 'Contents' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Create' })).toBeEnabled()
})

test('an environment starts as another one was', async ({ page }) => {
  test.setTimeout(180_000)
  const name = `Copy${randomTag()}`
  const panel = await openChildForm(page, name)
  await panel.getByRole('switch', { name: /^Use a template/ }).click()
  await expect(panel.getByRole('button', { name: 'Create' })).toBeDisabled()
  await panel.getByRole('combobox', { name: /^Template/ }).click()
  await page.getByRole('option', { name }).click()
  await expect(panel.getByRole('heading', { name: 'Contents' })).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await panel.getByRole('button', { name: 'Create' }).click()
  const row = page
    .getByRole('treegrid', { name: 'Environments' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}(?! sandbox|-sandbox)`) }) })
  await expect(row.getByText('Active', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('an assessment becomes a template and another assessment', async ({ page }) => {
  test.setTimeout(120_000)
  const tag = randomTag()
  await signIn(page, accounts.admin, `/rulesconfiguration?env=${environments.harbor}`)
  await expect(page.getByRole('link', { name: 'Seller payout' })).toBeVisible()
  await navigateWithin(page, '/data/templates')
  // The commands move into the page when the library turns out to be empty.
  await expect(heading(page, 'Templates')).toBeVisible()
  await waitForNetworkIdle(page)
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('menuitem', { name: 'From the assessment Seller payout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Template from Seller payout' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Payouts ${tag}`)
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByText(`Template Payouts ${tag} added.`).last()).toBeVisible()
  // From the row, where the pointer finds it; its panel has the same command.
  await page.getByRole('rowheader', { name: `Payouts ${tag}`, exact: true }).hover()
  await page.getByRole('button', { name: `Actions for Payouts ${tag}` }).click()
  await page.getByRole('menuitem', { name: 'New assessment from it' }).click()
  const make = page.getByRole('dialog', { name: `New assessment from Payouts ${tag}` })
  await make.getByRole('button', { name: 'Create' }).click()
  await expect(make.getByText('Enter a name.')).toBeVisible()
  await make.getByRole('textbox', { name: 'Friendly name' }).fill(`Payouts ${tag}`)
  await make.getByRole('textbox', { name: 'API name' }).fill(`Payout_${tag}`)
  await make.getByRole('button', { name: 'Create' }).click()
  const result = page.getByRole('dialog', { name: 'What was created' })
  await expect(result.getByText('Created').first()).toBeVisible()
  await result.getByRole('button', { name: 'Close' }).last().click()
  // Assessments were fetched before this one was made.
  await navigateWithin(page, `/fraud/assessments/Payout_${tag}/rules`)
  await expect(heading(page, `Rules of Payouts ${tag}`)).toBeVisible()
})

test('a template whose answer was lost is found again, a late answer closes no other dialog, and a typed name outlives another file', async ({
  page,
  guard,
}) => {
  test.setTimeout(120_000)
  guard.allowConsoleError(/net::ERR_FAILED|status of 409/)
  const name = `Lost ${randomTag()}`
  await signIn(page, accounts.admin, `/data/templates?env=${environments.harbor}`)
  const dialog = page.getByRole('dialog', { name: 'Template from Seller payout' })
  const begin = async (text: string) => {
    await page.getByRole('button', { name: 'Create template' }).first().click()
    await page.getByRole('menuitem', { name: 'From the assessment Seller payout' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(text)
  }
  await page.route(
    '**/rpc/assessmentTemplates/create',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await begin(name)
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByText('Something went wrong').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A second thought')
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })).toContainText(
    'A second thought',
  )

  let letGo = () => {}
  const free = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(
    '**/rpc/assessmentTemplates/create',
    async route => {
      await free
      await route.continue()
    },
    { times: 1 },
  )
  await begin(`${name} late`)
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import template' }).first().click()
  const brought = page.getByRole('dialog', { name: 'Import template' })
  await brought.getByRole('button', { name: 'Add template' }).click()
  await expect(brought.getByRole('button', { name: /^Choose a file/ })).toBeFocused()
  const choose = (suggested: string) =>
    brought.locator('input[type="file"]').setInputFiles({
      name: `${suggested}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ format: 'assay.template', kind: 'rule', name: suggested, description: suggested }),
      ),
    })
  await choose('First')
  await expect(brought.getByRole('textbox', { name: 'Name' })).toHaveValue('First')
  await brought.getByRole('textbox', { name: 'Name' }).fill('Mine')
  letGo()
  await expect(page.getByText(`Template ${name} late added.`).last()).toBeVisible()
  await expect(brought.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  await brought.getByRole('button', { name: /Remove/ }).click()
  await choose('Second')
  await expect(brought.getByRole('textbox', { name: 'Description' })).toHaveValue('Second')
  await expect(brought.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  await brought.getByRole('button', { name: 'Cancel' }).click()

  // Of two that are to go, the answer about the first leaves the question about the second.
  const question = page.getByRole('alertdialog')
  const remove = async (which: string) => (await openPanel(page, which)).getByRole('button', { name: 'Delete' }).click()
  const deleted = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(
    '**/rpc/assessmentTemplates/remove',
    async route => {
      await deleted
      await route.continue()
    },
    { times: 1 },
  )
  await remove(name)
  await question.getByRole('button', { name: 'Delete template' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await remove(`${name} late`)
  letGo()
  await expect(page.getByText(`${name} deleted.`, { exact: true }).last()).toBeVisible()
  await expect(question).toContainText(`${name} late`)
  await question.getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText(`${name} late deleted.`, { exact: true }).last()).toBeVisible()
})

test('an empty library offers how to begin', async ({ page }) => {
  await signIn(page, accounts.admin, `/data/templates?env=${environments.harborUs}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No templates yet')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Create template' })).toHaveCount(1)
  await main.getByRole('button', { name: 'Import template' }).click()
  await expect(page.getByRole('dialog', { name: 'Import template' })).toBeVisible()
})

test('a reader opens the library and changes nothing', async ({ page }) => {
  await signIn(page, accounts.viewer, '/data/templates')
  await expect(heading(page, 'Templates')).toBeVisible()
  await expect(page.getByText('You have read-only access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import template' })).toHaveCount(0)
})
