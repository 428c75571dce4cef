import { readFile } from 'node:fs/promises'
import { accounts } from '../support/demo.ts'
import { expect, signIn, test } from '../support/journey.ts'

test('a search in groups is written as a text, saved and exported', async ({ page }) => {
  await signIn(page, accounts.engineer, '/search?period=all&f=decision:in:Reject')
  const results = page.getByRole('grid', { name: 'Events found' })
  await expect(results.getByRole('row').nth(1)).toBeVisible()

  // A second group, by hand.
  await page.getByRole('switch', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'Add group' }).click()
  const second = page.getByRole('group', { name: 'Group 2' })
  await second.getByRole('button', { name: 'Filter: add a condition' }).click()
  await page.getByRole('combobox', { name: 'Find a field or a value' }).fill('billingAddress.city')
  await page.getByRole('option', { name: 'paymentInstrumentList.billingAddress.city' }).click()
  const editor = page.getByRole('dialog', { name: 'paymentInstrumentList.billingAddress.city' })
  await editor.getByRole('combobox', { name: 'Comparison' }).click()
  await page.getByRole('option', { name: 'is not null', exact: true }).click()
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/f2=paymentInstrumentList\.billingAddress\.city%3AnotNull/)
  await expect(results.getByRole('row').nth(1)).toBeVisible()

  // The same search as a text, with a fault first.
  await page.getByRole('button', { name: 'Edit as query' }).click()
  const text = page.getByRole('textbox', { name: 'Query of the search' })
  await expect(text).toContainText('WHEN (@decision.In("Reject"))')
  await text.press('ControlOrMeta+a')
  await page.keyboard.insertText('WHEN @decision.In("Reject")\n  && (@riskScore >= 900 || @nobody == "x")')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('Events of this type have no field nobody.').first()).toBeVisible()
  await text.press('ControlOrMeta+a')
  await page.keyboard.insertText(
    'WHEN @decision.In("Reject")\n  && (@riskScore >= 900 || @"user.firstName".StartsWith("M"))',
  )
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(text).toBeHidden()
  await expect(page).toHaveURL(/f1=riskScore%3Agte%3A900/)
  await expect(page).toHaveURL(/match1=any/)
  await expect(results.getByRole('row').nth(1)).toBeVisible()

  // Saved, and there again after a reload.
  await page.getByRole('button', { name: 'View actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('High or M')
  await page.getByRole('button', { name: 'Save view' }).click()
  // The view is in the address as soon as it is stored.
  await expect(page).toHaveURL(/[?&]view=/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /High or M/ })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Group 2' })).toBeVisible()

  // Exported as it is shown.
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Current columns' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const [head = '', ...rows] = file.trimEnd().split('\r\n')
  expect(head.startsWith('\uFEFFPurchase ID,Transaction date,Risk score,Decision')).toBe(true)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain(',Reject,')
})
