import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { publishDraft, replaceCode } from '../support/rules.ts'

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Rename rule' }).click()
  await page.getByRole('textbox', { name: 'Rename rule' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
}

test('an engineer writes a routing rule, finds it by its queue, and writes a post-decision action of an assessment of the shop’s own', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, '/casemanagement/routingrules')
  await expect(heading(page, 'Routing rules')).toBeVisible()
  const evaluation = page.getByRole('group', { name: 'Evaluation' })
  const code = page.getByRole('textbox', { name: 'Code of Clause 1' })

  const routing = retryName('Large orders')
  await test.step('a routing rule to a queue that is not there cannot be published', async () => {
    await page.getByRole('button', { name: 'New rule' }).first().click()
    await page.getByRole('menuitem', { name: 'For Purchase' }).click()
    await rename(page, routing)
    await expect(evaluation.getByText('by clause 1, Clause 1')).toBeVisible()
    if (!(await code.isVisible())) await page.getByRole('radio', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Edit code' }).click()
    await code.focus()
    await replaceCode(page, 'ROUTETO Queue("Nowhere")')
    await expect(page.getByText('FQL2007').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await replaceCode(page, 'ROUTETO Queue("General") WHEN @"purchase.request.totalAmount" > 9000000')
    await expect(
      evaluation.getByText('No clause matched. Unless another rule applies, the case goes to General'),
    ).toBeVisible()
    await publishDraft(page, 'Starts routing new cases within a minute.')
  })

  await test.step('it is found by its queue, and deleted', async () => {
    await page.getByRole('button', { name: 'Back to rules' }).click()
    await expect(page.getByText('Everything else goes to General')).toBeVisible()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: routing, exact: true }) })
    await expect(row.getByRole('cell', { name: 'General' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Queue' }).click()
    await page.getByRole('option', { name: 'General' }).click()
    await expect(page).toHaveURL(/queue=General/)
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: `Actions for ${routing}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('stops sending cases to queues immediately')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).press('Enter')
    await expect(row).toHaveCount(0)
  })

  const action = retryName('Tell the till')
  const actions = page.getByRole('region', { name: 'Post-decision actions' })
  await test.step('an assessment of the shop’s own has post-decision actions', async () => {
    await navigateInPage(page, '/rulesconfiguration')
    await page.getByRole('main').getByRole('link', { name: 'Card authorization' }).click()
    await expect(heading(page, 'Rules of Card authorization')).toBeVisible()
    // The address contains the id of the assessment.
    await expect(page).toHaveURL(/\/fraud\/assessments\/a55a0008-[\w-]+\/rules/)
    await expect(actions).toBeVisible()
  })

  await test.step('one is written and published', async () => {
    await page.getByRole('button', { name: 'New rule' }).first().click()
    await page.getByRole('menuitem', { name: 'Post-decision action' }).click()
    await rename(page, action)
    await expect(page.getByText('They cannot change the decision.')).toBeVisible()
    await code.focus()
    await replaceCode(page, 'DO SetResponse(till = "green") WHEN Response.Decision() == "Approve"')
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
    await publishDraft(page, 'Runs after live decisions, starting within a minute.')
    await page
      .getByRole('radio', { name: 'History' })
      .or(page.getByRole('tab', { name: 'History' }))
      .first()
      .click()
    await expect(page.getByRole('navigation', { name: 'Versions' }).getByRole('button')).toHaveCount(1)
  })

  await test.step('it is switched off and deleted', async () => {
    await page.getByRole('button', { name: 'Back to rules' }).click()
    await expect(actions.getByRole('link', { name: action })).toBeVisible()
    await actions.getByRole('button', { name: `Actions for ${action}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
    await expect(page.getByText(`${action} is inactive.`).last()).toBeVisible()
    await actions.getByRole('button', { name: `Actions for ${action}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).press('Enter')
    await expect(actions.getByRole('link', { name: action, exact: true })).toHaveCount(0)
  })
})
