import type { Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { retryName } from '../support/retry-name.ts'

/** Moves the focus to an element and presses it. */
async function focusAndPress(page: Page, target: ReturnType<Page['locator']>, key = 'Tab', most = 60): Promise<void> {
  await focusByKeyboard(page, target, key, most)
  await page.keyboard.press('Enter')
}

async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('rules and lists are made, changed and deleted without a mouse, and help and palette lead on', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  await expect(heading(page, 'Purchase rules')).toBeVisible()

  await test.step('a rule is made, edited, tried on its sample, published, moved, renamed and deleted', async () => {
    const name = retryName('By keys')
    await focusAndPress(page, page.getByRole('button', { name: 'New rule', exact: true }))
    const rename = page.getByRole('button', { name: 'Rename rule' })
    await expect(rename).toBeVisible()
    await focusAndPress(page, rename)
    await expect(page.getByRole('textbox', { name: 'Rename rule' })).toBeFocused()
    await replaceText(page, name)
    await page.keyboard.press('Enter')
    await expect(heading(page, name)).toBeVisible()
    await expect(rename).toBeFocused()

    await focusByKeyboard(page, page.getByRole('textbox', { name: 'Code of Clause 1' }))
    await replaceText(page, 'RETURN Reject("By keys") WHEN @"riskScore" > 980')
    await page.keyboard.press('Escape')
    const risk = page.getByRole('spinbutton', { name: 'Risk score' })
    await focusByKeyboard(page, risk)
    await replaceText(page, '990')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('group', { name: 'Evaluation' }).getByText('by clause 1, Clause 1')).toBeVisible()

    await focusAndPress(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab')
    const dialog = page.getByRole('dialog')
    await focusByKeyboard(page, dialog.getByRole('textbox', { name: /Description/ }))
    await page.keyboard.type('Written without a mouse')
    await focusAndPress(page, dialog.getByRole('button', { name: 'Publish rule' }))
    await expect(page.getByText('Rule published.').last()).toBeVisible()
    // The opener of the dialog was removed: the focus is not lost.
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    await focusAndPress(page, page.getByRole('button', { name: 'Edit', exact: true }))
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
    await expect(heading(page, name)).toBeFocused()

    await page.getByRole('button', { name: 'Back to rules' }).press('Enter')
    const handle = page.getByRole('button', { name: `Move ${name}` })
    await handle.focus()
    await page.keyboard.press('Home')
    await expect(page.getByText('Unsaved order')).toBeVisible()
    await expect(handle).toBeFocused()
    await focusAndPress(page, page.getByRole('button', { name: 'Save order' }), 'Shift+Tab')
    await expect(page.getByText('Rule order saved.').last()).toBeVisible()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(row.getByRole('cell').first()).toContainText('1')

    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    const renamed = `Renamed ${name}`
    await page.getByRole('textbox', { name: 'Name' }).fill(renamed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Rule renamed to ${renamed}.`).last()).toBeVisible()
    const details = page.getByRole('button', { name: `Details of ${renamed}` })
    await details.press('Enter')
    await expect(details).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('button', { name: `Actions for ${renamed}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).press('Enter')
    await expect(page.getByRole('link', { name: renamed })).toHaveCount(0)
  })

  const tag = `keys${Date.now().toString(36)}`
  await test.step('a list is made and searched', async () => {
    await navigateInPage(page, '/data/lists/custom')
    await expect(heading(page, 'Lists')).toBeVisible()
    await focusAndPress(page, page.getByRole('button', { name: 'New list' }))
    const form = page.getByRole('complementary', { name: 'New list' })
    const choose = form.getByRole('button', { name: /^Choose a file/ })
    // Awaited before the focus moves: a key is pressed sooner than the browser begins to report file choosers.
    const opened = page.waitForEvent('filechooser')
    await focusAndPress(page, choose)
    const chooser = await opened
    await chooser.setFiles({
      name: `${tag}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from('Zip,City\n10000,Zagreb\n21000,Split\n'),
    })
    await expect(form.getByText('Showing 2 of 2', { exact: true })).toBeVisible()
    // The pressed button accepts no second file: the focus is at the first.
    await expect(form.getByRole('button', { name: `Remove ${tag}.csv` })).toBeFocused()
    await focusAndPress(page, form.getByRole('button', { name: 'Create list' }))
    await expect(page.getByText('List created.', { exact: true })).toBeVisible()

    const panel = page.getByRole('complementary', { name: tag })
    await focusByKeyboard(page, panel.getByRole('searchbox', { name: 'Search all cells' }))
    await page.keyboard.type('split')
    const rows = panel.getByRole('table', { name: 'Rows of the list' })
    await expect(rows.getByRole('cell', { name: '21000' })).toBeVisible()
    await expect(rows.getByRole('cell', { name: '10000' })).toHaveCount(0)
  })

  await test.step('an entry of a support list comes and goes', async () => {
    await navigateInPage(page, '/data/lists/support?list=email')
    await focusAndPress(page, page.getByRole('button', { name: 'Add entries' }))
    const edit = page.getByRole('complementary', { name: 'Edit Email Support List' })
    await expect(edit.getByRole('textbox', { name: 'Values' })).toBeFocused()
    await page.keyboard.type(`${tag}@mail.example`)
    const expires = edit.getByRole('textbox', { name: 'Expiration date' })
    await focusByKeyboard(page, expires)
    await page.keyboard.type('next summer')
    await page.keyboard.press('Enter')
    await expect(expires).toHaveAttribute('aria-invalid', 'true')
    await expect(expires).toBeFocused()
    await replaceText(page, '')
    await page.keyboard.press('Delete')
    await focusAndPress(page, edit.getByRole('button', { name: 'Save' }))
    await expect(edit.getByText('1 entry added.')).toBeVisible()
    await focusByKeyboard(page, edit.getByRole('textbox', { name: 'Values' }), 'Shift+Tab')
    await page.keyboard.type(`${tag}@mail.example`)
    await expect(edit.getByRole('radio', { name: 'Block' })).toBeChecked()
    await focusByKeyboard(page, edit.getByRole('radio', { name: 'Block' }))
    await focusByKeyboard(page, edit.getByRole('radio', { name: 'Remove' }), 'ArrowDown', 4)
    await focusAndPress(page, edit.getByRole('button', { name: 'Remove', exact: true }))
    await expect(edit.getByText('1 entry removed.')).toBeVisible()
  })

  const palette = page.getByRole('dialog', { name: 'Commands' })
  const command = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(palette.getByRole('option').first()).toContainText(new RegExp(text, 'i'))
    await page.keyboard.press('Enter')
  }
  await test.step('what there are keys for', async () => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await focusByKeyboard(page, list.getByRole('textbox', { name: 'Find a shortcut' }))
    await page.keyboard.type('jump to')
    await expect(
      list.getByRole('table', { name: 'Everywhere' }).getByRole('row', { name: /Search or jump to/ }),
    ).toBeVisible()
    await expect(list.getByRole('row', { name: /Go to Search/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })
  await command('Functions')
  await expect(heading(page, 'Functions')).toBeFocused()
  await command('Harbor US')
  await expect(page.getByRole('button', { name: 'Environment: Harbor / Harbor US' })).toBeVisible()
  await command('Change theme')
  await expect(palette.getByRole('option', { name: 'Dark' })).toBeVisible()
  await page.keyboard.type('Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(palette).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})
