import type { Locator, Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const rowOf = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('treegrid', { name: 'Environments' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
const command = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

test('a child environment from its creation to its deletion', async ({ page }) => {
  await signIn(page, accounts.admin, `/environments?env=${environments.harbor}`)
  await expect(heading(page, 'Environments')).toBeVisible()
  await openMenu(page, 'Harbor EU')
  await command(page, 'New child environment').click()

  const panel = page.getByRole('complementary', { name: 'New environment below Harbor EU' })
  await panel.getByRole('button', { name: 'Create' }).click()
  await expect(panel.getByText('Enter a name.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Lockers 1')
  await expect(panel.getByText('Use only letters, digits, underscores and hyphens.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('harbor-us')
  await expect(panel.getByText('This name is already in use.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Lockers')
  await panel.getByRole('textbox', { name: 'Display name' }).fill('Parcel lockers')
  await panel.getByRole('textbox', { name: 'Description' }).fill('Pilot in two cities')
  await panel.getByRole('textbox', { name: 'Customer API ID' }).fill('lockers')
  await panel.getByRole('button', { name: 'Create' }).click()

  const row = rowOf(page, /^Parcel lockers(?! sandbox)/)
  await expect(row).toBeVisible()
  // Made by the service; the list asks every ten seconds.
  await expect(row.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(row.getByRole('gridcell', { name: 'lockers', exact: true })).toBeVisible()
  await expect(rowOf(page, /^Parcel lockers sandbox/)).toHaveAttribute('aria-level', '3')

  // Used: every page is about it now.
  await openMenu(page, 'Parcel lockers')
  await command(page, 'Switch to').click()
  await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor EU / Parcel lockers' })).toBeVisible()
  await expect(row).toHaveAttribute('aria-selected', 'true')

  // A favourite comes first in the switcher.
  await row.getByRole('button', { name: 'Make Parcel lockers a favorite' }).click()
  await expect(row.getByRole('button', { name: 'Parcel lockers is a favorite' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: /^Environment: / }).click()
  await expect(page.getByRole('treeitem').first()).toHaveAccessibleName(/^Harbor \/ Harbor EU \/ Parcel lockers/)
  await page.keyboard.press('Escape')

  await openMenu(page, 'Parcel lockers')
  await command(page, 'Edit').click()
  const edit = page.getByRole('complementary', { name: 'Edit Parcel lockers' })
  await edit.getByRole('textbox', { name: 'Display name' }).fill('Locker network')
  await edit.getByRole('button', { name: 'Save' }).click()
  const renamed = rowOf(page, /^Locker network/)
  await expect(renamed).toBeVisible()

  // Deleted with its name typed; the console goes on with the parent.
  await openMenu(page, 'Locker network')
  await command(page, /^Delete/).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete environment Locker network' })
  await expect(dialog.getByRole('button', { name: 'Delete environment' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Lockers')
  await dialog.getByRole('button', { name: 'Delete environment' }).click()
  await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor EU', exact: true })).toBeVisible()
  await expect(renamed.getByText('Deleting', { exact: true })).toBeVisible()
  await expect(renamed).toHaveCount(0, { timeout: 60_000 })
})

test('the tree by keyboard alone: walk, close, search, create, delete', async ({ page }) => {
  await signIn(page, accounts.admin, `/environments?env=${environments.harbor}`)
  await expect(heading(page, 'Environments')).toBeVisible()
  const focused = page.locator(':focus')
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
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('By-keys')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^By-keys(?!-sandbox)/).getByText('Active', { exact: true })).toBeVisible({
    timeout: 30_000,
  })

  await rowOf(page, /^By-keys(?!-sandbox)/).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(command(page, /^Delete/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('alertdialog').getByRole('textbox').press('Control+a')
  await page.keyboard.type('By-keys')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^By-keys(?!-sandbox)/).getByText('Deleting', { exact: true })).toBeVisible()
})

test('a viewer reads the tree, is offered no command, and a forged call is refused', async ({ page }) => {
  await signIn(page, accounts.viewer, '/environments')
  await expect(page.getByText('You have read-only access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New environment' })).toHaveCount(0)
  await openMenu(page, 'Harbor EU')
  await expect(page.getByRole('menuitem')).toHaveText(['Switch to', 'Details'])
  await page.keyboard.press('Escape')
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const forged = await page.request.post('/api/console/v1/environments', {
    headers,
    data: { parentId: environments.harbor, name: 'Forged' },
  })
  expect([forged.status(), await forged.json()]).toMatchObject([
    403,
    { code: 'forbidden', details: { capability: 'environments.child.manage', required: 'write' } },
  ])
  expect(
    (await page.request.delete(`/api/console/v1/environments/${environments.harborUs}`, { headers })).status(),
  ).toBe(403)
})

test('a link to another tenant’s environment opens no other in its place', async ({ page }) => {
  await signIn(page, accounts.viewer, `/?env=${environments.meridian}`)
  await expect(page.getByText('This environment is not here')).toBeVisible()
  await expect(heading(page, 'Dashboard')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open Harbor' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('env')).toBe(environments.harbor)
})
