import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('a field is found, its uses are named, and its outage is simulated', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, accounts.engineer, '/data/apimanagement/ontology?view=list')
  await expect(heading(page, 'Ontology')).toBeVisible()
  await test.step('found by a word of its path', async () => {
    await page.getByRole('searchbox', { name: /^Search [\d,]+ attributes$/ }).fill('externalDeviceId')
    await page.getByRole('rowheader', { name: 'deviceContext.externalDeviceId', exact: true }).dblclick()
  })
  const panel = page.getByRole('complementary', { name: 'deviceContext.externalDeviceId' })
  await test.step('with its figures and who uses it', async () => {
    await expect(panel.getByText(/^\d+(\.\d)?% \([\d,]+ of [\d,]+ events\)$/)).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Who uses this field' })).toBeVisible()
    await expect(panel.getByText('Velocity set').first()).toBeVisible()
  })
  await test.step('decided again without it', async () => {
    await panel.getByRole('button', { name: 'Simulate an outage of this field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Outage of deviceContext.externalDeviceId' })
    await dialog.getByRole('button', { name: 'Simulate' }).click()
    await expect(dialog.getByText('Events that lost a value')).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByText(/Scores are those of that day/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('and the address shows the same to everybody', async () => {
    await page.reload()
    await expect(panel).toBeVisible()
  })
})
