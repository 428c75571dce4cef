import { findViolations } from '../support/axe.ts'
import { withDatabase } from '../support/database.ts'
import { accounts, meridian } from '../support/demo.ts'
import { expect, heading, signIn, signInAtProvider, test } from '../support/journey.ts'

/** An organisation as it is before anybody set it up: its environments are put away, and come back afterwards. */
test.describe('first set-up', () => {
  test.beforeEach(() =>
    withDatabase(async query => {
      await query(
        `update environment set status = 'Deleted', description = 'before:' || description where tenant_id = $1 and status = 'Active'`,
        [meridian.id],
      )
    }),
  )
  test.afterEach(() =>
    withDatabase(async query => {
      await query(
        `update environment set status = 'Deleted' where tenant_id = $1 and description not like 'before:%'`,
        [meridian.id],
      )
      await query(
        `update environment set status = 'Active', description = substr(description, 8) where tenant_id = $1 and description like 'before:%'`,
        [meridian.id],
      )
    }),
  )

  test('an administrator chooses a geography and has an environment', async ({ page }) => {
    await signIn(page, accounts.meridianAdmin)
    await expect(heading(page, 'Set up Fraud Protection')).toBeVisible()
    await page.getByRole('button', { name: 'Start setup' }).press('Enter')
    await expect(page.getByText('Choose where the data is stored.')).toBeVisible()
    expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
    const geography = page.getByRole('combobox', { name: 'Data storage geography' })
    await expect(geography).toBeFocused()
    await geography.press('Enter')
    await page.getByRole('option', { name: 'Europe' }).press('Enter')
    await page.getByRole('button', { name: 'Start setup' }).press('Enter')
    await expect(heading(page, 'Setup is under way')).toBeVisible()
    // The list is asked for every ten seconds.
    await expect(page.getByRole('button', { name: 'Environment: Meridian-Games' })).toBeVisible({ timeout: 40_000 })
    const made = await withDatabase(query =>
      query(
        'select name, kind, geography, status from environment where tenant_id = $1 and status = $2 order by name',
        [meridian.id, 'Active'],
      ),
    )
    expect(made).toEqual([
      { name: 'Meridian-Games', kind: 'production', geography: 'eu', status: 'Active' },
      { name: 'Meridian-Games-sandbox', kind: 'sandbox', geography: 'eu', status: 'Active' },
    ])
  })

  test('anybody else hears who has to', async ({ page }) => {
    await signInAtProvider(page, 'psp-analyst@meridian.example')
    await expect(page.getByText('A global administrator must set up this product first.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch organization' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start setup' })).toHaveCount(0)
  })
})
