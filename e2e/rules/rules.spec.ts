import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule, replaceCode } from '../support/rules.ts'

const address = '/fraud/purchase/rules'
/** A name that an earlier try of the journey has not used up. */
const retryName = (name: string): string => `${name} ${test.info().retry + 1}`

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish rule' }).click()
  await expect(page.getByText('Rule published.').last()).toBeVisible()
}

test('an engineer reads a rule, changes it, compares its versions and takes an old one back as a draft', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  const text = 'RETURN Review("First look") WHEN @"riskScore" > 980'
  const rule = await publishRule(page, retryName('Looked at twice'), text)
  await navigateInPage(page, `${address}?rule=${rule}`)
  const code = page.getByRole('textbox', { name: 'Code of clause1' })

  await test.step('keys change nothing in what is published, and leave no complaint of the browser about styles', async () => {
    await expect(code).toContainText('First look')
    await code.click({ position: { x: 40, y: 12 } })
    for (const key of ['ControlOrMeta+A', 'Delete', 'x', 'Enter', 'Backspace']) await page.keyboard.press(key)
    expect(await code.innerText()).toBe(text)
  })

  await test.step('the word at the cursor is explained', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await code.click({ position: { x: 40, y: 12 } })
    await replaceCode(page, 'RETURN Reject("Second look") WHEN @"riskScore" > 990')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    for (let step = 0; step < 'RETURN Re'.length; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F1')
    // It is announced as well, outside of the page.
    const explanation = page.getByRole('main').getByText('Reject([String reason][, String supportMessage])')
    await expect(explanation).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(explanation).toBeHidden()
  })
  await publish(page)

  await test.step('two versions are compared, and the old one becomes a draft', async () => {
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
    await expect(code).toContainText('First look')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByText('Draft discarded.').last()).toBeVisible()
  })
  await removeRule(page, rule)
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
  const picker = page.getByRole('combobox', { name: 'Branch' })
  await expect(picker).toContainText(branch)
  await expect(picker).toBeFocused()

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
  await expect(picker).toBeFocused()
  await expect(page.getByRole('link', { name: /^New rule/ }).first()).toBeVisible()
})
