import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type CosmosServer, startCosmosServer } from '../support/cosmos-server.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** From saving to the effect on decisions: the product's limit in milliseconds. */
const effectTimeout = 120_000
const address = '/data/lists/custom'
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const table = (page: Page) => page.getByRole('grid', { name: 'Custom lists' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

/** The customer in the uploaded list, and the one in the list that stays in a database. */
const [customer, stolen] = [createCustomer(), createCustomer()]
let cosmos: CosmosServer
test.beforeAll(async () => {
  const documents = [
    { id: '1', customer: `customer-${stolen.tag}`, status: 'Stolen', limit: 12.5, _ts: 1 },
    { id: '2', customer: 'somebody', status: null, note: 'later' },
  ]
  cosmos = await startCosmosServer({ customers: documents, empty: [] })
  recordSensitiveValues(cosmos.key)
})
test.afterAll(() => {
  cosmos.close()
})

test('lists are uploaded or stay in a database, are asked by a rule and kept while they are; a support list takes and loses an entry', async ({
  page,
  request,
  guard,
}) => {
  // The browser itself logs every refusal.
  guard.allowConsoleError(/status of (409|422)/)
  test.setTimeout(240_000)
  const list = `Lockers ${customer.tag}`
  const databaseList = `Stolen ${stolen.tag}`
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, '/data/lists')
  await expect(page).toHaveURL(/\/data\/lists\/custom/)
  await expect(heading(page, 'Lists')).toBeVisible()

  const form = panel(page, 'New list')
  await test.step('a broken file is refused, the row named, and nothing is sent', async () => {
    await page.getByRole('button', { name: 'New list' }).click()
    await expect(form.getByText(/^Do not upload sensitive data/)).toBeVisible()
    await form
      .locator('input[type=file]')
      .setInputFiles(file('Broken.csv', 'Zip,City\n10000,Zagreb\n21000,Split,Solin\n'))
    const faults = form.getByRole('table', { name: 'Errors in the file' })
    await expect(faults.getByRole('row', { name: 'LST005 3 Row 3 has 3 fields, expected 2.' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Create list' })).toBeDisabled()
    await form.getByRole('button', { name: 'Remove Broken.csv' }).click()
  })

  await test.step('a good one is looked at and taken', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `${customer.tag}-${row},"City ${row}, north"`)
    await form
      .locator('input[type=file]')
      .setInputFiles(file(`${list}.csv`, ['Customer,City', `customer-${customer.tag},Zagreb`, ...rows].join('\r\n')))
    await expect(form.getByText('Showing 20 of 41', { exact: true })).toBeVisible()
    await expect(
      form.getByRole('table', { name: 'Rows of the list' }).getByRole('cell', { name: 'City 0, north' }),
    ).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(list)
    await form.getByRole('textbox', { name: 'Description' }).fill('Customers of lockers')
    await form.getByRole('button', { name: 'Create list' }).click()
    await expect(page.getByText('List created.', { exact: true })).toBeVisible()
    await expect(table(page).getByRole('row', { name: new RegExp(list) })).toContainText('41')
    await expect(panel(page, list)).toBeVisible()
  })

  await page.getByRole('button', { name: 'New list' }).first().click()
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
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(databaseList)
    await form.getByRole('textbox', { name: 'Account' }).fill('risk')
    await form.getByRole('textbox', { name: 'Database name' }).fill('fraud')
    await secret.fill(cosmos.connectionString.replace(cosmos.key, 'YQ=='))
    await trial.click()
    await expect(form.getByText('Connection failed: HTTP 401.')).toBeInViewport()
    await expect(create).toBeDisabled()
    await secret.fill('no connection string')
    await trial.click()
    await expect(form.getByText('Connection failed: Definition not found.')).toBeVisible()
    await expect(form.getByText(/^The secret is no connection string/)).toBeVisible()
  })

  await test.step('reached, it names its containers, and the first document the columns', async () => {
    await secret.fill(cosmos.connectionString)
    await trial.click()
    await expect(form.getByText('The connection works: 2 containers.')).toBeVisible()
    await form.getByRole('combobox', { name: 'Container' }).click()
    await page.getByRole('option', { name: 'customers' }).click()
    const rows = form.getByRole('table', { name: 'Rows of the list' })
    await expect(rows.getByRole('row', { name: `1 1 customer-${stolen.tag} Stolen 12.5` })).toBeVisible()
    await expect(form.getByText('First 2 rows, live from the database')).toBeVisible()
    // A column that exists in later documents only.
    await form.getByRole('combobox', { name: 'Columns' }).fill('note')
    await page.getByRole('option', { name: /note/ }).click()
    await page.keyboard.press('Escape')
    await expect(rows.getByRole('cell', { name: 'later' })).toBeVisible()
    await create.click()
    await expect(page.getByText('List created.', { exact: true }).last()).toBeVisible()
    await expect(table(page).getByRole('row', { name: new RegExp(databaseList) })).toContainText('Cosmos DB')
  })

  const shown = panel(page, databaseList)
  await test.step('its rows, its connection without the secret, and how the database fared', async () => {
    await expect(shown.getByRole('cell', { name: 'somebody' })).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Download' })).toHaveCount(0)
    await shown.getByRole('tab', { name: 'Connection' }).click()
    await expect(shown.getByText('A secret is stored.')).toBeVisible()
    await expect(shown.getByText('Success rate')).toBeVisible()
    expect(await page.content()).not.toContain(cosmos.key)
  })

  const rule = `Asks ${customer.tag}`
  let ruleId = ''
  await test.step('a rule that asks both rejects purchases', async () => {
    expect((await shop.buy(createPurchase(customer, `order-${customer.tag}-1`))).MerchantRuleDecision).toBe('Approve')
    const conditions = [
      `ContainsKey("${list}", "Customer", @"user.userId")`,
      `ContainsKey("${databaseList}", "customer", @"user.userId")`,
    ]
    ruleId = await publishRule(page, rule, `RETURN Reject("Locker", "${list}") WHEN ${conditions.join(' || ')}`)
    let number = 2
    for (const buyer of [customer, stolen])
      await expect
        .poll(
          async () => (await shop.buy(createPurchase(buyer, `order-${buyer.tag}-${number++}`))).MerchantRuleDecision,
          { timeout: effectTimeout, intervals: [1000, 3000] },
        )
        .toBe('Reject')
  })

  const deleteBoth = async () => {
    for (const name of [databaseList, list]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 lists' }).click()
  }
  await test.step('what uses them is named, and they stay', async () => {
    await navigateInPage(page, address)
    await page.getByRole('checkbox', { name: `Select ${databaseList}` }).check()
    // A list in a database has no file.
    await expect(page.getByRole('button', { name: 'Delete 1' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await deleteBoth()
    const kept = page.getByRole('dialog', { name: '2 lists were not deleted' })
    for (const name of [list, databaseList])
      await expect(kept.getByRole('region', { name }).getByRole('link', { name: rule })).toBeVisible()
    await kept.getByRole('button', { name: 'Close', exact: true }).last().click()
    await table(page).getByText(list, { exact: true }).click()
    await panel(page, list).getByRole('tab', { name: 'Used by' }).click()
    await expect(panel(page, list).getByRole('link', { name: rule })).toBeVisible()
  })

  await test.step('other contents are a new version; the former comes back; the file is the one that was sent', async () => {
    await panel(page, list).getByRole('button', { name: 'Edit', exact: true }).click()
    const form = panel(page, `Edit ${list}`)
    await form.locator('input[type=file]').setInputFiles(file('Without.csv', 'City\nZagreb\n'))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(
      form.getByRole('table', { name: 'Errors in the file' }).getByRole('row', { name: /LST009/ }),
    ).toContainText(rule)
    await form.getByRole('button', { name: 'Remove Without.csv' }).click()
    await form.locator('input[type=file]').setInputFiles(file('Other.csv', 'Customer,City\nsomebody,Split\n'))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${list} updated.`, { exact: true })).toBeVisible()
    await panel(page, list).getByRole('tab', { name: 'Versions' }).click()
    await panel(page, list).getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version' }).click()
    await expect(panel(page, list).getByText('restored from version 1')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page, list).getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    expect(readFileSync(await download.path(), 'utf8')).toContain(`customer-${customer.tag},Zagreb`)
  })

  await test.step('a change keeps the secret; a column that a rule names has to stay', async () => {
    await table(page).getByText(databaseList, { exact: true }).click()
    await shown.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = panel(page, `Edit ${databaseList}`)
    await expect(edit.getByText('A secret is stored.')).toBeVisible()
    await edit.getByRole('button', { name: 'Remove customer' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByText(new RegExp(rule))).toBeVisible()
    await edit.getByRole('combobox', { name: 'Columns' }).fill('customer')
    await page.getByRole('option', { name: /customer/ }).click()
    await page.keyboard.press('Escape')
    await edit.getByRole('textbox', { name: 'Description' }).fill('Accounts that were taken over')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${databaseList} updated.`, { exact: true })).toBeVisible()
    await expect(shown.getByText('Accounts that were taken over')).toBeVisible()
  })

  await test.step('while the database is away, that is said, and how it fared', async () => {
    cosmos.setUnavailable(true)
    await page.reload()
    await expect(shown.getByText('Connection failed: Service not reachable.')).toBeVisible()
    await shown.getByRole('tab', { name: 'Connection' }).click()
    await expect(shown.getByRole('list', { name: 'Errors' }).getByText('Service not reachable')).toBeVisible()
    await shown.getByRole('link', { name: 'Performance' }).click()
    await expect(page.getByRole('heading', { name: `Performance of ${databaseList}`, level: 1 })).toBeVisible()
    await page.goBack()
    await expect(shown).toBeVisible()
    cosmos.setUnavailable(false)
  })

  await test.step('without the rule they go', async () => {
    await removeRule(page, ruleId)
    await navigateInPage(page, address)
    await deleteBoth()
    await expect(page.getByText('2 lists deleted.', { exact: true })).toBeVisible()
    for (const name of [list, databaseList]) await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  })

  await test.step('an entry of a support list is made, found, taken off, and back by undo', async () => {
    await navigateInPage(page, '/data/lists/support')
    await page.getByRole('grid', { name: 'Support lists' }).getByRole('link', { name: 'Email Support List' }).click()
    await page.getByRole('button', { name: 'Add entries' }).click()
    const form = panel(page, 'Edit Email Support List')
    const values = form.getByRole('textbox', { name: 'Values' })
    await values.fill(customer.email)
    await form.getByRole('textbox', { name: 'Reason' }).fill('Stolen account')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('1 entry added.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search values and notes' }).fill(customer.email)
    const entry = page
      .getByRole('grid', { name: 'Email Support List' })
      .getByRole('row', { name: new RegExp(customer.email) })
    await expect(entry).toContainText('Stolen account')
    await values.fill(`${customer.email}\nnobody.${customer.tag}@mail.example`)
    await form.getByRole('radio', { name: 'Remove' }).click()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(form.getByText('1 entry removed. 1 value not found.')).toBeVisible()
    await expect(page.getByText('No entry matches')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(entry).toContainText('Stolen account')
  })
})
