import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createRule, replaceCode } from '../support/rules.ts'

const address = '/fraud/purchase/rules'
/** A name that an earlier try of the journey has not used up. */
const retryName = (name: string): string => `${name} ${test.info().retry + 1}`
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish rule' }).click()
  await expect(page.getByText('Rule published.').last()).toBeVisible()
}

/** Publishes a rule twice, so that it has a history of two versions. */
async function publishTwoVersions(page: Page, name: string): Promise<void> {
  await createRule(page, name)
  await replaceCode(page, 'RETURN Review("First look") WHEN @"riskScore" > 980')
  await publish(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code of clause1' }).click({ position: { x: 40, y: 12 } })
  await replaceCode(page, 'RETURN Reject("Second look") WHEN @"riskScore" > 990')
  await publish(page)
}

test('an engineer compares versions of a rule and takes an old one back as a draft', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  await publishTwoVersions(page, retryName('Looked at twice'))
  await page
    .getByRole('radio', { name: 'History' })
    .or(page.getByRole('tab', { name: 'History' }))
    .first()
    .click()
  await expect(page).toHaveURL(/view=history/)
  const versions = page.getByRole('navigation', { name: 'Versions' })
  await expect(versions.getByRole('button')).toHaveCount(2)
  await expect(page.getByText('clause1 changed')).toBeVisible()
  const difference = page.getByRole('table', { name: 'What differs' })
  await expect(difference.getByText('First look')).toBeVisible()
  await expect(difference.getByText('Second look')).toBeVisible()

  await versions.getByRole('button', { name: /Version 1/ }).click()
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click()
  await expect(page.getByText('Version 1 is your draft now.').last()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code of clause1' })).toContainText('First look')

  // Once more: there is a draft now, and it is not replaced unasked.
  await page.reload()
  await page
    .getByRole('radio', { name: 'History' })
    .or(page.getByRole('tab', { name: 'History' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(page.getByRole('dialog')).toContainText('You have a draft of this rule')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace my draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Code of clause1' })).toContainText('Second look')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded.').last()).toBeVisible()
})

test('the editor explains the word at the cursor', async ({ page }) => {
  await signIn(page, accounts.engineer, address)
  await createRule(page, retryName('Explained'))
  await replaceCode(page, 'RETURN Reject("no") WHEN @"totalAmount" > 5')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  for (let step = 0; step < 'RETURN Re'.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+F1')
  const explanation = page.getByText('Reject([String reason][, String supportMessage])')
  await expect(explanation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
})

test('rules are tried on a branch with an experiment, and the branch becomes production', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.engineer, '/fraud/accountlogin/rules')
  await expect(heading(page, 'Account login rules')).toBeVisible()
  const branch = retryName('Stricter logins')
  const apiName = branch.toLowerCase().replaceAll(' ', '_')
  const actions = page.getByRole('button', { name: 'Branch actions' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Create a new branch' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(branch)
  await expect(page.getByRole('textbox', { name: 'API name' })).toHaveValue(apiName)
  await page.getByRole('button', { name: 'Create branch' }).click()
  await expect(page).toHaveURL(new RegExp(`branch=${apiName}`))
  await expect(page.getByRole('combobox', { name: 'Branch' })).toContainText(branch)

  await page.getByRole('button', { name: 'New rule', exact: true }).click()
  await publish(page)
  await page.getByRole('button', { name: 'Back to the rules' }).click()
  await expect(page).toHaveURL(new RegExp(`branch=${apiName}`))
  await expect(page.getByRole('link', { name: /^New rule/ }).first()).toBeVisible()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Branch information' }).click()
  await expect(page.getByRole('dialog')).toContainText(apiName)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Run experiment' }).click()
  await page.getByRole('textbox', { name: 'Name of the experiment' }).fill('One in four')
  const share = page
    .getByRole('spinbutton', { name: 'Traffic share in percent' })
    .or(page.getByRole('textbox', { name: 'Traffic share in percent' }))
    .first()
  // What is no share starts nothing, least of all with another share than was typed.
  for (const wrong of ['0', '250', '12.5']) {
    await share.fill(wrong)
    await page.getByRole('button', { name: 'Run experiment' }).click()
    await expect(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
    await expect(share).toHaveValue(wrong)
  }
  await share.fill('25')
  await page.getByRole('button', { name: 'Run experiment' }).click()
  await expect(page.getByText('Experiment One in four runs on 25% of the production traffic')).toBeVisible()
  await page.getByRole('button', { name: 'Results' }).click()
  await expect(page.getByText('No event was looked at yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop experiment' }).click()
  await expect(page.getByText('Experiment One in four on 25% of the production traffic ended')).toBeVisible()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Promote to production' }).click()
  await expect(page.getByRole('dialog')).toContainText('The present production rules and their drafts are deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Promote to production' }).click()
  await expect(page.getByText(`${branch} is production now.`).last()).toBeVisible()
  await expect(page).not.toHaveURL(/branch=/)
  await expect(page.getByRole('link', { name: /^New rule/ }).first()).toBeVisible()
})

test('a branch that is gone is named in the picker, from where production is one choice away', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 404/)
  await signIn(page, accounts.engineer, `${address}?branch=gone_since_then`)
  await expect(page.getByText('This does not exist here')).toBeVisible()
  const picker = page.getByRole('combobox', { name: 'Branch' })
  await expect(picker).toContainText('gone_since_then')
  await picker.click()
  await page.getByRole('option', { name: 'Production' }).click()
  await expect(page.getByRole('link', { name: /^Card testing/ }).first()).toBeVisible()
})

test('by keys alone: a rule goes to another place, is renamed and has its details open', async ({ page }) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  const name = retryName('Moved by keys')
  const renamed = retryName('Renamed by keys')
  await createRule(page, name)
  await publish(page)
  await page.goto(address)
  const handle = page.getByRole('button', { name: `Move ${name}` })
  await handle.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('The new order is not saved yet.')).toBeVisible()
  await expect(handle).toBeFocused()
  // The search keeps the order; another page would lose it and asks.
  await page.getByRole('searchbox').first().fill(name)
  await page.getByRole('searchbox').first().fill('')
  await expect(page).not.toHaveURL(/q=/)
  await page.getByRole('link', { name, exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expect(page.getByText('The new order is not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save order' }).press('Enter')
  await expect(page.getByText('Rule order saved.').last()).toBeVisible()
  await expect(row(page, name).getByRole('cell').first()).toContainText('1')

  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill(renamed)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The rule is called ${renamed} now.`).last()).toBeVisible()
  await page.getByRole('button', { name: `Details of ${renamed}` }).press('Enter')
  await expect(page.getByRole('button', { name: `Details of ${renamed}` })).toHaveAttribute('aria-expanded', 'true')
})

test('the old address is replaced, keeping query and fragment', async ({ page }) => {
  await signIn(page, accounts.engineer, '/data/rules/purchaserules?q=ring#place')
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await expect(page).toHaveURL(/\/fraud\/purchase\/rules\?.*q=ring.*#place$/)
})

test('one table says how rules are set up, and its panel refuses what is no JSON', async ({ page }) => {
  await signIn(page, accounts.engineer, '/rulesconfiguration')
  await expect(heading(page, 'Rules configuration')).toBeVisible()
  await page.getByRole('button', { name: 'Rule settings: Account creation' }).click()
  const panel = page.getByRole('complementary', { name: 'Rule settings: Account creation' })
  await panel.getByRole('textbox', { name: 'Payload settings' }).click()
  await replaceCode(page, '{\n"user": ,')
  await expect(panel.getByText('Line 2: this is not JSON.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(panel).toHaveCount(0)
})

test('an inherited rule is looked at with the lists of the environment that it belongs to', async ({ page }) => {
  await signIn(page, accounts.engineer, `${address}?env=${environments.harborUs}`)
  await page.getByRole('button', { name: /^Inherited from Harbor/ }).click()
  await page.getByRole('link', { name: /^Freight forwarders/ }).click()
  await expect(page.getByText('This rule belongs to Harbor and is changed there.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Uses' }).getByText('Freight forwarders', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('None')
})

test('who may only read sees the rules without the commands', async ({ page }) => {
  await signIn(page, accounts.viewer, address)
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await expect(page.getByRole('table').first()).toBeVisible()
  for (const name of ['New rule', /^Move /, /^Actions for /])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Rule settings' }).click()
  await expect(page.getByRole('radio', { name: 'Run the first matching rule' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(0)
  // Keys change nothing in the text of a rule, and leave no complaint of the browser about styles.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Card testing/ })
    .first()
    .click()
  const code = page.getByRole('textbox', { name: /^Code of / })
  await expect(code).toContainText('RETURN')
  const text = await code.innerText()
  await code.click({ position: { x: 40, y: 12 } })
  for (const key of ['ControlOrMeta+A', 'Delete', 'x', 'Enter', 'Backspace']) await page.keyboard.press(key)
  expect(await code.innerText()).toBe(text)
})
