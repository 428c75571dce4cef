import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const tag = Math.random().toString(36).slice(2, 8)
const refunds = [
  'Refund_ID,Status,Customer,PurchaseId,BankEventTimestamp,Amount',
  `R-${tag}-1,Approved,U-1,P-${tag}-1,25/04/2026,12.50`,
  `R-${tag}-2,Approved,,P-${tag}-2,26/04/2026,9.99`,
  '',
].join('\n')

test('a file is checked before it is sent, its rows are fixed and its columns mapped, and it is deleted again', async ({
  page,
}) => {
  await signIn(page, accounts.engineer, '/data/upload')
  await expect(page).toHaveURL(/\/data\/upload\/purchaseprotection/)
  await expect(heading(page, 'Data upload')).toBeVisible()
  const table = page.getByRole('table', { name: 'Data upload' })
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/chunks/')) sent.push(request.url())
  })

  await test.step('the check names the row, and offers the format of the dates', async () => {
    await table.getByRole('link', { name: 'Select data source of Refunds' }).click()
    await expect(heading(page, 'Refunds')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file('refunds.csv', refunds))
    await expect(page.getByText("'UserId' is empty in row 3.")).toBeVisible()
    await page.getByRole('button', { name: 'Read BankEventTimestamp as day, month, year' }).click()
    await expect(page.getByText('Errors: 1. Warnings: 0. Rows: 2.')).toBeVisible()
    expect(sent).toEqual([])
  })

  await test.step('the row is fixed in place', async () => {
    await page.getByRole('button', { name: 'Fix rows: 1' }).click()
    await page.getByRole('textbox', { name: 'Customer in row 3' }).fill('U-2')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Errors in the row: 0')).toBeVisible()
    await page.getByRole('button', { name: 'Take fixed rows: 1' }).click()
    await expect(page.getByText('No errors. Rows: 2.')).toBeVisible()
  })

  await test.step('the guessed mapping is accepted, and the file is sent', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('4 of 4 required mapped').first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'Preview' }).getByText(`R-${tag}-2`)).toBeVisible()
    await page.getByRole('button', { name: 'Save and close' }).click()
    const row = table.getByRole('row').filter({ hasText: 'Refunds' })
    await expect(row.getByText('Ready to process')).toBeVisible()
    await expect(row.getByText('refunds.csv')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  await test.step('its mapping is opened again, and the file is deleted', async () => {
    await table.getByRole('link', { name: 'Edit Refunds' }).click()
    await expect(page.getByText('The preview needs the file itself.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Column for RefundId' })).toHaveValue('Refund_ID')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await table.getByRole('checkbox', { name: 'Select Refunds' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete files: 1' }).click()
    await expect(table.getByRole('link', { name: 'Select data source of Refunds' })).toBeVisible()
  })
})

test('purchases are uploaded with their files, processed, and found in search', async ({ page }) => {
  test.setTimeout(180_000)
  const ids = [`P-${tag}-1`, `P-${tag}-2`]
  const files = {
    Purchases: [
      'PurchaseId,MerchantLocalDate,TotalAmount,Currency,UserId',
      ...ids.map(id => `${id},2026-01-04T09:12:00Z,12.50,EUR,uploaded-${tag}`),
    ],
    PaymentInstruments: [
      'PurchaseId,MerchantPaymentInstrumentId,Type,CountryCode',
      ...ids.map(id => `${id},PI-${tag},CreditCard,DE`),
    ],
    // One line of no purchase: less than a twentieth of the file.
    Products: [
      'PurchaseId,ProductId,ProductName',
      ...Array.from({ length: 20 }, (_, line) => `${ids[line % 2] ?? ''},shoe-${line},Shoe`),
      `P-${tag}-none,shoe,Shoe`,
    ],
  }
  await signIn(page, accounts.engineer, '/data/upload')
  const table = page.getByRole('table', { name: 'Data upload' })
  for (const [entity, lines] of Object.entries(files)) {
    await table.getByRole('link', { name: `Select data source of ${entity}`, exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(file(`${entity}.csv`, `${lines.join('\n')}\n`))
    await expect(page.getByText(`No errors. Rows: ${lines.length - 1}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('button', { name: 'Save and close' }).click()
    await expect(
      table
        .getByRole('row')
        .filter({ hasText: `${entity}.csv` })
        .getByText('Ready to process'),
    ).toBeVisible()
  }
  await table.getByRole('checkbox', { name: 'Select Purchases' }).click()
  await expect(page.getByText('Files ready to process: 3')).toBeVisible()
  await page.getByRole('button', { name: 'Process data' }).click()
  await page.getByRole('button', { name: 'Process', exact: true }).click()
  await expect(table.getByRole('row').filter({ hasText: 'Purchases.csv' }).getByText('Processed')).toBeVisible({
    timeout: 60_000,
  })
  // U-22 is a warning that only the service can give: it has both files.
  await navigateInPage(page, '/data/upload/purchaseprotection?errors=Products')
  await expect(page.getByText(`Row 22: no Purchases row with PurchaseId 'P-${tag}-none'.`)).toBeVisible()
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page.getByText('Rows stored: 24.')).toBeVisible()
  await expect(page.getByText('Data period')).toBeVisible()
  await navigateInPage(page, `/search?period=all&f=userId:contains:uploaded-${tag}`)
  await expect(page.getByRole('grid').getByText(ids[0] ?? '')).toBeVisible()
  await expect(page.getByRole('grid').getByText(ids[1] ?? '')).toBeVisible()
})
