import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { publishRule, removeRule } from '../support/rules.ts'

/** The panel of a template, with its commands. */
async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('rowheader', { name, exact: true }).dblclick()
  return page.getByRole('complementary', { name })
}
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('a rule becomes a template, is taken away and brought as a file, and starts another rule', async ({ page }) => {
  test.setTimeout(120_000)
  const name = `Large ${randomTag()}`
  await signIn(page, accounts.engineer, '/data/templates')
  await expect(heading(page, 'Templates')).toBeVisible()
  const rule = await publishRule(page, name, 'RETURN Review("Large") WHEN @"totalAmount" > 999999')
  await test.step('kept from the menu of the rule', async () => {
    await navigateInPage(page, `/fraud/purchase/rules?q=${encodeURIComponent(name)}`)
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
    await navigateInPage(page, `/data/templates?q=${encodeURIComponent(name)}`)
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
    await navigateInPage(page, '/fraud/purchase/rules')
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

test('an environment and an assessment become templates, and others start as they were', async ({ page }) => {
  test.setTimeout(180_000)
  const tag = randomTag()
  const child = `Copy${tag}`
  const inHarbor = (path: string) => navigateInPage(page, `${path}?env=${environments.harbor}`)
  await signIn(page, accounts.admin, `/rulesconfiguration?env=${environments.harbor}`)
  await expect(page.getByRole('link', { name: 'Seller payout' })).toBeVisible()

  await test.step('an environment is kept, and a child starts as it was', async () => {
    await inHarbor('/environments')
    await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Create template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Template from Harbor EU' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(child)
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${child} added.`).last()).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Harbor EU', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New child environment' }).click()
    const panel = page.getByRole('complementary', { name: 'New environment below Harbor EU' })
    await panel.getByRole('switch', { name: /^Use a template/ }).click()
    await panel.getByRole('combobox', { name: /^Template/ }).click()
    await page.getByRole('option', { name: child }).click()
    await expect(panel.getByRole('heading', { name: 'Contents' })).toBeVisible()
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(child)
    await panel.getByRole('button', { name: 'Create' }).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('an assessment is kept, and another one is made of it', async () => {
    await inHarbor('/data/templates')
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
    await make.getByRole('textbox', { name: 'Friendly name' }).fill(`Payouts ${tag}`)
    await make.getByRole('textbox', { name: 'API name' }).fill(`Payout_${tag}`)
    await make.getByRole('button', { name: 'Create' }).click()
    const result = page.getByRole('dialog', { name: 'What was created' })
    await expect(result.getByText('Created').first()).toBeVisible()
    await result.getByRole('button', { name: 'Close' }).last().click()
    // Assessments were fetched before this one was made.
    await inHarbor(`/fraud/assessments/Payout_${tag}/rules`)
    await expect(heading(page, `Rules of Payouts ${tag}`)).toBeVisible()
  })

  await test.step('the child is made meanwhile', async () => {
    await inHarbor('/environments')
    const row = page
      .getByRole('treegrid', { name: 'Environments' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${child}(?! sandbox|-sandbox)`) }) })
    await expect(row.getByText('Active', { exact: true })).toBeVisible({ timeout: 60_000 })
  })
})
