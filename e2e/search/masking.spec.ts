import type { EventRow } from '../../risk-service/contract/index.ts'
import { callConsoleApi } from '../cases/case-calls.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, signIn, test } from '../support/journey.ts'

const environmentId = environments.harbor
interface Stored {
  version: number
  profile: Record<string, string[]>
}

test('streets are masked for a role until they are revealed with a reason', async ({ page, browser }) => {
  await signIn(page, accounts.viewer, '/search')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const admin = await context.newPage()
  await signIn(admin, accounts.admin, '/')
  const save = async (change: (profile: Stored['profile']) => Stored['profile']) => {
    const { version, profile } = await callConsoleApi<Stored>(admin, 'personalData/settings', { environmentId })
    await callConsoleApi(admin, 'personalData/saveSettings', {
      environmentId,
      baseVersion: version,
      profile: change(profile),
    })
  }
  await save(profile => ({ ...profile, AllAreasViewer: ['street'] }))
  try {
    const { rows } = await callConsoleApi<{ rows: EventRow[] }>(admin, 'search/events', {
      environmentId,
      eventType: 'purchase',
      filter: { period: 'all', conditions: [{ column: 'shippingAddress.street1', op: 'notNull' }] },
      limit: 1,
    })
    const [row] = rows
    if (!row) throw new Error('The demo has no purchase with a street.')
    const address = `/search/purchase/${row.environmentId}/${encodeURIComponent(row.externalId)}`
    await page.goto(`${address}?tab=json`)
    await expect(page.getByText('"***"').first()).toBeVisible()

    await page.getByRole('button', { name: 'Reveal', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal personal data' })
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('Delivery was reported as lost')
    await dialog.getByRole('button', { name: 'Reveal', exact: true }).click()
    await expect(page.getByText(/^Shown until /)).toBeVisible()
    await expect(page.getByText('"***"')).toHaveCount(0)
  } finally {
    await save(({ AllAreasViewer: _viewer, ...profile }) => profile)
    await context.close()
  }
})
