import { withDatabase } from '../support/database.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { retryName } from '../support/retry-name.ts'

test('who is high in the report is looked at under a pseudonym, then by name with a reason, and cleared, with the keyboard alone', async ({
  page,
}) => {
  await signIn(page, accounts.admin, `/fraud/lossprevention?env=${environments.harborEu}`)
  await expect(heading(page, 'Loss prevention')).toBeVisible()
  const [reason, note] = [retryName('Returns without receipt'), retryName('Seasonal returns desk')]
  const staff = page.getByRole('grid', { name: 'Top risk staff' })
  // An earlier try has opened the file of the one before.
  const link = staff.getByRole('link').nth(test.info().retry)
  const pseudonym = (await link.textContent()) ?? ''

  await test.step('the overview leads to the report of a member of staff', async () => {
    await focusByKeyboard(page, staff.getByRole('columnheader').first().getByRole('button').first(), 'Tab', 60)
    await focusByKeyboard(page, link, 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading(page, pseudonym)).toBeVisible()
    await expect(page.getByText('No one has opened it.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
  })

  await test.step('the file opens with a reason, and shows the name', async () => {
    await focusByKeyboard(page, page.getByRole('button', { name: 'Open file' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Open file' })
    await focusByKeyboard(page, dialog.getByRole('textbox', { name: 'Reason' }))
    await focusByKeyboard(page, dialog.getByRole('button', { name: 'Open file' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Enter a reason of at least three characters.')
    await focusByKeyboard(page, dialog.getByRole('textbox', { name: 'Reason' }), 'Shift+Tab')
    await page.keyboard.type(reason)
    await focusByKeyboard(page, dialog.getByRole('button', { name: 'Open file' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^Open to you until /)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
    await expect(heading(page, pseudonym)).toHaveCount(0)
  })

  await test.step('a month with an innocent explanation is cleared', async () => {
    const clear = page.getByRole('button', { name: /^Clear / }).first()
    await focusByKeyboard(page, clear, 'Tab', 80)
    const month = ((await clear.getAttribute('aria-label')) ?? '').replace('Clear ', '')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Clear ${month}` })
    await focusByKeyboard(page, dialog.getByRole('textbox', { name: 'Explanation' }))
    await page.keyboard.type(note)
    await focusByKeyboard(page, dialog.getByRole('button', { name: 'Clear' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: month }).getByText('Cleared')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible()
  })

  await test.step('both are in the activity log, under the pseudonym', async () => {
    const logged = await withDatabase(query =>
      query(
        `select operation, resource_name as name, after::text as after from audit_log
         where resource_type like 'LossPrevention%' and environment_id = $1 and resource_name = $2 order by at`,
        [environments.harborEu, pseudonym],
      ),
    )
    expect(logged).toMatchObject([
      { operation: 'ViewPersonalData', after: expect.stringContaining(reason) as unknown },
      { after: expect.stringContaining(note) as unknown },
    ])
  })
})
