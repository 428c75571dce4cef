import { withDatabase } from '../support/database.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { endOwnReviews, readWaitingCases, sendGiftCardOrders } from './case-calls.ts'

const cases = 50

/** Number of decided cases of a queue. */
const countDecided = (queueId: string): Promise<number> =>
  withDatabase(async query => {
    const [row] = await query(`select count(*)::int as n from review_case where queue_id = $1 and state = 'Decided'`, [
      queueId,
    ])
    return Number(row?.['n'])
  })

test(`an analyst clears ${cases} cases by keys alone, with two keys for each decision and its reason`, async ({
  page,
  request,
}, testInfo) => {
  // Fifty decisions and their orders are many times the steps of another journey.
  test.slow()
  await sendGiftCardOrders(request, cases)
  await signIn(page, accounts.analyst, `/casemanagement/queues?env=${environments.harborEu}&show=all&layout=tiles`)
  await endOwnReviews(page)
  await expect.poll(async () => (await readWaitingCases(page, 'Gift cards')).rows.length).toBeGreaterThanOrEqual(cases)
  const { queue } = await readWaitingCases(page, 'Gift cards')
  const before = await countDecided(queue.id)
  await page.goto(`/casemanagement/queues/${queue.id}?env=${environments.harborEu}`)
  await expect(heading(page, 'Gift cards')).toBeVisible()
  await page.keyboard.press('s')

  const approve = page.getByRole('button', { name: /^Approve A$/ })
  const title = page.getByRole('heading', { level: 1 })
  const decided = new Set<string>()
  const durations: number[] = []
  for (let index = 0; index < cases; index++) {
    await expect(approve).toBeEnabled()
    const current = (await title.textContent()) ?? ''
    decided.add(current)
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: /^Submit/ })).toBeFocused()
    const pressed = performance.now()
    await page.keyboard.press('Enter')
    await expect(title).not.toHaveText(current)
    durations.push(performance.now() - pressed)
  }
  await expect(approve).toBeEnabled()
  expect(decided.size).toBe(cases)
  expect((await countDecided(queue.id)) - before).toBe(cases)
  const sorted = durations.toSorted((a, b) => a - b)
  const report = `from the key to the next case: median ${Math.round(sorted[cases / 2] ?? 0)} ms, p95 ${Math.round(sorted[Math.floor(cases * 0.95)] ?? 0)} ms`
  testInfo.annotations.push({ type: 'time per case', description: report })
  console.log(`${cases} cases, ${report}`)
})
