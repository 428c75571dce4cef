import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'

const callsAddress = '/data/externalcalls'
const assessmentsAddress = '/data/externalassessments'
const randomTag = () => Math.random().toString(36).slice(2, 8)
/** Text of a card before a rule uses the call. */
const noMetrics = 'Metrics appear once an active rule uses the call.'

test('an engineer makes an external call with a secret and an external assessment, sees how their tests went, and cannot delete them while a rule asks them', async ({
  page,
  guard,
}) => {
  test.setTimeout(180_000)
  // The browser itself logs each refusing response: an address that is not allowed, a call in use.
  guard.allowConsoleError(/status of (?:409|422)/)
  // A list is opened by its address, without a link of the router, from a form with a leave guard.
  guard.allowConsoleError(/use a blocker on a POP navigation/)
  const tag = randomTag()
  const call = `phone_${tag}`
  const assessment = `Payout_${tag}`
  await signIn(page, accounts.engineer, callsAddress)
  await page.getByRole('button', { name: 'New external call', exact: true }).first().click()
  await expect(heading(page, 'New external call')).toBeVisible()

  await test.step('what is missing is said at its field', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('2 fields need your attention.')).toBeVisible()
    await expect(page.getByText('Enter a URL that starts with https://.')).toBeVisible()
  })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(call)
  await page.getByRole('button', { name: 'Add parameter' }).click()
  await page.getByRole('textbox', { name: 'Parameters 1: Name' }).fill('phone')
  await page.getByRole('textbox', { name: 'Parameters 1: Sample value' }).fill('+47 900')
  await page.getByRole('button', { name: 'Add constant or secret' }).click()
  await page.getByRole('textbox', { name: 'Constants and secrets 1: Name' }).fill('apiKey')
  await page.getByRole('switch', { name: 'Secret' }).click()
  const secret = page.getByRole('group', { name: 'Constants and secrets 1: Value' })
  await secret
    .getByLabel('Constants and secrets 1: Value', { exact: true })
    .and(page.locator('input'))
    .fill('only-written')
  const url = page.getByRole('textbox', { name: 'URL', exact: true })

  await test.step('an address inside of the network is refused at its field', async () => {
    await url.fill('https://127.0.0.1/{configuration.apiKey}')
    await expect(page.getByRole('region', { name: 'Sample request' }).last()).toContainText(
      'GET https://127.0.0.1/***?phone=%2B47+900',
    )
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('textbox', { name: 'URL', exact: true, description: /address/i })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
  })
  await test.step('a name that nobody has fails its test, and says how', async () => {
    await url.fill('https://nobody.invalid/{configuration.apiKey}')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/^Connection failed: /)).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'See error details' }).click()
    await expect(page.getByText('GET https://nobody.invalid/***?phone=%2B47+900').last()).toBeVisible()
    await expect(page.getByText('only-written')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(heading(page, call)).toBeVisible()
  await expect(page.getByText('A secret is stored.')).toBeVisible()

  await test.step('a change is asked about before the page is left, and saved', async () => {
    await page.getByRole('textbox', { name: 'Default response' }).fill('{"lineAge": -1}')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${call} saved.`).last()).toBeVisible()
  })

  await test.step('its figures over time have a page', async () => {
    await navigateInPage(page, `${callsAddress}?q=${call}`)
    await expect(page.getByText(noMetrics)).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${call}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Performance' }).press('Enter')
    await expect(heading(page, `Performance of ${call}`)).toBeVisible()
    await expect(page.getByText('No requests in this period').first()).toBeVisible()
  })

  const openSharing = async () => {
    await page.getByRole('button', { name: 'Assessment sharing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assessment sharing' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Seller payout' }).click()
    return dialog
  }
  await test.step('an assessment is shared with the other root environments, and taken back', async () => {
    await navigateInPage(page, assessmentsAddress)
    await expect(heading(page, 'External assessments')).toBeVisible()
    const dialog = await openSharing()
    await dialog.getByRole('radio', { name: /^Shared/ }).click()
    await dialog.getByRole('textbox', { name: 'Sample response' }).fill(`{"note":"${assessment}"}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Sharing settings of Seller payout saved.').last()).toBeVisible()
    const again = await openSharing()
    await expect(again.getByRole('radio', { name: /^Shared/ })).toBeChecked()
    await expect(again.getByRole('textbox', { name: 'Sample response' })).toHaveValue(/"note"/)
    await again.getByRole('radio', { name: /^Private/ }).click()
    await again.getByRole('button', { name: 'Save' }).click()
    await expect(again).toHaveCount(0)
  })

  await test.step('the form of an external one shows what the target offers, and tests it', async () => {
    await page.getByRole('button', { name: 'New external assessment' }).first().click()
    await expect(page).toHaveURL(/edit=new/)
    const panel = page.getByRole('dialog', { name: 'New external assessment' })
    await panel.getByRole('combobox', { name: 'Target assessment' }).click()
    await expect(page.getByRole('group', { name: 'Private in this root' })).toBeVisible()
    await page.getByRole('option', { name: /^Seller payout – Harbor/ }).click()
    await panel.getByRole('textbox', { name: 'Name' }).fill(assessment)
    await expect(panel.getByText(`Assessments.${assessment}.Evaluate($baseInput = @@)`)).toBeVisible()
    await panel.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(panel.getByText(/^The connection works/)).toBeVisible()
  })

  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: assessment, exact: true }) })
  await test.step('what was typed is not lost unasked', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText(`${assessment} saved.`).last()).toBeVisible()
    await expect(card).toContainText('Seller payout')
    await expect(card).toContainText(noMetrics)
  })

  const removeAssessment = async () => {
    await card.getByRole('button', { name: `Actions for ${assessment}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete external assessment' }).click()
  }
  const removeCall = async () => {
    await navigateInPage(page, `${callsAddress}?q=${call}`)
    await page.getByRole('button', { name: `Actions for ${call}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete external call' }).press('Enter')
  }
  const conditions = [
    `External.${call}("1").lineAge > 9000`,
    `(@"totalAmount" < 0 && Assessments.${assessment}.Evaluate($baseInput = @@).decision == "Reject")`,
  ]
  const ruleName = `Asks ${tag}`
  let rule = ''
  await test.step('in use the name of the assessment is locked, and it stays', async () => {
    rule = await publishRule(page, ruleName, `RETURN Review("Line") WHEN ${conditions.join(' || ')}`)
    await page.reload()
    await card.getByRole('button', { name: assessment, exact: true }).click()
    const panel = page.getByRole('dialog', { name: assessment })
    await expect(panel.getByText('The name is locked because rules use it.')).toBeVisible()
    await expect(panel.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await removeAssessment()
    const kept = page.getByRole('dialog', { name: `${assessment} was not deleted` })
    await expect(kept.getByRole('link', { name: ruleName })).toBeVisible()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: `Actions for ${assessment}` }).click()
    await page.getByRole('menuitem', { name: 'Performance' }).click()
    await expect(heading(page, `Performance of ${assessment}`)).toBeVisible()
  })

  await test.step('in use the call is locked, and stays', async () => {
    await removeCall()
    const kept = page.getByRole('dialog', { name: `${call} was not deleted` })
    await expect(kept.getByRole('link', { name: ruleName })).toBeVisible()
    await kept.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: call, exact: true }).click()
    await expect(page.getByText('Name and parameters are locked because rules use this call.')).toBeVisible()
    await expect(page.getByRole('link', { name: ruleName })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeEditable()
  })

  await test.step('unused they go', async () => {
    await removeRule(page, rule)
    await removeCall()
    await expect(page.getByText(`${call} deleted.`, { exact: true })).toBeVisible()
    await navigateInPage(page, assessmentsAddress)
    await removeAssessment()
    await expect(page.getByText(`${assessment} deleted.`, { exact: true })).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})
