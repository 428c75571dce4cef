import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule } from '../support/rules.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

/** From saving to deciding: milliseconds that the product promises. */
const effectTimeout = 120_000
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const table = (page: Page) => page.getByRole('grid', { name: 'Custom lists' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

test('a list is uploaded, asked by a rule and kept while it is; a support list takes and loses an entry', async ({
  page,
  request,
  guard,
}) => {
  // The browser itself writes a line for every refusal.
  guard.allowConsoleError(/status of (409|422)/)
  test.setTimeout(180_000)
  const customer = createCustomer()
  const list = `Lockers ${customer.tag}`
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, '/data/lists')
  await expect(page).toHaveURL(/\/data\/lists\/custom/)
  await expect(heading(page, 'Lists')).toBeVisible()

  await test.step('a broken file is refused, the row named, and nothing is sent', async () => {
    await page.getByRole('button', { name: 'New list' }).click()
    const form = panel(page, 'New list')
    await expect(form.getByText(/^Do not upload sensitive data/)).toBeVisible()
    await form
      .locator('input[type=file]')
      .setInputFiles(file('Broken.csv', 'Zip,City\n10000,Zagreb\n21000,Split,Solin\n'))
    const faults = form.getByRole('table', { name: 'Faults of the file' })
    await expect(faults.getByRole('row', { name: 'LST005 3 Row 3 has 3 fields, expected 2.' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Create list' })).toBeDisabled()
    await form.getByRole('button', { name: 'Remove Broken.csv' }).click()
  })

  await test.step('a good one is looked at and taken', async () => {
    const form = panel(page, 'New list')
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

  const rule = `Lockers ${customer.tag}`
  let ruleId = ''
  await test.step('a rule that asks it rejects a purchase', async () => {
    expect((await shop.buy(createPurchase(customer, `order-${customer.tag}-1`))).MerchantRuleDecision).toBe('Approve')
    ruleId = await publishRule(
      page,
      rule,
      `RETURN Reject("Locker", "${list}") WHEN ContainsKey("${list}", "Customer", @"user.userId")`,
    )
    let number = 2
    await expect
      .poll(
        async () =>
          (await shop.buy(createPurchase(customer, `order-${customer.tag}-${number++}`))).MerchantRuleDecision,
        { timeout: effectTimeout, intervals: [1000, 3000] },
      )
      .toBe('Reject')
  })

  await test.step('what uses it is named, and it stays', async () => {
    await navigateInPage(page, '/data/lists/custom')
    await table(page).getByText(list, { exact: true }).click()
    await panel(page, list).getByRole('tab', { name: 'Used by' }).click()
    await expect(panel(page, list).getByRole('link', { name: rule })).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${list}` }).click()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    const kept = page.getByRole('dialog', { name: 'This list was not deleted' })
    await expect(kept.getByRole('link', { name: rule })).toBeVisible()
    await kept.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('other contents are a new version; the former comes back; the file is the one that was sent', async () => {
    await panel(page, list).getByRole('button', { name: 'Edit', exact: true }).click()
    const form = panel(page, `Edit ${list}`)
    await form.locator('input[type=file]').setInputFiles(file('Without.csv', 'City\nZagreb\n'))
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(
      form.getByRole('table', { name: 'Faults of the file' }).getByRole('row', { name: /LST009/ }),
    ).toContainText(rule)
    await form.getByRole('button', { name: 'Remove Without.csv' }).click()
    await form.locator('input[type=file]').setInputFiles(file('Other.csv', 'Customer,City\nsomebody,Split\n'))
    await form.getByRole('button', { name: 'Update' }).click()
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

  await test.step('without the rule it goes', async () => {
    await removeRule(page, ruleId)
    await navigateInPage(page, '/data/lists/custom')
    // Still selected, as its removal was refused.
    await page.getByRole('checkbox', { name: `Select ${list}` }).check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    await expect(page.getByText('1 list deleted.', { exact: true })).toBeVisible()
    await expect(page.getByText(list, { exact: true })).toHaveCount(0)
  })

  await test.step('an entry of a support list is made, found, taken off, and back by undo', async () => {
    await navigateInPage(page, '/data/lists/support')
    await page.getByRole('grid', { name: 'Support lists' }).getByRole('link', { name: 'Email Support List' }).click()
    await page.getByRole('button', { name: 'Add or change' }).click()
    const form = panel(page, 'Edit Email Support List')
    const values = form.getByRole('textbox', { name: 'Values' })
    await values.fill(customer.email)
    await form.getByRole('textbox', { name: 'Reason' }).fill('Stolen account')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByText('1 added, 0 updated, 0 removed, 0 not found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search values and notes' }).fill(customer.email)
    const entry = page
      .getByRole('grid', { name: 'Email Support List' })
      .getByRole('row', { name: new RegExp(customer.email) })
    await expect(entry).toContainText('Stolen account')
    await values.fill(`${customer.email}\nnobody.${customer.tag}@mail.example`)
    await form.getByRole('radio', { name: 'Remove' }).click()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(form.getByText('0 added, 0 updated, 1 removed, 1 not found')).toBeVisible()
    await expect(page.getByText('No entry matches')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(entry).toContainText('Stolen account')
  })
})

test('an analyst blocks an e-mail address from the page of an event, and the next purchase is rejected', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const customer = createCustomer()
  const shop = await Shop.open(request)
  const order = `order-${customer.tag}-1`
  await shop.buy(createPurchase(customer, order))

  await test.step('the analyst has no page of lists, but the pencil', async () => {
    await signIn(page, accounts.analyst, `/search/purchase/${environments.harbor}/${order}`)
    await expect(heading(page, order)).toBeVisible()
    await page.getByRole('button', { name: 'Support status of Email' }).click()
    const dialog = page.getByRole('dialog', { name: customer.email })
    await expect(dialog.getByText('Not on this list.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Block' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Stolen account')
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await expect(page.getByText(`${customer.email} is blocked on “Email Support List”.`, { exact: true })).toBeVisible()
    await expect(
      page.getByRole('main').locator('[data-slot="badge"]').getByText('Block', { exact: true }),
    ).toBeVisible()
  })

  await test.step('the next purchase is rejected by the support rule', async () => {
    let number = 2
    await expect
      .poll(
        async () =>
          (await shop.buy(createPurchase(customer, `order-${customer.tag}-${number++}`))).MerchantRuleDecision,
        { timeout: effectTimeout, intervals: [1000, 3000] },
      )
      .toBe('Reject')
  })
})
