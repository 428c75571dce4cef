import { accounts } from '../support/demo.ts'
import { chooseInAccountMenu, expect, heading, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { createRule, publishDraft, removeRule, replaceCode } from '../support/rules.ts'

const address = '/fraud/purchase/rules'

test('an engineer makes a rule from conditions, takes its code over, compares its versions and takes an old one back as a draft', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  const name = retryName('From conditions')
  const text = 'RETURN Review("First look") WHEN @"riskScore" > 980'
  const code = await createRule(page, name)
  await replaceCode(page, text)
  // Suggestions may cover the adjacent panes.
  await page.keyboard.press('Escape')
  const rail = page.getByRole('navigation', { name: 'Condition and clauses' })
  await rail.getByRole('button', { name: 'New clause' }).click()
  await page.getByRole('menuitem', { name: 'Visual clause' }).click()
  const conditions = page.getByRole('group', { name: 'Conditions', exact: true })
  await expect(conditions).toBeVisible()

  await test.step('what is chosen is written as code and tried', async () => {
    await page.getByRole('combobox', { name: 'Decision' }).click()
    await page.getByRole('option', { name: 'Reject' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Far "away"')
    await conditions.getByRole('spinbutton').or(conditions.getByRole('textbox')).first().fill('600')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('group', { name: 'Evaluation' }).getByText('by clause 2, Clause 2')).toBeVisible()
  })

  await test.step('a condition about a list names the list', async () => {
    await conditions.getByRole('button', { name: 'Add condition' }).first().click()
    await expect(conditions.getByRole('combobox', { name: 'Field' }).last()).toBeFocused()
    // Found by its name in the request, chosen by its name in the console.
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('user.email')
    await page.getByRole('option', { name: 'Email (User)' }).first().click()
    await expect(conditions.getByText('user.email', { exact: true })).toBeVisible()
    await conditions.getByRole('combobox', { name: 'Comparison' }).last().fill('is blocked on Email')
    await page.getByRole('option', { name: 'is blocked on Email Support List' }).click()
    await expect(rail.getByRole('link', { name: 'Email Support List' })).toBeVisible()
  })

  const taken = page.getByRole('textbox', { name: 'Code of Clause 2' })
  await test.step('its code is taken over, and then there is no way back', async () => {
    await page.getByRole('radio', { name: 'Code' }).click()
    await expect(taken).toContainText('RETURN Reject("Far \\"away\\"")')
    await expect(taken).toContainText('IsBlock("Email Support List", @"user.email")')
    await expect(
      page.getByText('You will not be able to return to Visual view after editing in Code view.'),
    ).toBeVisible()
    await expect(taken).toHaveAttribute('aria-readonly', 'true')
    await page.getByRole('radio', { name: 'Visual' }).click()
    await expect(conditions).toBeVisible()
    await page.getByRole('radio', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Edit code' }).click()
    await taken.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText(' AND @"totalAmount" > 1')
    await expect(page.getByRole('radio', { name: 'Visual' })).toHaveCount(0)
  })

  await test.step('the list that it uses is one click away', async () => {
    await rail.getByRole('link', { name: 'Email Support List' }).click()
    await expect(page).toHaveURL(/\/data\/lists\/support\?.*list=email/)
    await page.goBack()
    await expect(heading(page, name)).toBeVisible()
    await rail.getByRole('button', { name: /Clause 2/ }).click()
    await expect(taken).toContainText('@"totalAmount" > 1')
    await expect(page.getByRole('radio', { name: 'Visual' })).toHaveCount(0)
  })
  await publishDraft(page)

  await test.step('keys change nothing in what is published, and leave no complaint of the browser about styles', async () => {
    await rail.getByRole('button', { name: /Clause 1/ }).click()
    await expect(code).toHaveAttribute('aria-readonly', 'true')
    await code.focus()
    for (const key of ['ControlOrMeta+A', 'Delete', 'x', 'Enter', 'Backspace']) await page.keyboard.press(key)
    expect(await code.innerText()).toBe(text)
  })

  await test.step('the word at the cursor is explained', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await code.focus()
    await replaceCode(page, 'RETURN Reject("Second look") WHEN @"riskScore" > 990')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    for (let step = 0; step < 'RETURN Re'.length; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F1')
    // It is also announced, outside of the page.
    const explanation = page.getByRole('main').getByText('Reject([String reason][, String supportMessage])')
    await expect(explanation).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(explanation).toBeHidden()
  })
  await publishDraft(page)

  await test.step('two versions are compared, and the old one becomes a draft', async () => {
    await page
      .getByRole('radio', { name: 'History' })
      .or(page.getByRole('tab', { name: 'History' }))
      .first()
      .click()
    await expect(page).toHaveURL(/view=history/)
    const versions = page.getByRole('navigation', { name: 'Versions' })
    await expect(versions.getByRole('button')).toHaveCount(2)
    await expect(page.getByText('Clause 1 changed')).toBeVisible()
    const difference = page.getByRole('table', { name: 'Differences' })
    await expect(difference.getByText('First look')).toBeVisible()
    await expect(difference.getByText('Second look')).toBeVisible()
    await versions.getByRole('button', { name: /Version 1/ }).click()
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click()
    await expect(page.getByText('Version 1 is now your draft.').last()).toBeVisible()
    await expect(code).toContainText('First look')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByText('Draft discarded.').last()).toBeVisible()
  })

  await test.step('in a language that is written from the right, what the clause asks is cut at the end of its code', async () => {
    await chooseInAccountMenu(page, /^Language/, 'العربية')
    await expect(page.locator('html[dir="rtl"]')).toBeAttached()
    const entry = page.getByRole('button', { name: /Clause 2/ }).first()
    const shown = entry.locator('bdi[dir="ltr"]')
    await expect(shown).toContainText('IsBlock("Email Support List"')
    const [line, part] = await Promise.all([entry.boundingBox(), shown.boundingBox()])
    // The first letters of the code are inside of the entry, whatever else does not fit.
    expect(part?.x ?? -1).toBeGreaterThanOrEqual(line?.x ?? 0)
  })
  await removeRule(page, new URL(page.url()).searchParams.get('rule') ?? '')
})
