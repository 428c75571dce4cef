import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { replaceCode } from '../support/rules.ts'

const randomTag = () => Math.random().toString(36).slice(2, 8)

test('an engineer writes a routing rule, tries it, publishes it and finds it by its queue', async ({ page }) => {
  test.slow()
  const name = `Large orders ${randomTag()}`
  await signIn(page, accounts.engineer, '/casemanagement/routingrules')
  await expect(heading(page, 'Routing rules')).toBeVisible()
  await page.getByRole('button', { name: 'New rule' }).first().click()
  await page.getByRole('menuitem', { name: 'For Purchase' }).click()
  await page.getByRole('button', { name: 'Rename rule' }).click()
  await page.getByRole('textbox', { name: 'Rename rule' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()

  const evaluation = page.getByRole('group', { name: 'Evaluation' })
  await expect(evaluation.getByText('by clause 1, clause1')).toBeVisible()
  await test.step('a queue that is not there cannot be published', async () => {
    const code = page.getByRole('textbox', { name: 'Code of clause1' })
    if (!(await code.isVisible())) await page.getByRole('radio', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Edit code' }).click()
    await code.click({ position: { x: 40, y: 12 } })
    await replaceCode(page, 'ROUTETO Queue("Nowhere")')
    await expect(page.getByText('FQL2007').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await replaceCode(page, 'ROUTETO Queue("General") WHEN @"purchase.request.totalAmount" > 9000000')
  })
  await expect(evaluation.getByText('No clause fired: without another rule the case goes to General')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Sends new cases to its queues within a minute.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish rule' }).click()
  await expect(page.getByText('Rule published.').last()).toBeVisible()

  await page.getByRole('button', { name: 'Back to the rules' }).click()
  await expect(page.getByText('Everything else goes to General')).toBeVisible()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row.getByRole('cell', { name: 'General' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Queue' }).click()
  await page.getByRole('option', { name: 'General' }).click()
  await expect(page).toHaveURL(/queue=General/)
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('stops sending cases to queues at once')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).press('Enter')
  await expect(row).toHaveCount(0)
})
