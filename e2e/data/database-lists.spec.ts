import type { Page } from '@playwright/test'
import { type CosmosServer, startCosmosServer } from '../support/cosmos-server.ts'
import { accounts } from '../support/demo.ts'
import { expect, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** From saving to deciding: milliseconds that the product promises. */
const effectTimeout = 120_000
const address = '/data/lists/custom'
const table = (page: Page) => page.getByRole('grid', { name: 'Custom lists' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

let cosmos: CosmosServer
const customer = createCustomer()
test.beforeAll(async () => {
  const documents = [
    { id: '1', customer: `customer-${customer.tag}`, status: 'Stolen', limit: 12.5, _ts: 1 },
    { id: '2', customer: 'somebody', status: null, note: 'later' },
  ]
  cosmos = await startCosmosServer({ customers: documents, empty: [] })
  recordSensitiveValues(cosmos.key)
})
test.afterAll(() => {
  cosmos.close()
})

test('a list stays in a database: reached, looked at, asked by a rule, and deleted when nothing asks it', async ({
  page,
  request,
  guard,
}) => {
  test.setTimeout(240_000)
  // The browser itself writes a line for every refusal.
  guard.allowConsoleError(/status of (?:409|422)/)
  const list = `Stolen ${customer.tag}`
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, address)
  await page.getByRole('button', { name: 'New list' }).first().click()
  const form = panel(page, 'New list')
  await form.getByRole('radio', { name: 'Cosmos DB' }).click()
  await expect(form.getByRole('radio', { name: 'Cosmos DB' })).toBeFocused()
  const create = form.getByRole('button', { name: 'Create list' })
  const secret = form.getByRole('group', { name: 'Connection string' }).locator('input')
  const trial = form.getByRole('button', { name: 'Test connection' })

  await test.step('what is missing is said at its field; without a test nothing is made', async () => {
    await expect(create).toBeDisabled()
    await expect(form.getByText('Test the connection first.')).toBeVisible()
    await trial.click()
    await expect(form.getByText('Enter a secret.')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Account' })).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('a wrong key is refused, and said so', async () => {
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(list)
    await form.getByRole('textbox', { name: 'Account' }).fill('risk')
    await form.getByRole('textbox', { name: 'Database name' }).fill('fraud')
    await secret.fill(cosmos.connectionString.replace(cosmos.key, 'YQ=='))
    await trial.click()
    await expect(form.getByText('The connection failed: HTTP 401.')).toBeInViewport()
    await expect(create).toBeDisabled()
    await secret.fill('no connection string')
    await trial.click()
    await expect(form.getByText('The connection failed: Definition not found.')).toBeVisible()
    await expect(form.getByText(/^The secret is no connection string/)).toBeVisible()
  })

  await test.step('reached, it names its containers, and the first document the columns', async () => {
    await secret.fill(cosmos.connectionString)
    await trial.click()
    await expect(form.getByText('The connection works: 2 containers.')).toBeVisible()
    await form.getByRole('combobox', { name: 'Container' }).click()
    await page.getByRole('option', { name: 'customers' }).click()
    const rows = form.getByRole('table', { name: 'Rows of the list' })
    await expect(rows.getByRole('row', { name: `1 1 customer-${customer.tag} Stolen 12.5` })).toBeVisible()
    await expect(form.getByText('The first 2 rows, as the database has them now')).toBeVisible()
    // A column that only later documents have.
    await form.getByRole('combobox', { name: 'Columns' }).fill('note')
    await page.getByRole('option', { name: /note/ }).click()
    await page.keyboard.press('Escape')
    await expect(rows.getByRole('cell', { name: 'later' })).toBeVisible()
    await create.click()
    await expect(page.getByText('List created.', { exact: true })).toBeVisible()
    await expect(table(page).getByRole('row', { name: new RegExp(list) })).toContainText('Cosmos DB')
  })

  const shown = panel(page, list)
  await test.step('its rows, its connection without the secret, and how the database fared', async () => {
    await expect(shown.getByRole('cell', { name: 'somebody' })).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Download' })).toHaveCount(0)
    await shown.getByRole('tab', { name: 'Connection' }).click()
    await expect(shown.getByText('A secret is stored.')).toBeVisible()
    await expect(shown.getByText('Success rate')).toBeVisible()
    expect(await page.content()).not.toContain(cosmos.key)
  })

  let rule = ''
  await test.step('a rule asks it, and it cannot be deleted meanwhile', async () => {
    rule = await publishRule(
      page,
      `Asks ${list}`,
      `RETURN Reject("Stolen", "${list}") WHEN ContainsKey("${list}", "customer", @"user.userId")`,
    )
    let number = 1
    await expect
      .poll(
        async () =>
          (await shop.buy(createPurchase(customer, `order-${customer.tag}-${number++}`))).MerchantRuleDecision,
        { timeout: effectTimeout, intervals: [1000, 3000] },
      )
      .toBe('Reject')
    await navigateInPage(page, address)
    await page.getByRole('checkbox', { name: `Select ${list}` }).click()
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    const kept = page.getByRole('dialog', { name: 'This list was not deleted' })
    await expect(kept.getByRole('link', { name: `Asks ${list}` })).toBeVisible()
    await kept.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('a change keeps the secret; a column that a rule names has to stay', async () => {
    await table(page).getByText(list, { exact: true }).click()
    await shown.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = panel(page, `Edit ${list}`)
    await expect(edit.getByText('A secret is stored.')).toBeVisible()
    await edit.getByRole('button', { name: 'Remove customer' }).click()
    await edit.getByRole('button', { name: 'Update' }).click()
    await expect(edit.getByText(new RegExp(`Asks ${list}`))).toBeVisible()
    await edit.getByRole('combobox', { name: 'Columns' }).fill('customer')
    await page.getByRole('option', { name: /customer/ }).click()
    await page.keyboard.press('Escape')
    await edit.getByRole('textbox', { name: 'Description' }).fill('Accounts that were taken over')
    await edit.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(`${list} updated.`, { exact: true })).toBeVisible()
    await expect(shown.getByText('Accounts that were taken over')).toBeVisible()
  })

  await test.step('while the database is away, that is said, and how it fared', async () => {
    cosmos.setUnavailable(true)
    await page.reload()
    await expect(shown.getByText('The connection failed: Communication failure.')).toBeVisible()
    await shown.getByRole('tab', { name: 'Connection' }).click()
    await expect(shown.getByRole('list', { name: 'Errors' }).getByText('Communication failure')).toBeVisible()
    await shown.getByRole('link', { name: 'Performance' }).click()
    await expect(page.getByRole('heading', { name: `Performance of ${list}`, level: 1 })).toBeVisible()
    await page.goBack()
    await expect(shown).toBeVisible()
    cosmos.setUnavailable(false)
  })

  await test.step('without the rule it goes', async () => {
    await removeRule(page, rule)
    await navigateInPage(page, address)
    await page.getByRole('checkbox', { name: `Select ${list}` }).click()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    await expect(page.getByText('1 list deleted.', { exact: true })).toBeVisible()
    await expect(page.getByText(list, { exact: true })).toHaveCount(0)
  })
})
