import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'

test('[S62] a manager goes from the queues to one of them, and decides two cases together with the keyboard alone', async ({
  page,
}) => {
  await signIn(page, accounts.admin, `/casemanagement/queues?env=${environments.harborUs}&show=all&layout=tiles`)
  await expect(heading(page, 'Queues')).toBeVisible()
  const tile = page.getByRole('article', { name: 'Gift cards' })
  await focusByKeyboard(page, tile.getByRole('link', { name: 'View cases' }), 'Tab', 80)
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Gift cards')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Pending review' })
  const rows = grid.getByRole('rowheader')
  // How many cases wait depends on the time of day.
  await expect(rows.nth(1)).toBeVisible()
  const chosen = (await rows.allTextContents()).slice(0, 2)
  const waiting = page.getByRole('heading', { name: /^Pending review \d+$/ })
  const before = Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0])

  // Keys of the grid: to the first row, and two of them are ticked.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(2)
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: 'Approve 2' })).toBeFocused()
  await focusByKeyboard(page, page.getByRole('button', { name: 'Reject 2' }))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Reject: 2 cases' })
  await focusByKeyboard(page, dialog.getByRole('combobox', { name: 'Reason' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Abuse')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Reason' })).toContainText('Abuse')
  await focusByKeyboard(page, dialog.getByRole('button', { name: 'Reject 2' }))
  await page.keyboard.press('Enter')

  const result = page.getByRole('dialog', { name: 'Result' })
  await expect(result).toContainText('Applied: 2. Not applied: 0.')
  for (const id of chosen) await expect(result).toContainText(id)
  await page.keyboard.press('Escape')
  await expect(result).toHaveCount(0)
  await expect(page.getByRole('heading', { name: `Pending review ${before - 2}` })).toBeVisible()
  for (const id of chosen) await expect(grid.getByRole('rowheader', { name: id, exact: true })).toHaveCount(0)
})
