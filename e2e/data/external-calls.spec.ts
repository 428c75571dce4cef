import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'

const address = '/data/externalcalls'
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('an engineer makes a call with a secret, sees why its test fails, changes it, and cannot delete it while a rule asks it', async ({
  page,
  guard,
}) => {
  test.setTimeout(180_000)
  // The browser itself writes a line for each answer that refuses: an address that is not allowed, a call in use.
  guard.allowConsoleError(/status of (?:409|422)/)
  // The list is opened by its address, past the links that the router knows, from a form that asks before it is left.
  guard.allowConsoleError(/use a blocker on a POP navigation/)
  const name = `phone_${randomTag()}`
  await signIn(page, accounts.engineer, address)
  await page.getByRole('button', { name: 'New external call', exact: true }).first().click()
  await expect(heading(page, 'New external call')).toBeVisible()

  await test.step('what is missing is said at its field', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('2 fields need your attention.')).toBeVisible()
    await expect(page.getByText('Enter an address that begins with https://.')).toBeVisible()
  })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add parameter' }).click()
  await page.getByRole('textbox', { name: 'Parameters 1: Name' }).fill('phone')
  await page.getByRole('textbox', { name: 'Parameters 1: Sample value' }).fill('+47 900')
  await page.getByRole('button', { name: 'Add configuration' }).click()
  await page.getByRole('textbox', { name: 'Configurations 1: Name' }).fill('apiKey')
  await page.getByRole('switch', { name: 'Secret' }).click()
  const secret = page.getByRole('group', { name: 'Configurations 1: Value' })
  await secret.getByLabel('Configurations 1: Value', { exact: true }).and(page.locator('input')).fill('only-written')
  const url = page.getByRole('textbox', { name: 'URL', exact: true })

  await test.step('an address inside of the network is refused at its field', async () => {
    await url.fill('https://127.0.0.1/{configuration.apiKey}')
    await expect(page.getByRole('region', { name: 'Sample request' }).last()).toContainText(
      'GET https://127.0.0.1/***?phone=%2B47+900',
    )
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('textbox', { name: 'URL', exact: true, description: /address/i })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
  })
  await test.step('a name that nobody has fails its test, and says how', async () => {
    await url.fill('https://nobody.invalid/{configuration.apiKey}')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/^The connection failed: /)).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'See error details' }).click()
    await expect(page.getByText('GET https://nobody.invalid/***?phone=%2B47+900').last()).toBeVisible()
    await expect(page.getByText('only-written')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByText('A secret is stored.')).toBeVisible()

  await test.step('a change is asked about before the page is left, and saved', async () => {
    await page.getByRole('textbox', { name: 'Default response' }).fill('{"lineAge": -1}')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText(`${name} saved.`).last()).toBeVisible()
  })

  await test.step('in use it is locked, has figures, and stays', async () => {
    const rule = await publishRule(
      page,
      `Asks ${name}`,
      `RETURN Review("Line") WHEN External.${name}("1").lineAge > 9000`,
    )
    const remove = async () => {
      await navigateInPage(page, `${address}?q=${name}`)
      await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete external call' }).press('Enter')
    }
    await remove()
    const kept = page.getByRole('dialog', { name: `${name} was not deleted` })
    await expect(kept.getByRole('link', { name: `Asks ${name}` })).toBeVisible()
    await kept.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('Name and parameters are locked because rules use this call.')).toBeVisible()
    await expect(page.getByRole('link', { name: `Asks ${name}` })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeEditable()
    await removeRule(page, rule)
    await page.goto(`${address}?q=${name}`)
    await expect(page.getByText('Metrics are shown when the call is used in an active rule.')).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Performance' }).press('Enter')
    await expect(heading(page, `Performance of ${name}`)).toBeVisible()
    await expect(page.getByText('No requests in this period').first()).toBeVisible()
    await remove()
    await expect(page.getByText(`${name} deleted.`, { exact: true })).toBeVisible()
  })
})
