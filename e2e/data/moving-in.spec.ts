import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'

test('an engineer moves a rule and its list in with the keyboard, and finds the rule inactive', async ({ page }) => {
  test.slow()
  const tag = Math.random().toString(36).slice(2, 8)
  await signIn(page, accounts.engineer, '/data/movein')
  await expect(heading(page, 'Moving in')).toBeVisible()
  await page.locator('input[type="file"][multiple]').setInputFiles([
    { name: `Risky ${tag}.csv`, mimeType: 'text/csv', buffer: Buffer.from('SKU\nA-1\n') },
    {
      name: 'users.json',
      mimeType: 'application/json',
      buffer: Buffer.from(`[{"username":"${tag}@shop.example","roles":["FraudEngineer"]}]`),
    },
  ])
  await expect(page.getByText('2 files, 1 kB')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text from the clipboard' }).focus()
  await page.keyboard.insertText(
    `// Rule: Listed ${tag}\nRETURN Review() WHEN ContainsKey("Risky ${tag}", "SKU", @"productList.sku")\n// Rule: Broken ${tag}\nRETURN Review(`,
  )
  await page.getByRole('button', { name: 'Check', exact: true }).focus()
  await page.keyboard.press('Enter')
  const table = page.getByRole('grid', { name: 'Objects' })
  await expect(table.getByRole('rowheader', { name: `Listed ${tag}` })).toBeVisible()
  await expect(table.getByText('Failed', { exact: true })).toBeVisible()
  await expect(table.getByText('Needs you', { exact: true })).toBeVisible()

  await test.step('a broken rule says where', async () => {
    await table.getByRole('rowheader', { name: `Broken ${tag}` }).dblclick()
    const panel = page.getByRole('complementary', { name: `Broken ${tag}` })
    await expect(panel.getByText(/Correct the text, then check again/)).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).press('Enter')
  })
  await page.getByRole('button', { name: 'Move in 2 objects' }).press('Enter')
  await expect(page.getByText(/New rules are inactive: try each with a back-test/)).toBeVisible()
  await page.getByRole('link', { name: 'Back-test rules of purchase' }).press('Enter')
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await navigateInPage(page, `/fraud/purchase/rules?q=${encodeURIComponent(tag)}`)
  await expect(page.getByRole('row', { name: new RegExp(`Listed ${tag}`) }).getByText('Inactive')).toBeVisible()
})
