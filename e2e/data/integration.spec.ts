import { randomUUID } from 'node:crypto'
import { fcraTextVersion } from '../../risk-service/contract/fcra.ts'
import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { withDatabase } from '../support/database.ts'
import { accounts, environments, harbor } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

/** The only account with a directory role that may register applications. */
const administrator = 'global-admin@harbor.example'
const administratorId = demoTenants
  .flatMap(tenant => tenant.accounts)
  .find(({ username }) => username === administrator)?.id
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

test('a secret that is deleted with its tokens ends them immediately', async ({ page, request }) => {
  const name = `Till ${randomUUID().slice(0, 6)}`
  await withDatabase(query =>
    query(`insert into fcra_acceptance (id, tenant_id, user_id, text_version, at) values ($1, $2, $3, $4, now())`, [
      randomUUID(),
      harbor.id,
      administratorId,
      fcraTextVersion,
    ]),
  )
  await signIn(page, administrator, address('/aadapp/create'))
  await page.getByRole('textbox', { name: /^Application display name/ }).fill(name)
  await page.getByRole('button', { name: 'Create application' }).click()
  const commands = await page.getByRole('region', { name: 'Commands' }).innerText()
  const valueOf = (pattern: RegExp) => pattern.exec(commands)?.[1] ?? ''
  const granted = await request.post(valueOf(/curl -s '([^']+token)'/), {
    form: {
      grant_type: 'client_credentials',
      client_id: valueOf(/client_id='([^']+)'/),
      client_secret: valueOf(/client_secret='([^']+)'/),
      scope: valueOf(/scope='([^']+)'/),
    },
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const statusOf = async () =>
    (
      await request.get(`/openapi/risk-api.json?environment=${environments.harborUs}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status()
  expect(await statusOf()).toBe(200)

  await page.getByRole('link', { name: 'Applications' }).first().click()
  await page.getByRole('button', { name: new RegExp(`^Edit.*${name}`) }).click()
  await page.getByRole('button', { name: /^Delete.*Secret/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('checkbox', { name: 'End its tokens immediately' }).check()
  await expect(question.getByText(/^Its tokens end immediately/)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  await expect.poll(statusOf).toBe(401)
})
