import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { replaceCode } from '../support/rules.ts'

const randomTag = () => Math.random().toString(36).slice(2, 8)

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
  await page.getByRole('button', { name: 'Rename rule' }).click()
  await page.getByRole('textbox', { name: 'Rename rule' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByText('They cannot change the decision.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code of clause1' }).click({ position: { x: 40, y: 12 } })
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
  await expect(actions.getByRole('link', { name, exact: true })).toHaveCount(0)
})
