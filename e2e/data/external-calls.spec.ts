import { accounts } from '../support/demo.ts'
import { chooseInAccountMenu, expect, heading, signIn, test } from '../support/journey.ts'
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
      await page.goto(`${address}?q=${name}`)
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

test('what is typed while a call is saved stays, a lost answer is found again, and who left is left alone', async ({
  page,
  guard,
}) => {
  test.setTimeout(120_000)
  guard.allowConsoleError(/net::ERR_FAILED|status of (?:409|422)/)
  const name = `meanwhile_${randomTag()}`
  const box = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  /** Holds the answer of a call back until it is let go. */
  const held = async (what: string) => {
    let letGo = () => {}
    const free = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route(
      `**/rpc/externalCalls/${what}`,
      async route => {
        await free
        await route.continue()
      },
      { times: 1 },
    )
    return letGo
  }
  const lose = (what: string) =>
    page.route(
      `**/rpc/externalCalls/${what}`,
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await signIn(page, accounts.engineer, `${address}?call=new`)
  await test.step('the first field that is wrong has the focus, and a removed row does not take it away', async () => {
    await button('Create').click()
    await expect(box('Name')).toBeFocused()
    await button('Add parameter').click()
    await button('Remove Parameters 1').press('Enter')
    await expect(button('Add parameter')).toBeFocused()
  })
  await test.step('text that is too long stays, and is told', async () => {
    await box('Name').fill(name)
    await box('URL').fill('https://nobody.invalid/')
    await box('Description').fill('x'.repeat(501))
    await button('Create').click()
    await expect(page.getByText('Use at most 500 characters.')).toBeVisible()
    await expect(box('Description')).toHaveValue('x'.repeat(501))
    await box('Description').fill('')
  })
  await test.step('typed while it is made, after the answer to a first try was lost', async () => {
    await lose('create')
    await button('Create').click()
    await expect(page.getByText('Something went wrong').first()).toBeVisible()
    await box('Default response').fill('{"later": true}')
    const letGo = await held('update')
    await button('Create').click()
    await box('Description').fill('Typed meanwhile')
    letGo()
    await expect(heading(page, name)).toBeVisible()
    await expect(page).toHaveURL(/call=[0-9a-f-]{36}/)
    await expect(box('Description')).toHaveValue('Typed meanwhile')
    await expect(box('Default response')).toHaveValue(/"later": true/)
  })
  await test.step('typed while it is changed; what is not saved is still asked about', async () => {
    const letGo = await held('update')
    await button('Update').click()
    await box('Description').fill('Typed again')
    letGo()
    await expect(page.getByText(`${name} saved.`).last()).toBeVisible()
    await expect(button('Update')).toBeEnabled()
    await expect(box('Description')).toHaveValue('Typed again')
    await button('Cancel').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  })
  await test.step('an answer that comes after the page was left leads nowhere', async () => {
    await button('New external call').first().click()
    await box('Name').fill(`${name}_left`)
    await box('URL').fill('https://nobody.invalid/')
    const letGo = await held('create')
    await button('Create').click()
    await button('Cancel').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(heading(page, 'External calls')).toBeVisible()
    letGo()
    await expect(page.getByText(`${name}_left saved.`).last()).toBeVisible()
    await expect(page.getByRole('link', { name: `${name}_left`, exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/call=/)
  })
  await test.step('a name that is taken is told in the language of the reader', async () => {
    await chooseInAccountMenu(page, /^Language/, 'Deutsch')
    await page.goto(`${address}?call=new`)
    await box('Name').fill(name.toUpperCase())
    await box('URL').fill('https://nobody.invalid/')
    await page.locator('form button[type="submit"]').click()
    await expect(box('Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Diesen Namen gibt es bereits.')).toBeVisible()
    await box('Name').fill('')
    await box('URL').fill('')
  })
  await test.step('from right to left, an address is cut at its own end, and units have their names', async () => {
    await chooseInAccountMenu(page, /^Sprache/, 'العربية')
    await page.goto(address)
    const target = page.getByText('GET https://nobody.invalid/').first()
    await expect(target).toHaveCSS('direction', 'ltr')
    await expect(target).toHaveCSS('text-overflow', 'ellipsis')
    const open = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    await page.goto(`${open}&view=performance`)
    await expect(page.getByText('ملّي ثانية', { exact: true })).toBeVisible()
  })
})

test('who may only read has no commands for external calls', async ({ page }) => {
  await signIn(page, accounts.viewer, address)
  await expect(heading(page, 'External calls')).toBeVisible()
  await expect(page.getByText('You can look at external calls, not change them.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New external call' })).toHaveCount(0)
  await page.goto(`${address}?call=new`)
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveCount(0)
})
