import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'

const address = '/data/externalassessments'
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('an engineer makes an external assessment, tests it, uses it in a rule and deletes it', async ({
  page,
  guard,
}) => {
  test.setTimeout(180_000)
  // The browser itself writes a line for the answer that refuses.
  guard.allowConsoleError(/status of 409/)
  const name = `Payout_${randomTag()}`
  await signIn(page, accounts.engineer, address)
  await expect(heading(page, 'External assessments')).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

  await test.step('the form shows what the target offers, and tests it', async () => {
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await expect(page).toHaveURL(/edit=new/)
    const panel = page.getByRole('dialog', { name: 'New external assessment' })
    await panel.getByRole('button', { name: 'Create' }).click()
    await expect(panel.getByText('Choose a target assessment.')).toBeVisible()
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
    await page.reload()
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

test('an assessment whose answer was lost is found again, and an answer that comes late closes no other form', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/net::ERR_FAILED|status of 409/)
  const name = `Lost_${randomTag()}`
  await signIn(page, accounts.engineer, address)
  const panel = page.getByRole('dialog', { name: 'New external assessment' })
  const fill = async (text: string) => {
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await panel.getByRole('combobox', { name: 'Target assessment' }).click()
    await page.getByRole('option', { name: /^Seller payout – Harbor/ }).click()
    await panel.getByRole('textbox', { name: 'Name' }).fill(text)
  }
  await page.route(
    '**/rpc/externalAssessments/create',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await fill(name)
  await panel.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Something went wrong').first()).toBeVisible()
  await panel.getByRole('textbox', { name: 'Description' }).fill('A second thought')
  // The message stands above the buttons.
  await panel.getByRole('button', { name: 'Create' }).click()
  await expect(panel).toHaveCount(0)
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) }),
  ).toContainText('A second thought')

  let letGo = () => {}
  const free = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(
    '**/rpc/externalAssessments/create',
    async route => {
      await free
      await route.continue()
    },
    { times: 1 },
  )
  await fill(`${name}_late`)
  await panel.getByRole('button', { name: 'Create' }).click()
  await expect(panel.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'New external assessment' }).first().click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('another')
  letGo()
  await expect(page.getByText(`${name}_late saved.`).last()).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('another')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('an assessment is shared with the other root environments, and taken back', async ({ page }) => {
  const sample = `{"note":"${randomTag()}"}`
  await signIn(page, accounts.admin, address)
  const open = async () => {
    await page.getByRole('button', { name: 'Sharing of assessments' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sharing of assessments' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Seller payout' }).click()
    return dialog
  }
  const dialog = await open()
  await dialog.getByRole('radio', { name: /^Shared/ }).click()
  await dialog.getByRole('textbox', { name: 'Sample response' }).fill('{')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is no JSON.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Sample response' }).fill(sample)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sharing of Seller payout saved.').last()).toBeVisible()
  const again = await open()
  await expect(again.getByRole('radio', { name: /^Shared/ })).toBeChecked()
  await expect(again.getByRole('textbox', { name: 'Sample response' })).toHaveValue(/"note"/)
  await again.getByRole('radio', { name: /^Private/ }).click()
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sharing of Seller payout saved.').last()).toBeVisible()
})
