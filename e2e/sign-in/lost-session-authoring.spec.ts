import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { expireSessionAndSignIn, lostSessionErrors, readRecoveryKeys } from '../support/lost-session.ts'
import { replaceCode } from '../support/rules.ts'

test('what is tried or half done is there again after a lost session', async ({ page, guard }) => {
  test.slow()
  guard.allowConsoleError(lostSessionErrors)
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const sample = page.getByRole('textbox', { name: 'Sample request as JSON' })
  const risk = page.getByRole('spinbutton', { name: 'Risk score' })
  const write = async (text: string) => {
    await sample.focus()
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
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await readRecoveryKeys(page)).toEqual([])
})
