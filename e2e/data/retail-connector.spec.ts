import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

/** The sample retail service of the demo: so many ports above the service. */
const portDistance = 1000

test('an environment is connected to a retail system, reads it, and its report follows', async ({
  page,
  guard,
  baseURL,
}) => {
  // The address that is refused.
  guard.allowConsoleError(/status of 409 .*retailConnector\/connect/)
  test.setTimeout(120_000)
  const retail = new URL(baseURL ?? '')
  retail.hostname = '127.0.0.1'
  retail.port = String(Number(retail.port) + portDistance)
  const environment = `env=${environments.harborUs}`
  await signIn(page, accounts.engineer, `/fraud/lossprevention/reports?${environment}`)
  await test.step('from the report that has no data yet', async () => {
    await expect(page.getByText('There is no report yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Upload', exact: true }).click()
    await expect(heading(page, 'Data upload')).toBeVisible()
  })
  await test.step('an address that is not allowed stays in the dialog', async () => {
    await page.getByRole('button', { name: 'Connect to data' }).click()
    const address = page.getByRole('textbox', { name: /^Environment URL/ })
    await address.fill('https://elsewhere.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Check the address and that this application is registered there/)).toBeVisible()
    await expect(address).toHaveValue('https://elsewhere.example')
    await address.fill(retail.origin)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Connect successful', { exact: true })).toBeVisible()
  })
  await test.step('its rows are imported', async () => {
    const syncs = page.getByRole('table', { name: 'Ten recent syncs' })
    await expect(syncs.getByText('Success')).toBeVisible({ timeout: 60_000 })
  })
  await test.step('and ended: what was imported stays', async () => {
    await page.getByRole('button', { name: 'More actions for Dynamics 365 Commerce' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible()
  })
  await test.step('the report has the scores of its staff', async () => {
    await page.goto(`/fraud/lossprevention/reports?${environment}`)
    await expect(page.getByText('Top risk staff').first()).toBeVisible({ timeout: 60_000 })
  })
})
