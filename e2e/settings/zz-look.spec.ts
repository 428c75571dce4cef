import { environments } from '../support/demo.ts'
import { signIn, test } from '../support/journey.ts'

const list = `/settings/access?env=${environments.harborEu}`
test('look', async ({ page, guard }) => {
  test.slow()
  guard.allowConsoleError(/./)
  await signIn(page, 'product-admin@harbor.example', list)
  await page.getByRole('row', { name: /Noor Haddad/ }).first().click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/adm-look/1-panel.png' })
  await page.getByRole('button', { name: 'Preview as', exact: true }).click()
  await page.waitForTimeout(1000)
  await page.screenshot({ path: '/tmp/adm-look/2-roles.png' })
  await page.getByRole('checkbox', { name: 'SupportAgent' }).check()
  await page.getByRole('checkbox', { name: 'AllAreasViewer' }).check()
  await page.getByRole('button', { name: 'Start preview' }).click()
  await page.getByRole('note').first().waitFor()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: '/tmp/adm-look/3-bar.png' })
  for (const [name, language, theme, width] of [
    ['4-de-dark', 'de-DE', 'dark', 1024],
    ['5-ar', 'ar-AE', 'light', 1440],
    ['6-320', 'en-US', 'light', 320],
  ] as const) {
    await page.evaluate(
      ([t, l]) => {
        localStorage.setItem('assay.theme', t ?? '')
        localStorage.setItem('DFP/Market', l ?? '')
      },
      [theme, language],
    )
    await page.setViewportSize({ width, height: 700 })
    await page.goto(list)
    await page.getByRole('note').first().waitFor()
    await page.waitForTimeout(2000)
    await page.screenshot({ path: `/tmp/adm-look/${name}.png` })
  }
})
