import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Exports from the menu of the page; returns where the file is. */
async function exported(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return download.path()
}

test('who exported what is found, compared, noted and proven', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, accounts.admin, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Activity logs' }).click()
  await expect(heading(page, 'Activity logs')).toBeVisible()
  const table = page.getByRole('grid', { name: 'Entries of the activity log' })
  await test.step('a file of every column', async () => {
    const text = readFileSync(await exported(page, 'All columns'), 'utf8')
    expect(text.startsWith('\uFEFFtimestamp,logId,changedById,changedBy,')).toBe(true)
  })
  await test.step('is an entry of the log, which a filter finds', async () => {
    await page.getByRole('button', { name: 'Filter: add a condition' }).click()
    await page.getByRole('option', { name: 'Operation type' }).click()
    const editor = page.getByRole('dialog', { name: 'Operation type' })
    await editor.getByRole('combobox', { name: 'Value' }).fill('Export')
    await page.getByRole('option', { name: 'Export', exact: true }).click()
    // The list of values stands over the button until it is left.
    await editor.getByRole('combobox', { name: 'Value' }).press('Tab')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/filters=operationType(~|%7E)in(~|%7E)Export/)
    await expect(table.getByText('Activity log').first()).toBeVisible()
  })
  const panel = page.getByRole('region', { name: 'Activity log', exact: true })
  await test.step('with who it was and what was exported', async () => {
    await table.getByText('Activity log').first().click()
    await expect(panel.getByText(/^Change \d+ of \d+$/)).toBeVisible()
    await expect(panel.getByRole('table', { name: 'What was changed' })).toContainText('"columns"')
  })
  await test.step('on a page of its own, with notes', async () => {
    await panel.getByRole('link', { name: 'Open entry' }).click()
    await expect(page).toHaveURL(/\/settings\/activitylog\//)
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await page.getByRole('button', { name: /^Write a note/ }).click()
    await page.getByRole('textbox', { name: 'New note' }).fill('For the audit of this quarter')
    await page.getByRole('button', { name: 'Publish note' }).click()
    await expect(page.getByRole('list', { name: 'Notes' }).getByText('For the audit of this quarter')).toBeVisible()
  })
  await test.step('and the days are proven without the service', async () => {
    await page.goto('/settings/audit')
    await expect(table).toBeVisible()
    const file = await exported(page, 'With proof, all entries of these days (NDJSON)')
    const printed = execFileSync(process.execPath, ['risk-service/tools/audit/cli.ts', 'verify', file], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(printed).toMatch(/^Entries \d+ to \d+: [1-9]\d* with their content/)
    expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^PROVEN/)
  })
})

test('who may not read the log has no entry and no page', async ({ page }) => {
  await signIn(page, accounts.engineer, '/settings/audit')
  await expect(page.getByText('You cannot open this page')).toBeVisible()
  // Requests of subjects are what an engineer has in the settings.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Subject requests', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Activity log', exact: true })).toHaveCount(0)
})
