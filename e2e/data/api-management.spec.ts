import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { accounts, environments, harbor } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const name = `Kiosk ${randomUUID().slice(0, 8)}`
const press = async (page: Page, ...target: Parameters<Page['getByRole']>) => {
  await focusByKeyboard(page, page.getByRole(...target), 'Tab', 120)
  await page.keyboard.press('Enter')
}

/** Registers an application of this journey alone: a brown-out would disturb the calls of the others. */
async function createApplication(page: Page): Promise<{ clientId: string; secret: string }> {
  await page.getByLabel('Application display name').fill(name)
  await page.getByRole('button', { name: 'Create application' }).click()
  const commands = await page.getByRole('region', { name: 'Commands' }).innerText()
  const valueOf = (key: string) => new RegExp(`${key}='([^']+)'`).exec(commands)?.[1] ?? ''
  const [clientId, secret] = [valueOf('client_id'), valueOf('client_secret')]
  recordSensitiveValues(secret)
  expect(clientId).not.toBe('')
  return { clientId, secret }
}

async function requestToken(request: APIRequestContext, { clientId, secret }: { clientId: string; secret: string }) {
  const answer = await request.post(`/${harbor.id}/oauth2/v2.0/token`, {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope: 'https://api.dfp.dynamics.com/.default',
    },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  recordSensitiveValues(token)
  return token
}

const sendEmpty = (request: APIRequestContext, token: string) =>
  request.post('/v1.0/merchantservices/events/Refund', {
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'kiosk/4.2',
      'x-ms-dfpenvid': environments.harborUs,
    },
    data: {},
  })

test('requests lead to the error, and a revocation is rehearsed, by keyboard alone', async ({ page, request }) => {
  test.setTimeout(180_000)
  const at = (path: string) => `${path}?env=${environments.harborUs}`
  await signIn(page, accounts.admin, at('/aadapp/create'))
  const application = await createApplication(page)
  const token = await requestToken(request, application)
  for (let call = 0; call < 7; call += 1) expect((await sendEmpty(request, token)).status()).toBe(400)

  await test.step('the calls are among the requests', async () => {
    await navigateInPage(page, at('/data/apimanagement/requests'))
    await expect(heading(page, 'API management')).toBeVisible()
    const row = page.getByRole('row', { name: new RegExp(`^Refund.*${name}.*kiosk/4\\.2`) })
    await expect(row).toContainText('400: 7', { timeout: 30_000 })
  })

  await test.step('their error names the field and the line of the schema', async () => {
    await press(page, 'link', { name: 'Errors' })
    const cell = page.getByRole('rowheader', { name: 'refundId: required' }).first()
    await expect(cell).toBeVisible({ timeout: 30_000 })
    await focusByKeyboard(page, page.getByRole('grid').getByRole('button').first(), 'Tab', 120)
    for (let key = 0; key < 20 && !(await cell.evaluate(each => each === document.activeElement)); key += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'refundId: required' })
    await expect(card.getByRole('heading', { name: /^Schema line \d+$/ })).toBeVisible()
    await expect(card).toContainText(name)
    await expect(page.getByText('Selected errors').first()).toBeVisible()
  })

  await test.step('a tenth of the calls is rejected while the deletion is rehearsed', async () => {
    await navigateInPage(page, at('/aadapp/manage'))
    await press(page, 'button', { name: `Edit: ${name}` })
    await press(page, 'button', { name: /^Rehearse/ })
    const dialog = page.getByRole('dialog', { name: /^Rehearse the deletion/ })
    await expect(dialog.getByText(/calls? per minute from 1 network/)).toBeVisible({ timeout: 30_000 })
    await press(page, 'button', { name: 'Reject 10%' })
    await expect(dialog.getByText(/^Rejects 10% until/)).toBeVisible()
    const statuses = []
    for (let call = 0; call < 20; call += 1) statuses.push((await sendEmpty(request, token)).status())
    expect(statuses.filter(status => status === 401)).toHaveLength(2)
    await expect(dialog.getByText(/: 2 of \d+ rejected so far\.$/)).toBeVisible({ timeout: 30_000 })
  })

  await test.step('and none after its end', async () => {
    const dialog = page.getByRole('dialog', { name: /^Rehearse the deletion/ })
    await press(page, 'button', { name: 'End rehearsal' })
    await expect(dialog.getByText(/^The last rehearsal ended at/)).toBeVisible()
    for (let call = 0; call < 12; call += 1) expect((await sendEmpty(request, token)).status()).toBe(400)
  })
})
