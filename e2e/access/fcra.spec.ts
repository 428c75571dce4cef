import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { withDatabase } from '../support/database.ts'
import { environments, harbor } from '../support/demo.ts'
import { chooseAccount, expect, heading, readAccessToken, test } from '../support/journey.ts'
import { rightsOf, walkRoutes } from '../support/route-walk.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const globalAdmin = 'global-admin@harbor.example'
const account = demoTenants.flatMap(({ accounts }) => accounts).find(({ username }) => username === globalAdmin)

test('an administrator attests the permitted use before anything but the dashboard opens, and then opens everything', async ({
  page,
  guard,
}) => {
  test.slow()
  // The browser itself logs every 404 response.
  guard.allowConsoleError(/status of 404/)
  // An earlier attempt may have accepted the attestation.
  await withDatabase(query => query('delete from fcra_acceptance where user_id = $1', [account?.id]))
  // Everything behind the dialog is out of reach: there is no account menu to wait for.
  recordSensitiveValues(globalAdmin)
  await page.goto('/')
  await chooseAccount(page, globalAdmin)
  const dialog = page.getByRole('dialog', { name: 'Permitted use of this product' })
  await expect(dialog).toBeVisible()
  const accept = dialog.getByRole('button', { name: 'I accept' })

  await test.step('it cannot be put away', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await expect(accept).toBeDisabled()
  })

  await test.step('declining leaves the dashboard, here and on the service', async () => {
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog).toBeHidden()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page.getByText('your administrator rights are off')).toBeVisible()
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(navigation.getByRole('button', { name: 'Data' })).toHaveCount(0)
    const token = await readAccessToken(page)
    recordSensitiveValues(token)
    const headers = { authorization: `Bearer ${token}` }
    const rules = await page.request.get(`/api/console/v1/environments/${environments.harbor}/rules/purchase`, {
      headers,
    })
    expect([rules.status(), await rules.json()]).toMatchObject([403, { code: 'forbidden' }])
    // The figures of its page are those of the monitor, which is off, too.
    expect(
      (await page.request.get(`/api/console/v1/environments/${environments.harbor}/dashboard`, { headers })).status(),
    ).toBe(403)
    expect(await (await page.request.get('/api/console/v1/session', { headers })).json()).toMatchObject({
      tenant: { id: harbor.id },
      fcraDue: true,
    })
  })

  await test.step('read and accepted', async () => {
    await page.getByRole('button', { name: 'Read and accept' }).click()
    await dialog.getByRole('checkbox', { name: /^I attest/ }).click()
    await expect(accept).toBeDisabled()
    await dialog.getByRole('button', { name: 'Play' }).click()
    await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Open transcript' }).click()
    await expect(dialog.getByText('What it must not be used for').last()).toBeVisible()
    await accept.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('your administrator rights are off')).toHaveCount(0)
  })

  await test.step('in the navigation and by address', async () => {
    await walkRoutes(page, environments.harbor, (account && rightsOf(account)) ?? (() => false))
  })
})
