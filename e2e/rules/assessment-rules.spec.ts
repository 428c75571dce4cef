import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { replaceCode } from '../support/rules.ts'

const byName = '/fraud/assessments/CardAuthorisation/rules'
const randomTag = () => Math.random().toString(36).slice(2, 8)
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Rename rule' }).click()
  await page.getByRole('textbox', { name: 'Rename rule' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
}

test('a post-decision action of an assessment of the shop’s own is written, published, switched off and deleted', async ({
  page,
}) => {
  test.slow()
  const name = `Tell the till ${randomTag()}`
  await signIn(page, accounts.engineer, '/rulesconfiguration')
  await page.getByRole('link', { name: 'Card authorisation' }).click()
  await expect(heading(page, 'Rules of Card authorisation')).toBeVisible()
  // The address carries the id of the assessment.
  await expect(page).toHaveURL(/\/fraud\/assessments\/a55a0008-[\w-]+\/rules/)
  await expect(page.getByRole('region', { name: 'Post-decision actions' })).toBeVisible()

  await page.getByRole('button', { name: 'New rule' }).first().click()
  await page.getByRole('menuitem', { name: 'Post-decision action' }).click()
  await rename(page, name)
  await test.step('there is no evaluation and no score, and what it may not do is said', async () => {
    await expect(page.getByText('They cannot change the decision.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Evaluation' })).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Risk score' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Code of clause1' }).click({ position: { x: 40, y: 12 } })
    await replaceCode(page, 'RETURN Approve()')
    await expect(page.getByText('FQL1007').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  })
  await replaceCode(page, 'DO SetResponse(till = "green") WHEN Response.Decision() == "Approve"')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Runs after every real decision within a minute.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish rule' }).click()
  await expect(page.getByText('Rule published.').last()).toBeVisible()
  await page
    .getByRole('radio', { name: 'History' })
    .or(page.getByRole('tab', { name: 'History' }))
    .first()
    .click()
  await expect(page.getByRole('navigation', { name: 'Versions' }).getByRole('button')).toHaveCount(1)

  await page.getByRole('button', { name: 'Back to the rules' }).click()
  const actions = page.getByRole('region', { name: 'Post-decision actions' })
  await expect(actions.getByRole('link', { name })).toBeVisible()
  await actions.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText(`${name} is inactive.`).last()).toBeVisible()
  await actions.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).press('Enter')
  await expect(row(page, name)).toHaveCount(0)
})

test('decision rules of an own assessment have one list of clauses, and run on their sample', async ({ page }) => {
  test.slow()
  const name = `Large cash ${randomTag()}`
  await signIn(page, accounts.engineer, byName)
  await page.getByRole('button', { name: 'New rule' }).first().click()
  await page.getByRole('menuitem', { name: 'Decision rule' }).click()
  await rename(page, name)
  await page.getByRole('textbox', { name: 'Code of clause1' }).click({ position: { x: 40, y: 12 } })
  await replaceCode(page, 'RETURN Review("Large") WHEN @"transaction.txnAmount" > 5')
  await expect(page.getByRole('group', { name: 'Evaluation' }).getByText('by clause 1, clause1')).toBeVisible()
  await expect(page.getByText('Prior to all scoring')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(heading(page, 'Rules of Card authorisation')).toBeVisible()
})

test('who may only read is offered no command, and an unknown assessment is said to be unknown', async ({ page }) => {
  await signIn(page, accounts.viewer, byName)
  await expect(page.getByText('You can read these rules but not change them')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New rule' })).toHaveCount(0)
  await page.goto('/fraud/assessments/no-such-assessment/rules')
  await expect(page.getByText('This assessment does not exist here')).toBeVisible()
  await page.getByRole('link', { name: 'All assessments' }).click()
  await expect(heading(page, 'Rules configuration')).toBeVisible()
})
