import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { findViolations } from '../support/axe.ts'
import { environments } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const support = 'support@harbor.example'
const supportId = demoTenants.flatMap(({ accounts }) => accounts).find(({ username }) => username === support)?.id ?? ''
const list = `/settings/access?env=${environments.harborEu}`

test('a manager of manual review offers three roles, and a forged request for another one is refused', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 403/)
  await signIn(page, 'fraud-manager@harbor.example', list)
  await expect(heading(page, 'Access control')).toBeVisible()
  await page.getByRole('button', { name: 'Assign role(s)' }).click()
  const panel = page.getByRole('complementary', { name: 'Assign roles' })
  await expect(panel.getByRole('checkbox')).toHaveCount(3)
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  for (const role of ['AllAreasAdmin', 'AllAreasEditor']) {
    const answer = await page.request.post(`/api/console/v1/environments/${environments.harborEu}/access/roles`, {
      headers: { authorization: `Bearer ${token}` },
      data: { principals: [{ principalId: supportId, baseRoles: [] }], addresses: [], roles: [role] },
    })
    expect([answer.status(), await answer.json()]).toMatchObject([403, { code: 'access.roleAssignment' }])
  }
})

test('an administrator assigns a role with its difference, sees why, and takes it away: the next call is refused', async ({
  page,
  guard,
  browser,
}) => {
  test.slow()
  guard.allowConsoleError(/status of (403|409)/)
  await signIn(page, 'product-admin@harbor.example', list)
  await test.step('the role is assigned after its difference was shown', async () => {
    await page.getByRole('button', { name: 'Assign role(s)' }).click()
    const panel = page.getByRole('complementary', { name: 'Assign roles' })
    await panel.getByRole('combobox', { name: /People or groups/ }).fill('support@harbor')
    await page.getByRole('option', { name: /Noor Haddad/ }).click()
    await page.keyboard.press('Escape')
    await panel.getByRole('checkbox', { name: 'FraudEngineer' }).check()
    await expect(panel.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await expect(panel.getByText('Velocities')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Assign role(s)' }).click()
    await expect(page.getByText('Roles assigned.', { exact: true })).toBeVisible()
  })
  const row = page.getByRole('row', { name: /FraudEngineer/ }).filter({ hasText: 'This environment' })
  await expect(row).toBeVisible()

  await test.step('two clicks say why', async () => {
    await row.click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('combobox', { name: 'Permission' }).click()
    await page.getByRole('option', { name: 'Velocities' }).click()
    await expect(panel.getByText(/may view .Velocities. in Harbor EU/)).toBeVisible()
    await expect(panel.getByText(/FraudEngineer, assigned in Harbor EU/)).toBeVisible()
  })

  await test.step('whoever loses it is refused at the next call, and learns why', async () => {
    const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
    const second = await other.newPage()
    await signIn(second, support, `/data/velocities?env=${environments.harborEu}`)
    await expect(heading(second, 'Velocities')).toBeVisible()
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke access' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
    await expect(page.getByText('Access was revoked', { exact: true })).toBeVisible()
    await second.reload()
    await expect(heading(second, 'You cannot open this page')).toBeVisible()
    await second.getByRole('button', { name: 'Why?' }).click()
    await expect(second.getByText(/SupportAgent, assigned in Harbor:/)).toBeVisible()
    await expect(second.getByText(/One of these roles would be enough/)).toBeVisible()
    await other.close()
  })
})

test('somebody outside of the directory is invited by address, and the last Product admin stays', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 409/)
  await signIn(page, 'product-admin@harbor.example', `${list}&do=assign`)
  const panel = page.getByRole('complementary', { name: 'Assign roles' })
  await panel.getByRole('combobox', { name: /People or groups/ }).fill('kim@northlockers.example')
  await page.getByRole('option', { name: /kim@northlockers/ }).click()
  await page.keyboard.press('Escape')
  await expect(panel.getByText(/is not in your directory/)).toBeVisible()
  await panel.getByRole('checkbox', { name: 'SupportAgent' }).check()
  await panel.getByRole('button', { name: 'Assign role(s)' }).click()
  await expect(page.getByText(/Send this link to/)).toBeVisible()
  const invited = page.getByRole('row', { name: /kim@northlockers/ })
  await expect(invited.getByText('Invited')).toBeVisible()

  await page.getByRole('link', { name: 'Application access' }).click()
  await expect(page.getByRole('row', { name: /harbor-checkout/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Users' }).click()

  const administrator = page.getByRole('row', { name: /Product admin/ }).first()
  await administrator.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Revoke access' }).first().click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Revoke access' }).click()
  await expect(dialog.getByText('At least one Product admin is required.')).toBeVisible()
})
