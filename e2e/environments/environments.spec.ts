import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, navigateInPage, signIn, test } from '../support/journey.ts'

const rowOf = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('treegrid', { name: 'Environments' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
const command = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

test('a child environment from its creation to its deletion, and the tree by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000)
  const focused = page.locator(':focus')

  await test.step('a link to another tenant’s environment opens no other in its place', async () => {
    await page.clock.install()
    await signIn(page, accounts.admin, `/?env=${environments.meridian}`)
    await expect(page.getByText('This environment is not here')).toBeVisible()
    await expect(heading(page, 'Dashboard')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open Harbor' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('env')).toBe(environments.harbor)
  })

  await navigateInPage(page, `/environments?env=${environments.harbor}`)
  await expect(heading(page, 'Environments')).toBeVisible()
  await test.step('searched and walked by keys', async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search name, ID or tag' })).toBeFocused()
    await page.keyboard.type('harbor-eu')
    // What is found keeps its way; the rest is gone.
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

  const row = rowOf(page, /^Parcel lockers(?! sandbox)/)
  await test.step('created by keys, and made by the service', async () => {
    const panel = page.getByRole('complementary', { name: 'New environment below Harbor EU' })
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await panel.getByRole('textbox', { name: 'Display name' }).fill('Parcel lockers')
    await panel.getByRole('textbox', { name: 'Description' }).fill('Pilot in two cities')
    await panel.getByRole('textbox', { name: 'Customer API ID' }).fill('lockers')
    await panel.getByRole('textbox', { name: 'Name', exact: true }).focus()
    await page.keyboard.type('Lockers')
    await page.keyboard.press('Enter')
    await expect(row).toBeVisible()
    // The list asks every ten seconds.
    await fastForwardUntil(page, () => expect(row.getByText('Active', { exact: true })).toBeVisible(briefly))
    await expect(row.getByRole('gridcell', { name: 'lockers', exact: true })).toBeVisible()
    await expect(rowOf(page, /^Parcel lockers sandbox/)).toHaveAttribute('aria-level', '3')
  })

  await test.step('used: every page is about it now', async () => {
    await openMenu(page, 'Parcel lockers')
    await command(page, 'Switch to').click()
    await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor EU / Parcel lockers' })).toBeVisible()
    await expect(row).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a favourite comes first in the switcher', async () => {
    await row.getByRole('button', { name: 'Make Parcel lockers a favorite' }).click()
    await expect(row.getByRole('button', { name: 'Parcel lockers is a favorite' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('button', { name: /^Environment: / }).click()
    await expect(page.getByRole('treeitem').first()).toHaveAccessibleName(/^Harbor \/ Harbor EU \/ Parcel lockers/)
    await page.keyboard.press('Escape')
  })

  const renamed = rowOf(page, /^Locker network/)
  await test.step('renamed', async () => {
    await openMenu(page, 'Parcel lockers')
    await command(page, 'Edit').click()
    const edit = page.getByRole('complementary', { name: 'Edit Parcel lockers' })
    await edit.getByRole('textbox', { name: 'Display name' }).fill('Locker network')
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
    const dialog = page.getByRole('alertdialog', { name: 'Delete environment Locker network' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Delete environment' })).toBeDisabled()
    await dialog.getByRole('textbox').press('Control+a')
    await page.keyboard.type('Lockers')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor EU', exact: true })).toBeVisible()
    await expect(renamed.getByText('Deleting', { exact: true })).toBeVisible()
    await fastForwardUntil(page, () => expect(renamed).toHaveCount(0, briefly))
  })
})
