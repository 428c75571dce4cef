import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { Shop } from '../support/shop.ts'

const tag = Math.random().toString(36).slice(2, 8)

/** An answer of a former system, by a rule that the demo does not have. */
const eventOf = (n: number, decision: string, rule: string): string =>
  JSON.stringify({
    name: 'FraudProtection.Assessment.Purchase',
    version: '1.0',
    metadata: { tenantId: 'former', timestamp: `2026-11-0${n}T12:00:00Z` },
    uniqueId: `dual-${tag}-${n}`,
    request: {
      purchaseId: `dual-${tag}-${n}`,
      merchantLocalDate: `2026-11-0${n}T12:00:00Z`,
      _metadata: { trackingId: `dual-${tag}-${n}`, merchantTimeStamp: `2026-11-0${n}T12:00:00Z` },
      totalAmount: 12.5,
      currency: 'USD',
      user: { userId: `dual-${tag}` },
    },
    response: {
      resultDetails: { MerchantRuleDecision: decision, RiskScore: 40, PolicyApplied: rule, ClauseName: 'c' },
    },
  })

test('an administrator compares the decisions of a former system, opens an example, and deletes the report', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const name = `former-${tag}.ndjson`
  await signIn(page, accounts.admin, '/data/dualrun')
  await expect(heading(page, 'Dual run')).toBeVisible()
  await page.getByRole('button', { name: 'New dual run' }).click()
  const form = page.getByRole('dialog', { name: 'New dual run' })
  await form.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from([eventOf(1, 'Declined', 'Vanished rule'), eventOf(2, 'Reject', 'Vanished rule')].join('\n')),
  })
  await form.getByRole('button', { name: 'Add a word' }).click()
  await form.getByRole('textbox', { name: 'Word 1' }).fill('Declined')
  await form.getByRole('button', { name: 'Compare' }).click()
  await expect(form).toBeHidden()
  const group = page.getByRole('region', { name: /Vanished rule/ })
  await expect(group).toBeVisible({ timeout: 60_000 })
  await expect(group.getByText(/2 decisions, USD.25.00/)).toBeVisible()
  await group.getByRole('link', { name: `dual-${tag}-2` }).click()
  const panel = page.getByRole('dialog', { name: `dual-${tag}-2` })
  await expect(panel.getByText('Former system')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name })).toBeHidden()
})

test('a shop sends what its former system decides, and the mirror shows parity and causes while it does', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const shop = await Shop.open(request)
  const send = (events: string[]) =>
    request.post('/v1.0/mirror/events', {
      headers: { authorization: `Bearer ${shop.token}`, 'x-ms-dfpenvid': environments.harbor },
      data: { events: events.map(each => JSON.parse(each) as unknown) },
    })
  expect((await send([eventOf(3, 'Reject', 'Vanished rule')])).status()).toBe(409)
  await signIn(page, accounts.admin, `/data/dualrun?view=mirror&env=${environments.harbor}`)
  await page.getByRole('button', { name: 'Start the mirror' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start the mirror' }).click()
  await expect(page.getByRole('region', { name: 'How events are sent' })).toContainText('POST /v1.0/mirror/events')
  const answer = await send([eventOf(4, 'Reject', 'Vanished rule'), eventOf(5, 'Approve', 'Default'), '{"name":"x"}'])
  expect([answer.status(), await answer.json()]).toEqual([
    200,
    { accepted: 2, refused: [{ index: 2, reason: 'notAnEvent' }] },
  ])
  await expect(page.getByRole('region', { name: /Vanished rule/ })).toBeVisible({ timeout: 60_000 })
  const newest = page.getByRole('table', { name: 'Newest differences' })
  await expect(newest.getByText(`dual-${tag}-4`)).toBeVisible()
  for (const [button, confirm] of [
    ['End the mirror', 'End the mirror'],
    ['Delete', 'Delete'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
  await expect(page.getByText('No mirror yet')).toBeVisible()
})
