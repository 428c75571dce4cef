import { readFile } from 'node:fs/promises'
import { accounts, environments } from '../support/demo.ts'
import { expect, signIn, test } from '../support/journey.ts'

const address = `/reports/summary?env=${environments.harborEu}`

test('a reader who does not see a chart walks it, reads its sentence and its braille, and saves its figures', async ({
  page,
}) => {
  test.slow()
  await signIn(page, accounts.caseManager, address)
  const volume = page.getByRole('application', { name: 'Transaction volume' })
  const decisions = page.getByRole('application', { name: 'Rule decision distribution' })
  // A service that has just started reads its reports first; the page asks again until then.
  await expect(volume).toBeVisible({ timeout: 60_000 })
  await expect(decisions).toBeVisible()
  await expect(volume).toHaveAccessibleDescription(/^Transaction volume: .+\.$/)

  // The step that one chart is at is shown by the others of the page.
  await volume.focus()
  await page.keyboard.press('Home')
  await expect(decisions.locator('[data-slot="chart-crosshair"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(decisions.locator('[data-slot="chart-crosshair"]')).toHaveCount(0)

  const chart = page.getByRole('region', { name: 'Transaction volume' })
  await chart.getByRole('button', { name: 'Transaction volume in words' }).click()
  await expect(page.getByRole('dialog')).toContainText('Transaction volume:')
  await page.keyboard.press('Escape')

  await chart.getByRole('button', { name: 'More for Transaction volume' }).click()
  const recorded = page.waitForRequest(
    request => request.url().includes('recordChart') || request.url().includes('chart-exports'),
  )
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  expect((await recorded).postData()).toContain('Transaction volume')
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(10)

  await chart.getByRole('button', { name: 'View as table' }).click()
  await expect(chart.getByRole('img', { name: /steps, lowest .+, highest/ }).first()).toHaveText(/^[\u2800-\u28ff]+$/)
})
