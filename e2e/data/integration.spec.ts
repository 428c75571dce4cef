import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const address = (path: string) => `${path}?env=${environments.harborUs}`

test('a page of an API has programs in six languages, and a body that is no JSON stays', async ({ page }) => {
  await signIn(page, accounts.admin, address('/api/PurchaseStatus'))
  await expect(heading(page, 'PurchaseStatus')).toBeVisible()
  for (const language of ['curl', 'C#', 'Node.js', 'Python', 'PHP', 'Java']) {
    await page.getByRole('radio', { name: language, exact: true }).click()
    await expect(page.getByRole('region', { name: `PurchaseStatus in ${language}` })).toContainText(
      '/v1.0/MerchantServices/events/PurchaseStatus',
    )
  }
  await page.getByRole('textbox', { name: 'Application ID' }).fill('any')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('any')
  const body = page.getByRole('textbox', { name: 'Body (JSON)' })
  await body.fill('{"purchaseId": ')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('This is not a JSON object. Nothing was sent.')).toBeVisible()
  await expect(body).toHaveValue('{"purchaseId": ')
})
