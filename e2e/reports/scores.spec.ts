import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const address = `/reports/scores?env=${environments.harborEu}&days=90&tab=operation&cutoff=500`

test('a fraud manager moves the cut-off by its keys and drafts a rule from it', async ({ page }) => {
  await signIn(page, accounts.caseManager, address)
  await expect(heading(page, 'Scores')).toBeVisible()
  const handle = page.getByRole('slider', { name: 'Cut-off' })
  // A service that has just started reads its reports first.
  await expect(async () => {
    if ((await handle.count()) === 0) await page.reload()
    await expect(handle).toHaveAttribute('aria-valuenow', '500', { timeout: 5000 })
  }).toPass({ timeout: 45_000 })
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect(handle).toHaveAttribute('aria-valuetext', /^At 510 the cut-off stops [\d.]+% of known fraud/)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('PageUp')
  await expect(handle).toHaveAttribute('aria-valuenow', '560')
  await expect(page.getByRole('table', { name: 'What if' }).getByRole('columnheader', { name: '560' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Score impact' }).locator('[aria-current]')).toContainText('560')
  await page.keyboard.press('End')
  await expect(handle).toHaveAttribute('aria-valuenow', '1000')
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuenow', '0')

  await page.getByRole('table', { name: 'Score impact' }).getByRole('button', { name: '850', exact: true }).click()
  await expect(page).toHaveURL(/cutoff=850/)
  await page.getByRole('button', { name: 'Create rule from cut-off' }).click()
  await expect(page).toHaveURL(/rule=.*backtest=latest/)
  await expect(page.getByRole('dialog', { name: 'Back-test: Score from 850' })).toBeVisible()
})
