import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { callConsoleApi, endOwnReviews, readWaitingCases, sendGiftCardOrders } from './case-calls.ts'

test('[S36] an expensive order is approved by an analyst and by a senior analyst, who finds it in the overview', async ({
  page,
  request,
  browser,
}) => {
  const [id = ''] = await sendGiftCardOrders(request, 1, 48_000)
  await signIn(page, accounts.analyst, `/?env=${environments.harborEu}`)
  await endOwnReviews(page)
  // The most expensive order is the first of its queue.
  await expect.poll(async () => (await readWaitingCases(page, 'High value')).rows[0]?.externalId).toBe(id)
  const { queue } = await readWaitingCases(page, 'High value')
  await page.goto(`/casemanagement/queues/${queue.id}?env=${environments.harborEu}`)
  await expect(heading(page, 'High value')).toBeVisible()
  await page.keyboard.press('s')
  const title = heading(page, new RegExp(`${id}$`))
  await expect(title).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve A$/ })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Submit/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title).toBeHidden()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const second = await context.newPage()
  await signIn(second, accounts.seniorAnalyst, `/casemanagement?env=${environments.harborEu}`)
  await second.getByRole('row').filter({ hasText: id }).getByRole('link', { name: id, exact: true }).click()
  await expect(heading(second, new RegExp(`${id}$`))).toBeVisible()
  await expect(second.getByText('A second person has to agree.')).toBeVisible()
  await second.keyboard.press('a')
  const dialog = second.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Verified customer' }).click()
  await second.keyboard.press('Control+Enter')
  await expect(second.getByText(/^Second person:/)).toBeVisible()
  const decided = await callConsoleApi<{
    state: string
    outcome: { by: { name: string }; approvedBy: { name: string } }
  }>(second, 'cases/get', { environmentId: environments.harborEu, eventType: 'purchase', id })
  expect(decided.state).toBe('Decided')
  expect(decided.outcome.approvedBy.name).not.toBe(decided.outcome.by.name)
  await context.close()
})
