import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

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
