import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'

const address = '/data/externalassessments'
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('an administrator shares an assessment, makes an external one, tests it, uses it in a rule and deletes it', async ({
  page,
  guard,
}) => {
  test.setTimeout(180_000)
  // The browser itself writes a line for the answer that refuses.
  guard.allowConsoleError(/status of 409/)
  const name = `Payout_${randomTag()}`
  await signIn(page, accounts.admin, address)
  await expect(heading(page, 'External assessments')).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

  const openSharing = async () => {
    await page.getByRole('button', { name: 'Sharing of assessments' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sharing of assessments' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Seller payout' }).click()
    return dialog
  }
  await test.step('shared with the other root environments, and taken back', async () => {
    const dialog = await openSharing()
    await dialog.getByRole('radio', { name: /^Shared/ }).click()
    await dialog.getByRole('textbox', { name: 'Sample response' }).fill(`{"note":"${name}"}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Sharing of Seller payout saved.').last()).toBeVisible()
    const again = await openSharing()
    await expect(again.getByRole('radio', { name: /^Shared/ })).toBeChecked()
    await expect(again.getByRole('textbox', { name: 'Sample response' })).toHaveValue(/"note"/)
    await again.getByRole('radio', { name: /^Private/ }).click()
    await again.getByRole('button', { name: 'Save' }).click()
    await expect(again).toHaveCount(0)
  })

  await test.step('the form shows what the target offers, and tests it', async () => {
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await expect(page).toHaveURL(/edit=new/)
    const panel = page.getByRole('dialog', { name: 'New external assessment' })
    await panel.getByRole('combobox', { name: 'Target assessment' }).click()
    await expect(page.getByRole('group', { name: 'Private in this root' })).toBeVisible()
    await page.getByRole('option', { name: /^Seller payout – Harbor/ }).click()
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
    await expect(panel.getByText(`Assessments.${name}.Evaluate($baseInput = @@)`)).toBeVisible()
    await panel.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(panel.getByText(/^The connection works/)).toBeVisible()
  })

  await test.step('what was typed is not lost unasked', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText(`${name} saved.`).last()).toBeVisible()
    await expect(card).toContainText('Seller payout')
    await expect(card).toContainText('Metrics are shown when the call is used in an active rule.')
  })

  await test.step('in use its name is locked, and it stays', async () => {
    const rule = await publishRule(
      page,
      `Calls ${name}`,
      `RETURN Review("Payout") WHEN @"totalAmount" < 0 && Assessments.${name}.Evaluate($baseInput = @@).decision == "Reject"`,
    )
    await page.reload()
    await card.getByRole('button', { name, exact: true }).click()
    const panel = page.getByRole('dialog', { name })
    await expect(panel.getByText('The name is locked because rules use it.')).toBeVisible()
    await expect(panel.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await card.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete external assessment' }).click()
    await expect(
      page.getByRole('dialog', { name: `${name} was not deleted` }).getByRole('link', { name: `Calls ${name}` }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await removeRule(page, rule)
  })

  await test.step('its figures over time have a page, and unused it goes', async () => {
    await card.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Performance' }).click()
    await expect(heading(page, `Performance of ${name}`)).toBeVisible()
    await page.goBack()
    await card.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete external assessment' }).click()
    await expect(page.getByText(`${name} deleted.`, { exact: true })).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})
