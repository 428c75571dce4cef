import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import {
  expireSessionAndSignIn,
  interruptSession,
  lostSessionErrors,
  readRecoveryKeys,
} from '../support/lost-session.ts'
import { createRule, replaceCode } from '../support/rules.ts'

test('what is tried or half done is there again after a lost session', async ({ page, guard }) => {
  test.slow()
  guard.allowConsoleError(lostSessionErrors)
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const sample = page.getByRole('textbox', { name: 'Sample request as JSON' })
  const risk = page.getByRole('spinbutton', { name: 'Risk score' })
  const write = async (text: string) => {
    await sample.click({ position: { x: 40, y: 12 } })
    await replaceCode(page, text)
  }

  await test.step('a published rule is tried with another score, and with a sample that is no JSON yet', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Default Support Rule' }).click()
    await write('{"half": ')
    await expect(page.getByRole('alert').filter({ hasText: 'This is not a JSON object' })).toBeVisible()
    await expireSessionAndSignIn(page, accounts.engineer, async () => {
      await risk.fill('777')
      await page.keyboard.press('Tab')
    })
    await expect(sample).toContainText('"half":')
    await expect(risk).toHaveValue('777')
    await expect(page.getByRole('alert').filter({ hasText: 'This is not a JSON object' })).toBeVisible()
  })
  await test.step('conditions of which one is not complete', async () => {
    await createRule(page, `Half a condition ${Date.now()}`)
    await page
      .getByRole('navigation', { name: 'Condition and clauses' })
      .getByRole('button', { name: 'New clause' })
      .click()
    await page.getByRole('menuitem', { name: 'Clause from conditions' }).click()
    const conditions = page.getByRole('group', { name: 'Conditions', exact: true })
    await conditions.getByRole('button', { name: 'Add condition' }).first().click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('user.email')
    await page.getByRole('option', { name: 'Email (User)' }).first().click()
    await expect(page.getByText('user.email', { exact: true })).toBeVisible()
    await interruptSession(page, async () => {
      await risk.fill('778')
      await page.keyboard.press('Tab')
    })
    await expect(risk).toHaveValue('778')
    await page
      .getByRole('navigation', { name: 'Condition and clauses' })
      .getByRole('button', { name: /clause2/ })
      .click()
    await expect(conditions.getByRole('combobox', { name: 'Field' })).toHaveCount(2)
    await expect(conditions.getByText('user.email', { exact: true })).toBeVisible()
  })
  await test.step('a draft of a function has a sample that is no JSON yet, and what is published is tried with another', async () => {
    await page.goto('/data/functions')
    await page.getByRole('button', { name: 'New function', exact: true }).first().click()
    await write('{"half": ')
    await page.getByRole('button', { name: 'Rename function' }).click()
    await page.getByRole('textbox', { name: 'Rename function' }).fill(`Half_${Date.now()}`)
    await interruptSession(page, () => page.keyboard.press('Enter'))
    await expect(sample).toContainText('"half":')
    await write('{}')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish function' }).click()
    await expect(page.getByText('Function published.').last()).toBeVisible()
    await interruptSession(page, () => write('{"half": 1}'))
    await expect(sample).toContainText('"half": 1')
  })
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await readRecoveryKeys(page)).toEqual([])
})
