import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
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
