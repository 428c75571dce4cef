import { findViolations } from '../support/axe.ts'
import { withDatabase } from '../support/database.ts'
import { accounts, meridian } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, signIn, test } from '../support/journey.ts'

/** An organisation before its set-up: its environments are removed, and restored afterwards. */
test.describe('first set-up', () => {
  test.beforeEach(() =>
    withDatabase(async query => {
      await query(
        `update environment set status = 'Deleted', description = 'before:' || description where tenant_id = $1 and status = 'Active'`,
        [meridian.id],
      )
    }),
  )
  test.afterEach(async ({ page }) => {
    // The page goes on reading what its environment has: it is left before the environment is removed under it.
    await page.goto('about:blank')
    await withDatabase(async query => {
      await query(
        `update environment set status = 'Deleted' where tenant_id = $1 and description not like 'before:%'`,
        [meridian.id],
      )
      await query(
        `update environment set status = 'Active', description = substr(description, 8) where tenant_id = $1 and description like 'before:%'`,
        [meridian.id],
      )
    })
  })

  test('an administrator chooses a geography and has an environment', async ({ page }) => {
    await page.clock.install()
    await signIn(page, accounts.meridianAdmin)
    await expect(heading(page, 'Set up Fraud Protection')).toBeVisible()
    await page.getByRole('button', { name: 'Start setup' }).press('Enter')
    await expect(page.getByText('Choose where the data is stored.')).toBeVisible()
    expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
    const geography = page.getByRole('combobox', { name: 'Data storage geography' })
    await expect(geography).toBeFocused()
    await geography.press('Enter')
    await expect(page.getByRole('option', { name: 'Europe' })).toBeVisible()
    await geography.press('E')
    await geography.press('Enter')
    await expect(geography).toHaveText('Europe')
    await page.getByRole('button', { name: 'Start setup' }).press('Enter')
    await expect(heading(page, 'Setup in progress')).toBeVisible()
    // The list is polled every ten seconds.
    await fastForwardUntil(page, () =>
      expect(page.getByRole('button', { name: 'Environment: Meridian-Games' })).toBeVisible(briefly),
    )
    const readActive = () =>
      withDatabase(query =>
        query(
          'select name, kind, geography, status from environment where tenant_id = $1 and status = $2 order by name',
          [meridian.id, 'Active'],
        ),
      )
    // The page opens with the first environment.
    await expect.poll(readActive, { timeout: 30_000 }).toEqual([
      { name: 'Meridian-Games', kind: 'production', geography: 'eu', status: 'Active' },
      { name: 'Meridian-Games-sandbox', kind: 'sandbox', geography: 'eu', status: 'Active' },
    ])
  })
})
