import type { Page } from '@playwright/test'
import type { CaseRow } from '../../risk-service/contract/index.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { callConsoleApi, caseAddress, endOwnReviews, readWaitingCases } from './case-calls.ts'

const approve = (page: Page) => page.getByRole('button', { name: /^Approve A$/ })
const title = (page: Page, { externalId }: CaseRow) => heading(page, new RegExp(`${externalId}$`))

test('a reviewer clears cases by keys alone, takes one decision back, and goes on after a lost lock with the text', async ({
  page,
  browser,
}) => {
  await signIn(page, accounts.analyst, `/?env=${environments.harborEu}`)
  await endOwnReviews(page)
  const { rows } = await readWaitingCases(page, 'Gift cards')
  const [first] = rows
  if (!first) throw new Error('No case waits in the demo.')
  await page.goto(caseAddress(first))
  await expect(page.getByRole('button', { name: /^Start review/ })).toBeVisible()
  await page.keyboard.press('s')
  await expect(approve(page)).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Review time left' })).toBeVisible()

  // Two keys decide, and the next case opens under review.
  await page.keyboard.press('1')
  await expect(page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: /^Submit/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page, first)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(approve(page)).toBeVisible()
  const second = page.url()

  // Taken back: the review of the first case goes on.
  await page.keyboard.press('Shift+U')
  await expect(title(page, first)).toBeVisible()
  await expect(approve(page)).toBeVisible()
  await page.keyboard.press('z')
  const reject = page.getByRole('dialog', { name: 'Reject' })
  await expect(reject).toBeVisible()
  await page.keyboard.press('1')
  await expect(reject.getByRole('radio', { name: 'Stolen card' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(second)
  await expect(approve(page)).toBeVisible()
  const decided = await callConsoleApi<{ state: string; outcome: { decision: string; reason: string } }>(
    page,
    'cases/get',
    { environmentId: first.environmentId, eventType: first.eventType, id: first.externalId },
  )
  expect(decided).toMatchObject({ state: 'Decided', outcome: { decision: 'Reject', reason: 'Stolen card' } })

  // A manager ends the review while a note is typed: the dialog says so, and the note is sent after all.
  const [, queueId = '', eventType = '', environmentId = '', id = ''] =
    /queues\/([^/]+)\/([^/]+)\/([^/]+)\/([^?]+)/.exec(second) ?? []
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill('Called, is who she says.')
  const managing = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const manager = await managing.newPage()
  await signIn(
    manager,
    accounts.caseManager,
    caseAddress({ queueId, eventType, environmentId, externalId: decodeURIComponent(id) }),
  )
  await manager.getByRole('button', { name: 'End their review' }).click()
  await manager.getByRole('alertdialog').getByRole('button', { name: 'End their review' }).click()
  await expect(dialog.getByText('Your review ended.')).toBeVisible()
  await managing.close()
  await dialog.getByRole('button', { name: 'Start review again' }).click()
  await expect(dialog.getByText('Your review ended.')).toBeHidden()
  await expect(dialog.getByRole('textbox', { name: 'Note (optional)' })).toHaveValue('Called, is who she says.')
  await dialog.getByRole('radio', { name: 'Verified customer' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(second)
  await expect(approve(page)).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Review time left' })).toBeVisible()

  // What the browser leaves behind is listed on every page.
  await expect(page.getByRole('button', { name: 'You have 1 unfinished case' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  const unfinished = page.getByRole('dialog', { name: 'You have 1 unfinished case' })
  await unfinished.getByRole('button', { name: /^Unlock/ }).click()
  await expect(unfinished).toBeHidden()
  await expect(page.getByRole('button', { name: /^Start review/ }).first()).toBeVisible()
})
