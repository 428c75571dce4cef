import type { Locator, Page } from '@playwright/test'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { createRule, publishDraft, removeRule, replaceCode } from '../support/rules.ts'

const address = '/fraud/purchase/rules'
const cell = (grid: Locator, row: number, column: number) => grid.locator(`[data-cell="${row} ${column}"]`)

/** Types a text into the cell with the focus. */
async function typeCell(page: Page, text: string): Promise<void> {
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

test('an engineer edits a rule as a decision table with the keyboard alone, sees an overlap, undoes and publishes', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.engineer, address)
  const name = retryName('As a table')
  await createRule(page, name)
  await replaceCode(page, '// Large orders\nRETURN Reject("Large") WHEN @"totalAmount" > 900000')
  // Suggestions may cover the adjacent panes.
  await page.keyboard.press('Escape')
  const open = page.getByRole('button', { name: 'Table', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Decision table' })
  await expect(grid).toBeVisible()
  await expect(page).toHaveURL(/view=table/)
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Clause',
    'Variables and comments',
    'Total amount',
    'Other conditions',
    'Decision',
    'Reason',
  ])

  await test.step('a row is duplicated and its cells changed', async () => {
    await cell(grid, 0, 2).focus()
    await expect(cell(grid, 0, 2)).toHaveText('> 900000')
    await page.keyboard.press('Alt+Insert')
    await expect(grid.getByRole('row')).toHaveCount(3)
    await expect(cell(grid, 1, 2)).toBeFocused()
    await page.keyboard.type('> 800000 AND < 950000')
    await page.keyboard.press('Tab')
    await expect(cell(grid, 1, 2)).toHaveText('> 800000 AND < 950000')
    await page.keyboard.press('ArrowRight')
    await expect(cell(grid, 1, 4)).toBeFocused()
    await typeCell(page, 'rev')
    await expect(cell(grid, 1, 4)).toHaveText('Review')
  })

  await test.step('the overlap is pointed out, undone and made again', async () => {
    const overlap = page.getByText(/^Row 2, .*, overlaps row 1, which decides the common events first and otherwise\.$/)
    await expect(overlap.last()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(cell(grid, 1, 4)).toHaveText('Reject')
    await expect(overlap).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+Y')
    await expect(cell(grid, 1, 4)).toHaveText('Review')
    await expect(overlap.last()).toBeVisible()
  })

  await test.step('a text that the cell cannot have is refused there', async () => {
    await cell(grid, 1, 2).focus()
    await page.keyboard.type('> @"user.email"')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Compare the value of this column with a constant.' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cell(grid, 1, 2)).toHaveText('> 800000 AND < 950000')
    await expect(cell(grid, 1, 2)).toBeFocused()
  })

  await test.step('the sample says how large it is, and what the rule decides of it', async () => {
    const figures = page.getByRole('region', { name: 'On recent events' })
    await expect(figures).toContainText(/Sample: the latest [\d,]+ of [\d,]+ events of the last 7 days/)
    await expect(figures).toContainText(/Reject: \d/)
    await figures.getByText('Per clause').focus()
    await page.keyboard.press('Enter')
    await expect(figures.getByRole('row')).toHaveCount(3)
  })

  await test.step('the text has the change, and the remark', async () => {
    await page.goBack()
    await page
      .getByRole('navigation', { name: 'Condition and clauses' })
      .getByRole('button', { name: /Clause 2/ })
      .click()
    const code = page.getByRole('textbox', { name: 'Code of Clause 2' })
    await expect(code).toContainText('// Large orders')
    await expect(code).toContainText('RETURN Review("Large") WHEN @"totalAmount" > 800000')
  })

  await publishDraft(page)
  const id = new URL(page.url()).searchParams.get('rule') ?? ''
  await removeRule(page, id)
  await page.goto(address)
  await expect(heading(page, 'Purchase rules')).toBeVisible()
})
