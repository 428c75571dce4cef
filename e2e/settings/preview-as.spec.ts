import { findViolations } from '../support/axe.ts'
import { environments } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, signInAtProvider, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const list = `/settings/access?env=${environments.harborEu}`

test('an administrator sees the console as an agent of support does, read-only, in one tab, until they leave', async ({
  page,
  context,
  guard,
}) => {
  test.slow()
  guard.allowConsoleError(/status of 403/)
  await signIn(page, 'product-admin@harbor.example', list)
  await test.step('the preview begins from the panel of a person', async () => {
    await page
      .getByRole('row', { name: /Noor Haddad/ })
      .first()
      .click()
    await page.getByRole('complementary').getByRole('button', { name: 'Preview as Noor Haddad' }).click()
    await expect(page.getByText('Preview as Noor Haddad. Read-only.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })
  const bar = page.getByRole('note').filter({ hasText: 'Preview as' })

  await test.step('it shows what the person may open, on every page and after a reload', async () => {
    await page.goto(`/data/velocities?env=${environments.harborEu}`)
    await expect(heading(page, 'You cannot open this page')).toBeVisible()
    await expect(bar).toBeVisible()
    await page.reload()
    await expect(bar).toBeVisible()
    await page.goto(`/search?env=${environments.harborEu}`)
    await expect(heading(page, 'Search')).toBeVisible()
    await expect(bar).toBeVisible()
  })

  await test.step('the service refuses a change that names the preview', async () => {
    const token = await readAccessToken(page)
    recordSensitiveValues(token)
    const preview = await page.evaluate(() => sessionStorage.getItem('assay/rights-preview'))
    const answer = await page.request.post(`/api/console/v1/environments/${environments.harborEu}/access/exports`, {
      headers: { authorization: `Bearer ${token}`, 'x-assay-preview': preview ?? '' },
      data: { rows: 1 },
    })
    expect([answer.status(), await answer.json()]).toMatchObject([403, { code: 'preview.readOnly' }])
  })

  await test.step('another tab, even one with a copy of what this one has stored, shows the own rights', async () => {
    const stored = await page.evaluate(() => sessionStorage.getItem('assay/rights-preview') ?? '')
    const other = await context.newPage()
    await other.addInitScript(id => {
      if (sessionStorage.getItem('copied') !== null) return
      sessionStorage.setItem('copied', '1')
      sessionStorage.setItem('assay/rights-preview', id)
    }, stored)
    await other.goto(list)
    await expect(heading(other, 'Access control')).toBeVisible()
    await expect(other.getByText('Preview as Noor Haddad. Read-only.')).toHaveCount(0)
    await other.close()
  })

  await test.step('leaving shows the own rights, and the log has the beginning and the end', async () => {
    await bar.getByRole('button', { name: 'Leave' }).click()
    await expect(heading(page, 'Access control')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await page.goto(`/settings/audit?env=${environments.harborEu}`)
    const entries = page.getByRole('row', { name: /Preview of rights/ })
    await expect(entries.filter({ hasText: 'Start' }).first()).toContainText('Noor Haddad')
    await expect(entries.filter({ hasText: 'Stop' }).first()).toContainText('Noor Haddad')
  })
})

test('roles are previewed without a person, and the sign-out ends the preview', async ({ page }) => {
  // A session of its own: the sign-out would end the one that journeys share.
  await signInAtProvider(page, 'product-admin@harbor.example', list)
  await page.getByRole('button', { name: 'Preview as', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Preview as' })
  await panel.getByRole('checkbox', { name: 'AllAreasViewer' }).check()
  await panel.getByRole('button', { name: 'Start preview' }).click()
  await expect(page.getByText('Preview with AllAreasViewer in Harbor EU. Read-only.')).toBeVisible()
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const preview = await page.evaluate(() => sessionStorage.getItem('assay/rights-preview'))
  await page.goto(list)
  await expect(heading(page, 'Access control')).toBeVisible()
  // A viewer assigns nothing, and nobody previews within a preview.
  await expect(page.getByRole('button', { name: 'Assign role(s)' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview as', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/signed-out/)
  const answer = await page.request.get('/api/console/v1/session', {
    headers: { authorization: `Bearer ${token}`, 'x-assay-preview': preview ?? '' },
  })
  expect(answer.status()).not.toBe(200)
})
