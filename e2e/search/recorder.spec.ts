import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordClipboard } from '../support/clipboard.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('a correlation id leads to the timeline of its call, which runs again and becomes a test case; that of a refused call to its faults', async ({
  page,
  request,
}, info) => {
  const copied = await recordClipboard(page)
  const shop = await Shop.open(request)
  const customer = createCustomer()
  const purchaseId = `recorder-${customer.tag}`
  const [decided, refused] = [randomUUID(), randomUUID()]
  await shop.buy(createPurchase(customer, purchaseId), { 'x-ms-correlation-id': decided })
  const { purchaseId: _missing, ...incomplete } = createPurchase(customer, purchaseId)
  expect((await shop.post('purchase', incomplete, { 'x-ms-correlation-id': refused })).status()).toBe(400)

  await signIn(page, accounts.engineer, `/search?env=${environments.harbor}`)
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const jumpTo = async (id: string, option: string | RegExp) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Search or jump to/ })
      .click()
    await palette.getByRole('combobox').fill(id)
    await expect(palette.getByRole('option', { name: option })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  const list = page.getByRole('list', { name: 'Timeline of processing' })

  await test.step('from the correlation id to the timeline', async () => {
    await jumpTo(decided, new RegExp(purchaseId))
    await expect(page).toHaveURL(/tab=recorder/)
    await expect(list.getByText('Request received')).toBeVisible()
    const received = list.getByRole('listitem').filter({ hasText: 'Request received' })
    await received.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(received.getByText(decided)).toBeVisible()
    await page.getByRole('button', { name: /^Who looked/ }).click()
    await expect(list.getByText(/opened the event/)).toBeVisible()
    await expect(list.getByText('Request received')).toHaveCount(0)
  })

  await test.step('run again with today’s rules', async () => {
    await page.getByRole('button', { name: 'Run again with today’s rules' }).click()
    await expect(page.getByText('Today’s rules come to the same result.')).toBeVisible()
  })

  await test.step('copy as a test case, which passes on the command line', async () => {
    await page.getByRole('button', { name: 'Copy as test case' }).click()
    await expect(page.getByText('Test case copied', { exact: true })).toBeVisible()
    const file = info.outputPath('case.json')
    writeFileSync(file, await copied())
    const cli = path.join(root, 'risk-service/fql/cli/cli.ts')
    const out = execFileSync(process.execPath, [cli, 'cases', file], { encoding: 'utf8' })
    expect(out.trim()).toBe('1 passed, 0 failed')
    rmSync(file)
  })

  await test.step('from the correlation id of a refused call to its faults', async () => {
    await jumpTo(refused, /Refused call: HTTP 400/)
    await expect(heading(page, 'Search')).toBeVisible()
    await expect(page.getByText('This call was refused')).toBeVisible()
    await expect(page.getByText(/Required properties purchaseId/)).toBeVisible()
  })
})
