import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('the live rules run over the history, and the page says in money what they would have stopped', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page, accounts.engineer, '/data/upload/timemachine')
  await expect(heading(page, 'Time machine')).toBeVisible()
  await test.step('started over the whole history', async () => {
    await expect(page.getByText(/^[\d,]+ stored events from /)).toBeVisible()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText(/^You would have stopped /)).toBeVisible({ timeout: 120_000 })
  })
  await test.step('with every outcome, and what it is based on', async () => {
    for (const name of ['Stopped', 'Missed', 'Wrongly stopped', 'For review'])
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By rule' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By month' })).toBeVisible()
    await expect(page.getByText(/They are unknown, not good/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Compared with the decisions of that time' })).toBeVisible()
  })
  await test.step('its figures are saved as a file', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Time machine' }).click()
    await page.getByRole('menuitem', { name: 'All figures (CSV)' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^time-machine_purchase_.*\.csv$/)
  })
  await test.step('the address shows the same run to everybody', async () => {
    await page.reload()
    await expect(page.getByText(/^You would have stopped /)).toBeVisible()
  })
  await test.step('an example opens its event', async () => {
    const examples = page.getByRole('table', { name: 'Largest examples: Missed' })
    await examples.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/search\/purchase\//)
  })
})
