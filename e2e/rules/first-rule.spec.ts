import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { findImportFile, runImporter } from '../support/import-file.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { createRule, replaceCode } from '../support/rules.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Events found' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Chooses a field for a new condition of the search. */
async function chooseField(page: Page, field: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter: add a condition' }).click()
  await page.getByRole('combobox', { name: 'Find a field or a value' }).fill(field)
  await page.getByRole('option', { name: field, exact: true }).click()
}

async function addTextFilter(page: Page, field: string, value: string): Promise<void> {
  await chooseField(page, field)
  await page.getByRole('textbox', { name: 'Value' }).fill(value)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: `${field} equals ${value}`, exact: true })).toBeVisible()
}

test('from the history of a shop and its first purchase to a rule that rejects the next one', async ({
  page,
  request,
  baseURL,
}, info) => {
  test.slow()
  const customer = createCustomer()
  const ids = [1, 2, 3].map(number => `order-${customer.tag}-${number}`)
  const [first = '', second = '', third = ''] = ids
  const shop = await Shop.open(request)

  await test.step('sign in', async () => {
    await signIn(page, accounts.engineer)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page).toHaveTitle('Dashboard – Assay')
  })

  await test.step('send purchases', async () => {
    for (const id of [first, second]) {
      const decision = await shop.buy(createPurchase(customer, id))
      expect(decision.MerchantRuleDecision).toBe('Approve')
      expect(decision.RiskScore).toBeGreaterThanOrEqual(0)
    }
    // A repeated id counts once and gets the first response again.
    const again = await shop.post('purchase', createPurchase(customer, first, 999))
    expect(again.headers()['x-dfp-replayed']).toBe('true')
  })

  await test.step('see them decided in the search', async () => {
    await navigation(page).getByRole('link', { name: 'Search' }).click()
    await expect(heading(page, 'Search')).toBeVisible()
    await addTextFilter(page, 'Email', customer.email)
    await expect(grid(page).getByRole('row')).toHaveCount(3)
    for (const id of [first, second]) {
      const row = grid(page).getByRole('row').filter({ hasText: id })
      await expect(row).toContainText('Approve')
      await expect(row).toContainText('184.37')
      await expect(row).toContainText(customer.ip)
    }
    await expect(page.getByRole('main').getByText('2 events', { exact: true })).toBeVisible()
  })

  await test.step('review one', async () => {
    await grid(page).getByRole('link', { name: first }).click()
    await expect(heading(page, first)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/search/purchase/${environments.harbor}/${first}`))
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { name: 'Why this decision' })).toBeVisible()
    await expect(main.getByText(/^Approved: /)).toBeVisible()
    await expect(
      main.getByRole('list', { name: 'Score contributions, in points' }).getByRole('listitem').first(),
    ).toBeVisible()
    for (const card of ['Account', 'Payment', 'Device', 'IP address', 'Addresses', 'Order lines']) {
      await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
    }
    for (const fact of [
      customer.email,
      customer.ip,
      `${customer.name[0]} ${customer.name[1]}`,
      'Trail running shoe',
      'Merino socks',
    ]) {
      await expect(main.getByText(fact, { exact: false }).first()).toBeVisible()
    }
    const tabs = page.getByRole('navigation', { name: 'Views of this event' })
    await tabs.getByRole('link', { name: 'Link analysis' }).click()
    const shared = page.getByRole('table', { name: 'Other events' })
    await expect(shared.getByRole('link', { name: second })).toBeVisible()
    await expect(shared.getByRole('link', { name: first })).toHaveCount(0)
    await tabs.getByRole('link', { name: 'JSON' }).click()
    await expect(page.getByRole('heading', { name: 'Request' })).toBeVisible()
    await main.getByRole('treeitem', { name: '0, object, 9 fields' }).click()
    await expect(main.getByRole('treeitem', { name: 'sku, text, TR-220-39' })).toBeVisible()
    await expect(main.getByRole('treeitem', { name: 'MerchantRuleDecision, text, Approve' })).toBeVisible()
  })

  const rule = `Test block ${customer.tag}`
  await test.step('write a rule and try it on a purchase', async () => {
    const code = await createRule(page, rule)
    // First with an error: it is shown with its position, and nothing can be published.
    await replaceCode(page, 'RETURN Rejekt("Test block")')
    const problem = page.getByRole('region', { name: 'Problems' }).getByRole('button', { name: /Clause 1, 1:8/ })
    await expect(problem).toBeVisible()
    const text = `RETURN Reject("Test block") WHEN @"user.email" == "${customer.email}"`
    await replaceCode(page, text)
    await expect(code).toContainText(text)
    // Suggestions may cover the adjacent panes.
    await page.keyboard.press('Escape')
    await expect(problem).toHaveCount(0)

    const evaluation = page.getByRole('region', { name: 'Evaluation' })
    await expect(evaluation.getByText('No clause returned a decision')).toBeVisible()
    const sample = page.getByRole('textbox', { name: 'Sample request as JSON' })
    await sample.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(JSON.stringify(createPurchase(customer, 'sample')))
    await expect(evaluation.getByText('Reject', { exact: true })).toBeVisible()
    await expect(evaluation.getByText('by clause 1, Clause 1')).toBeVisible()
    await expect(evaluation.getByText('Test block', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Saved /)).toBeVisible()
  })

  await test.step('publish it', async () => {
    // A draft decides nothing.
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Publish “${rule}”` })
    await expect(dialog.getByRole('radio', { name: 'Active', exact: true })).toBeChecked()
    await dialog.getByRole('button', { name: 'Publish rule' }).click()
    await expect(page.getByText('Rule published.').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the next purchase is rejected by it', async () => {
    const decision = await shop.buy(createPurchase(customer, third))
    expect(decision).toMatchObject({ MerchantRuleDecision: 'Reject', PolicyApplied: rule })
    // Often enough to be among the rules that decide most, whatever other journeys run in parallel; each time from
    // another device.
    for (let number = 1; number <= 10; number++) {
      const elsewhere = { ...createCustomer(), email: customer.email }
      expect((await shop.buy(createPurchase(elsewhere, `more-${customer.tag}-${number}`))).MerchantRuleDecision).toBe(
        'Reject',
      )
    }
    // Another customer is not affected.
    const other = createCustomer()
    expect((await shop.buy(createPurchase(other, `order-${other.tag}`))).MerchantRuleDecision).toBe('Approve')
  })

  await test.step('and so it reads in the console', async () => {
    await navigation(page).getByRole('link', { name: 'Search' }).click()
    await addTextFilter(page, 'Email', customer.email)
    // The same search was made before: its results are shown again for five seconds.
    await page.reload()
    const row = grid(page).getByRole('row').filter({ hasText: third })
    await expect(row).toContainText('Reject')
    await expect(row).toContainText(rule)
    await row.getByRole('link', { name: third }).click()
    await expect(heading(page, third)).toBeVisible()
    await expect(page.getByText(`Rejected by ${rule} › Clause 1.`)).toBeVisible()
    await expect(page.getByText('Reason: Test block')).toBeVisible()
    const counterfactuals = page.getByRole('region', { name: 'What would change this decision' })
    await expect(counterfactuals.getByRole('listitem').filter({ hasText: 'user.email' })).toContainText('Approve')
    await page.getByRole('link', { name: 'Open rule' }).click()
    await expect(heading(page, rule)).toBeVisible()
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    const top = page.getByRole('link', { name: rule })
    await expect(async () => {
      if ((await top.count()) === 0) await page.reload()
      await expect(top).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 30_000 })
  })

  await test.step('the shop brings its history', async () => {
    const rows = 40
    const folder = info.outputPath('import')
    const file = findImportFile(info.outputPath(), rows)
    const content = readFileSync(file)
    const text = (content[0] === 0x1f ? gunzipSync(content) : content).toString('utf8')
    const frauds = text
      .split('\n')
      .slice(1, rows + 1)
      .filter(line => line.trim().endsWith(',1')).length
    // An environment that no other journey sends to.
    const options = ['--limit', String(rows), '--environment', environments.harborUs]
    const run = await runImporter(file, baseURL ?? '', folder, options)
    expect(run.output).toContain(`${rows} rows stored, 0 with faults.`)
    expect(run.code).toBe(0)
    // A second run finds nothing left to import.
    const again = await runImporter(file, baseURL ?? '', folder, options)
    expect(again.output).toContain(`${rows} rows were already there`)

    await navigateInPage(page, `/search?env=${environments.harborUs}&period=all&f=userId:contains:shop-user-`)
    await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor US' })).toBeVisible()
    await expect(page.getByRole('main').getByText(`${rows} events`, { exact: true })).toBeVisible()
    const row = grid(page).getByRole('row').nth(1)
    await expect(row.getByRole('link')).toHaveText(/^shop-/)
    await chooseField(page, 'Label')
    await page.getByRole('checkbox', { name: 'Fraud', exact: true }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('main').getByText(`${frauds} events`, { exact: true })).toBeVisible()
    await expect(row).toContainText('Fraud')
    await row.getByRole('link').click()
    await expect(page.getByText('Labeled as fraud')).toBeVisible()
  })
})
