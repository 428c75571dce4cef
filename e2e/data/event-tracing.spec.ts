import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const address = '/data/eventtracing'
const tag = Math.random().toString(36).slice(2, 8)

test('an administrator forwards purchases to a webhook, sees what was rejected, delivers it again, and stops', async ({
  page,
  guard,
  request,
}) => {
  test.setTimeout(120_000)
  // The browser itself logs the refusing response.
  guard.allowConsoleError(/status of 422/)
  let status = 204
  const received: string[] = []
  const receiver = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', chunk => (body += String(chunk)))
    incoming.on('end', () => {
      if (status < 300) received.push(body)
      response.statusCode = status
      response.end(status < 300 ? '' : 'Unknown field')
    })
  })
  receiver.listen(0, 'localhost')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const name = `Orders ${tag}`
  const purchase = (n: number) => `traced-${tag}-${n}`
  try {
    await signIn(page, accounts.admin, address)
    await expect(heading(page, 'Event tracing')).toBeVisible()
    await page.getByRole('button', { name: 'New subscription' }).first().click()
    const form = page.getByRole('dialog', { name: 'New subscription' })

    await test.step('an address inside of the network is refused', async () => {
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await form.getByRole('checkbox', { name: 'Transactions' }).check()
      await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook')
      await form.getByRole('button', { name: 'Test connection' }).click()
      await expect(form.getByText(/^Enter the https address of a public server/)).toBeVisible()
    })
    await test.step('an address that accepts the test event is stored', async () => {
      await form.getByRole('textbox', { name: 'Address' }).fill(`http://localhost:${port}/hook`)
      await form.getByRole('button', { name: 'Test connection' }).click()
      await expect(form.getByText(/^The test event was accepted with status 204/)).toBeVisible()
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(form).toBeHidden()
    })
    await page.getByRole('link', { name }).click()
    const shop = await Shop.open(request)
    const customer = createCustomer()
    await test.step('a purchase arrives', async () => {
      await shop.buy(createPurchase(customer, purchase(1)))
      await expect.poll(() => received.some(body => body.includes(purchase(1)))).toBe(true)
    })
    await test.step('one that is rejected is a dead letter with its status, until it is delivered again', async () => {
      status = 400
      await shop.buy(createPurchase(customer, purchase(2)))
      const letter = page.getByRole('listitem').filter({ hasText: purchase(2) })
      await expect(letter).toContainText('The receiver answered with status 400.', { timeout: 30_000 })
      // What the receiver wrote may contain personal data.
      await expect(letter).not.toContainText('Unknown field')
      status = 204
      await page.getByRole('button', { name: `Redeliver: ${purchase(2)}` }).click()
      await expect.poll(() => received.some(body => body.includes(purchase(2)))).toBe(true)
      await expect(letter).toBeHidden({ timeout: 30_000 })
    })
    await test.step('an inactive subscription receives nothing, and is deleted', async () => {
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('link', { name })).toBeHidden()
    })
  } finally {
    receiver.close()
  }
})
