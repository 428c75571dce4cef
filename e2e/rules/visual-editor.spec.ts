import { accounts } from '../support/demo.ts'
import { chooseInAccountMenu, expect, heading, signIn, test } from '../support/journey.ts'
import { createRule } from '../support/rules.ts'

const randomTag = () => Math.random().toString(36).slice(2, 8)

test('a clause is made from conditions, its code is taken over, and then there is no way back; what it uses is named', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const name = `From conditions ${randomTag()}`
  await createRule(page, name)
  const rail = page.getByRole('navigation', { name: 'Condition and clauses' })
  await rail.getByRole('button', { name: 'New clause' }).click()
  await page.getByRole('menuitem', { name: 'Clause from conditions' }).click()
  const conditions = page.getByRole('group', { name: 'Conditions', exact: true })
  await expect(conditions).toBeVisible()
  await test.step('what is chosen is written as code and tried', async () => {
    await page.getByRole('combobox', { name: 'Take this risk decision' }).click()
    await page.getByRole('option', { name: 'Reject' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Far "away"')
    await conditions.getByRole('spinbutton').or(conditions.getByRole('textbox')).first().fill('600')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('group', { name: 'Evaluation' }).getByText('by clause 2, clause2')).toBeVisible()
  })
  await test.step('a condition about a list names the list', async () => {
    await conditions.getByRole('button', { name: 'Add condition' }).first().click()
    await expect(conditions.getByRole('combobox', { name: 'Field' }).last()).toBeFocused()
    // Found by what the request calls it, chosen by what it is called here.
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('user.email')
    await page.getByRole('option', { name: 'Email (User)' }).first().click()
    await expect(conditions.getByText('user.email', { exact: true })).toBeVisible()
    await conditions.getByRole('combobox', { name: 'Comparison' }).last().fill('is blocked on Email')
    await page.getByRole('option', { name: 'is blocked on Email Support List' }).click()
    await expect(rail.getByRole('link', { name: 'Email Support List' })).toBeVisible()
  })
  await page.getByRole('radio', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Code of clause2' })
  await expect(code).toContainText('RETURN Reject("Far \\"away\\"")')
  await expect(code).toContainText('IsBlock("Email Support List", @"user.email")')
  await expect(
    page.getByText('You will not be able to return to Visual view after editing in Code view.'),
  ).toBeVisible()
  await expect(code).toHaveAttribute('aria-readonly', 'true')
  await page.getByRole('radio', { name: 'Visual' }).click()
  await expect(conditions).toBeVisible()
  await page.getByRole('radio', { name: 'Code' }).click()
  await page.getByRole('button', { name: 'Edit code' }).click()
  await code.click({ position: { x: 40, y: 12 } })
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' AND @"totalAmount" > 1')
  await expect(page.getByRole('radio', { name: 'Visual' })).toHaveCount(0)

  await rail.getByRole('link', { name: 'Email Support List' }).click()
  await expect(page).toHaveURL(/\/data\/lists\/support\?.*list=email/)
  await page.goBack()
  await expect(heading(page, name)).toBeVisible()
  await rail.getByRole('button', { name: /clause2/ }).click()
  await expect(code).toContainText('@"totalAmount" > 1')
  await expect(page.getByRole('radio', { name: 'Visual' })).toHaveCount(0)

  await test.step('in a language that is written from the right, what the clause asks is cut at the end of its code', async () => {
    await chooseInAccountMenu(page, /^Language/, 'العربية')
    await expect(page.locator('html[dir="rtl"]')).toBeAttached()
    const entry = page.getByRole('button', { name: /clause2/ }).first()
    const shown = entry.locator('bdi[dir="ltr"]')
    await expect(shown).toContainText('IsBlock("Email Support List"')
    const [line, part] = await Promise.all([entry.boundingBox(), shown.boundingBox()])
    // The first letters of the code are inside of the entry, whatever does not fit.
    expect(part?.x ?? -1).toBeGreaterThanOrEqual(line?.x ?? 0)
  })
})
