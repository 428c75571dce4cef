import type { Page } from '@playwright/test'
import { findViolations } from '../support/axe.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'

const pane = (page: Page) => page.getByRole('complementary', { name: 'Assistant' })
const field = (page: Page) => pane(page).getByRole('textbox', { name: 'Message' })
const icon = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Assistant' })
/** The latest answer. */
const answer = (page: Page) => pane(page).getByRole('article', { name: 'Assistant' }).last()

/** Asks with the keys alone, and waits for the whole answer. */
async function ask(page: Page, question: string): Promise<void> {
  await expect(field(page)).toBeFocused()
  const answers = pane(page).getByRole('article', { name: 'Assistant' })
  const before = await answers.count()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await expect(answers).toHaveCount(before + 1)
  await expect(answer(page).getByRole('button', { name: 'Copy answer' })).toBeVisible()
}

/** A repeated journey finds the questions of the one before. */
async function clearConversation(page: Page): Promise<void> {
  const more = pane(page).getByRole('button', { name: 'More actions of the assistant' })
  await expect(field(page)).toBeFocused()
  if (!(await more.isEnabled())) return
  await focusByKeyboard(page, more, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Clear conversation' }).press('Enter')
  await expect(pane(page).getByRole('article')).toHaveCount(0)
  await page.keyboard.press('Control+J')
}

test('an analyst asks by keyboard alone why an order was rejected, and follows the citation', async ({ page }) => {
  await signIn(page, accounts.analyst, `/search?env=${environments.harbor}&period=all&f=decision:in:Reject`)
  await expect(heading(page, 'Search')).toBeVisible()
  const order = await page.getByRole('grid', { name: 'Events found' }).getByRole('link').first().innerText()
  await expect(icon(page)).toBeVisible()
  await page.keyboard.press('Control+J')
  await clearConversation(page)
  await expect(pane(page).getByRole('list', { name: 'Suggested questions' }).getByRole('button')).toHaveCount(4)
  await ask(page, `Why was order ${order} rejected?`)
  await expect(answer(page)).toContainText('AI-generated, check before use')
  await expect(answer(page)).toContainText(order)
  await expect(answer(page)).toContainText('got the decision Reject on')
  const citation = answer(page).getByRole('button', { name: 'Source 1' }).first()
  await focusByKeyboard(page, citation, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const source = answer(page).getByRole('listitem').first().getByRole('link')
  await expect(source).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/search/purchase/[^/]+/${order}`))
  await expect(heading(page, new RegExp(order))).toBeVisible()
  // The conversation goes on beside the record, also after a reload.
  await expect(answer(page)).toContainText(order)
  await page.reload()
  await expect(heading(page, new RegExp(order))).toBeVisible()
  await expect(answer(page)).toContainText(order)
  await expect(icon(page)).toBeVisible()
  await page.keyboard.press('Control+J')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)
  await expect(icon(page)).toBeFocused()
})

test('a figure of an answer is that of the report, a draft opens in the search, and nothing is changed', async ({
  page,
}) => {
  await signIn(page, accounts.engineer, `/reports/summary?env=${environments.harbor}`)
  // Fresh demo data are read into the reports at first.
  await expect(page.getByRole('main').getByText('Transaction volume').first()).toBeVisible({ timeout: 60_000 })
  await icon(page).click()
  await ask(page, 'What was the transaction volume in the last 30 days?')
  const figure = /Transaction volume, .*: ([\d,]+)\./
  await expect(answer(page)).toContainText(figure)
  const [, told = ''] = figure.exec(await answer(page).innerText()) ?? []
  await answer(page).getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/reports\/summary/)
  await expect(page.getByRole('main').getByText(told, { exact: true }).first()).toBeVisible()

  await field(page).focus()
  await ask(page, 'Draft a filter for rejected purchases with a score over 800')
  const draft = answer(page).getByRole('region', { name: 'Search filter' })
  await expect(draft).toContainText('Draft, not saved')
  await expect(draft).toContainText('Syntax is valid')
  await draft.getByRole('link', { name: 'Open in Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(/f=.*riskScore/)

  await field(page).focus()
  await ask(page, 'Delete the rule New accounts')
  await expect(answer(page)).toContainText('I can’t change settings.')
  await expect(answer(page).getByRole('link', { name: /^Open / })).toBeVisible()
})

test('an administrator switches the assistant off, and its icon is gone', async ({ page }) => {
  await signIn(page, accounts.admin, `/adminsettings?env=${environments.harbor}&tab=general`)
  const offered = page.getByRole('switch', { name: 'Offer the assistant' })
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings saved.').first()).toBeVisible()
  }
  await expect(offered).toBeChecked()
  await expect(icon(page)).toBeVisible()
  await offered.click()
  await save()
  await expect(icon(page)).toHaveCount(0)
  await page.reload()
  await expect(offered).not.toBeChecked()
  await expect(icon(page)).toHaveCount(0)
  await offered.click()
  await save()
  await expect(icon(page)).toBeVisible()
})

test('a topic of the help opens over the page, and leads by keys to where it is done', async ({ page }) => {
  await signIn(page, accounts.engineer, `/search?env=${environments.harbor}`)
  await page.goto(`/search?env=${environments.harbor}&help=velocity`)
  const dialog = page.getByRole('dialog', { name: 'Help topics' })
  await expect(dialog.getByText(/^A velocity counts or sums events/)).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'How velocities are stored', level: 3 })).toBeVisible()
  const violations = await findViolations(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice'],
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
  await focusByKeyboard(page, dialog.getByRole('link', { name: 'Open Velocities' }), 'Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Velocities')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
