import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'
import { retryName } from '../support/retry-name.ts'

const rowOf = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('treegrid', { name: 'Environments' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
const command = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

test('an administrator makes, uses and deletes an environment by keys, keeps one and an assessment as templates, and others start as they were', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const focused = page.locator(':focus')
  const inHarbor = (path: string) => navigateInPage(page, `${path}?env=${environments.harbor}`)
  const [name, lockers, network] = [retryName('Lockers', '-'), retryName('Parcel lockers'), retryName('Locker network')]
  const applicationId = retryName('lockers', '-')

  await test.step('a link to another tenant’s environment opens no other in its place', async () => {
    await page.clock.install()
    await signIn(page, accounts.admin, `/?env=${environments.meridian}`)
    await expect(page.getByText('Environment not found')).toBeVisible()
    await expect(heading(page, 'Dashboard')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open Harbor' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('env')).toBe(environments.harbor)
  })

  await inHarbor('/environments')
  await expect(heading(page, 'Environments')).toBeVisible()
  await test.step('searched and walked by keys', async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search name, ID or tag' })).toBeFocused()
    await page.keyboard.type('harbor-eu')
    // Matches are shown with their ancestors; all other rows are hidden.
    await expect(rowOf(page, /^Harbor US$/)).toHaveCount(0)
    for (const name of [/^Harbor( In use)?$/, 'Harbor EU', /^Harbor EU sandbox/])
      await expect(rowOf(page, name).first()).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')

    await rowOf(page, /^Harbor( In use)?$/).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(focused).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAttribute('data-row', environments.harbor.replace(/1$/, '2'))
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAccessibleName('Make Harbor EU a favorite')
    await page.keyboard.press('End')
    await expect(focused).toHaveAccessibleName('Actions for Harbor EU')
    await page.keyboard.press('Enter')
    await expect(command(page, 'New child environment')).toBeFocused()
    await page.keyboard.press('Enter')
  })

  const row = rowOf(page, new RegExp(`^${lockers}(?! sandbox)`))
  await test.step('created by keys, and made by the service', async () => {
    const panel = page.getByRole('complementary', { name: 'New environment below Harbor EU' })
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await panel.getByRole('textbox', { name: 'Display name' }).fill(lockers)
    await panel.getByRole('textbox', { name: 'Description' }).fill('Pilot in two cities')
    await panel.getByRole('textbox', { name: 'Customer API ID' }).fill(applicationId)
    await panel.getByRole('textbox', { name: 'Name', exact: true }).focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(row).toBeVisible()
    // The list is polled every ten seconds.
    await fastForwardUntil(page, () => expect(row.getByText('Active', { exact: true })).toBeVisible(briefly))
    await expect(row.getByRole('gridcell', { name: applicationId, exact: true })).toBeVisible()
    await expect(rowOf(page, new RegExp(`^${lockers} sandbox`))).toHaveAttribute('aria-level', '3')
  })

  await test.step('used: every page is about it now', async () => {
    await openMenu(page, lockers)
    await command(page, 'Switch to').click()
    await expect(page.getByRole('button', { name: `Environment: Harbor / Harbor EU / ${lockers}` })).toBeVisible()
    await expect(row).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a favourite comes first in the switcher', async () => {
    await row.getByRole('button', { name: `Make ${lockers} a favorite` }).click()
    await expect(row.getByRole('button', { name: `${lockers} is a favorite` })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: /^Environment: / }).click()
    await expect(page.getByRole('treeitem').first()).toHaveAccessibleName(
      new RegExp(`^Harbor / Harbor EU / ${lockers}`),
    )
    await page.keyboard.press('Escape')
  })

  const renamed = rowOf(page, new RegExp(`^${network}`))
  await test.step('renamed', async () => {
    await openMenu(page, lockers)
    await command(page, 'Edit').click()
    const edit = page.getByRole('complementary', { name: `Edit ${lockers}` })
    await edit.getByRole('textbox', { name: 'Display name' }).fill(network)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(renamed).toBeVisible()
  })

  await test.step('deleted by keys with its name typed; the console goes on with the parent', async () => {
    await renamed.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await expect(command(page, /^Delete/)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: `Delete environment ${network}` })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Delete environment' })).toBeDisabled()
    await dialog.getByRole('textbox').press('Control+a')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor EU', exact: true })).toBeVisible()
    await expect(renamed.getByText('Deleting', { exact: true })).toBeVisible()
  })

  const copy = retryName('Copy', '-')
  await test.step('an environment is kept, and a child starts as it was', async () => {
    await inHarbor('/environments')
    await openMenu(page, 'Harbor EU')
    await command(page, 'Create template').click()
    const dialog = page.getByRole('dialog', { name: 'Template from Harbor EU' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(copy)
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${copy} added.`).last()).toBeVisible()
    await openMenu(page, 'Harbor EU')
    await command(page, 'New child environment').click()
    const panel = page.getByRole('complementary', { name: 'New environment below Harbor EU' })
    await panel.getByRole('switch', { name: /^Use a template/ }).click()
    await panel.getByRole('combobox', { name: /^Template/ }).click()
    await page.getByRole('option', { name: copy }).click()
    await expect(panel.getByRole('heading', { name: 'Contents' })).toBeVisible()
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(copy)
    await panel.getByRole('button', { name: 'Create' }).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('an assessment is kept, and another one is made of it', async () => {
    const payouts = retryName('Payouts')
    const apiName = retryName('Payout', '_')
    await inHarbor('/data/templates')
    // The commands move into the page when the loaded library is empty.
    await expect(heading(page, 'Templates')).toBeVisible()
    await waitForNetworkIdle(page)
    await page.getByRole('button', { name: 'Create template' }).click()
    await command(page, 'From the assessment Seller payout').click()
    const dialog = page.getByRole('dialog', { name: 'Template from Seller payout' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(payouts)
    await dialog.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByText(`Template ${payouts} added.`).last()).toBeVisible()
    // From the row, with the pointer; its panel has the same command.
    await page.getByRole('rowheader', { name: payouts, exact: true }).hover()
    await openMenu(page, payouts)
    await command(page, 'New assessment from template').click()
    const make = page.getByRole('dialog', { name: `New assessment from ${payouts}` })
    await make.getByRole('textbox', { name: 'Friendly name' }).fill(payouts)
    await make.getByRole('textbox', { name: 'API name' }).fill(apiName)
    await make.getByRole('button', { name: 'Create' }).click()
    const result = page.getByRole('dialog', { name: 'What was created' })
    await expect(result.getByText('Created').first()).toBeVisible()
    await result.getByRole('button', { name: 'Close' }).last().click()
    // Assessments were fetched before this one was created.
    await inHarbor(`/fraud/assessments/${apiName}/rules`)
    await expect(heading(page, `Rules of ${payouts}`)).toBeVisible()
  })

  await test.step('meanwhile the child is made, and the deleted one gone', async () => {
    await inHarbor('/environments')
    const made = rowOf(page, new RegExp(`^${copy}(?! sandbox|-sandbox)`))
    await fastForwardUntil(page, async () => {
      await expect(made.getByText('Active', { exact: true })).toBeVisible(briefly)
      await expect(renamed).toHaveCount(0, briefly)
    })
  })
})
