import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request as httpClient, type Locator, type Page } from '@playwright/test'
import { fcraTextVersion } from '../../risk-service/contract/fcra.ts'
import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { withDatabase } from '../support/database.ts'
import { environments, harbor } from '../support/demo.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

/** May create secrets: that takes a role of the directory. */
const administrator = 'global-admin@harbor.example'
const account = demoTenants.flatMap(({ accounts }) => accounts).find(({ username }) => username === administrator)
const address = (path: string) => `${path}?env=${environments.harborUs}`
const version = 'till/9.1'
/** Counts are written every five seconds, and pages read them every ten. */
const counted = { timeout: 30_000 }

/** An application that calls, as a shop has it. */
interface Caller {
  clientId: string
  secret: string
}

const tokenAnswer = (api: APIRequestContext, { clientId, secret }: Caller) =>
  api.post(`/${harbor.id}/oauth2/token`, {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      resource: 'https://api.dfp.dynamics.com',
    },
  })

async function requestToken(api: APIRequestContext, caller: Caller): Promise<string> {
  const answer = await tokenAnswer(api, caller)
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function purchase(api: APIRequestContext, token: string, purchaseId?: string): Promise<number> {
  const answer = await api.post('/v1.0/MerchantServices/events/Purchase', {
    headers: { authorization: `Bearer ${token}`, 'x-ms-dfpenvid': environments.harborUs },
    data: {
      merchantLocalDate: new Date().toISOString(),
      _metadata: { trackingId: randomUUID() },
      ...(purchaseId === undefined ? {} : { purchaseId }),
    },
  })
  return answer.status()
}

async function pressOn(page: Page, target: Locator, most?: number): Promise<void> {
  await focusByKeyboard(page, target, 'Tab', most)
  await page.keyboard.press('Enter')
}

/** Registers an application and returns what a shop copies. */
async function register(page: Page, name: string): Promise<Caller> {
  await page.goto(address('/aadapp/create'))
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create application' }).click()
  const commands = page.getByRole('region', { name: /Commands/ })
  await expect(commands).toContainText('client_secret=')
  const text = (await commands.textContent()) ?? ''
  const caller = {
    clientId: /client_id='([^']+)'/.exec(text)?.[1] ?? '',
    secret: /client_secret='([^']+)'/.exec(text)?.[1] ?? '',
  }
  recordSensitiveValues(caller.secret)
  return caller
}

test('by keyboard: who fails and why, who would break without a secret, and a secret that takes its place', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await withDatabase(query =>
    query(
      `insert into fcra_acceptance (id, tenant_id, user_id, text_version, at) values ($1, $2, $3, $4, now()) on conflict do nothing`,
      [randomUUID(), harbor.id, account?.id, fcraTextVersion],
    ),
  )
  const name = `Till ${randomUUID().slice(0, 6)}`
  await signIn(page, administrator, address('/integration'))
  const caller = await register(page, name)
  const api = await httpClient.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'user-agent': `${version} (node)` },
  })
  const token = await requestToken(api, caller)
  for (let n = 0; n < 6; n++) expect(await purchase(api, token, randomUUID())).toBe(200)
  for (let n = 0; n < 3; n++) expect(await purchase(api, token)).toBe(400)

  await test.step('finds the caller that fails', async () => {
    await page.goto(address('/data/apimanagement/requests'))
    const grid = page.getByRole('grid', { name: 'By API, caller and version' })
    const row = grid.getByRole('row', { name: new RegExp(`${name}.*${version}`) })
    await expect(row).toContainText('200: 6, 400: 3', counted)
    await focusByKeyboard(page, grid.getByRole('columnheader').first().getByRole('button').first(), 'Tab', 80)
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(row.locator(':focus')).toHaveCount(1, { timeout: 300 })
    }).toPass({ timeout: 20_000 })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/row=/)
  })

  await test.step('opens its errors, with the field and the line of the schema', async () => {
    const codes = page.getByRole('region', { name: 'Errors by code' })
    await expect(codes.getByText(`Purchase, ${name}, ${version}`)).toBeVisible()
    await expect(codes.getByRole('button', { name: /400/ })).toContainText('3')
    await pressOn(page, codes.getByRole('link', { name: /purchaseId: required/ }), 60)
    const group = page.getByRole('region', { name: 'purchaseId: required' })
    await expect(group.getByRole('heading', { name: /^Schema line \d+$/ })).toBeVisible()
    await expect(group).toContainText(version)
    await expect(page).toHaveURL(/code=400/)
    await pressOn(page, group.getByRole('link', { name }), 60)
    // Hidden from roles as soon as the dialog of the application is open.
    await expect(page.getByRole('heading', { name: 'Applications', level: 1, includeHidden: true })).toBeVisible()
  })

  await test.step('sees who would break, lets a tenth fail, and takes it back', async () => {
    const application = page.getByRole('dialog', { name })
    await pressOn(page, application.getByRole('button', { name: /^Rehearse/ }))
    const rehearsal = page.getByRole('dialog', { name: /^Rehearse the deletion/ })
    await expect(rehearsal.getByText(/calls per minute from 1 network, last/)).toBeVisible(counted)
    await pressOn(page, rehearsal.getByRole('button', { name: 'Reject 10%' }))
    await expect(rehearsal.getByText(/^Rejects 10% until/)).toBeVisible()
    // The rehearsal of a credential is read again after two seconds at most.
    const fresh = await requestToken(api, caller)
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push(await purchase(api, fresh, randomUUID()))
    expect(statuses.filter(status => status === 401)).toHaveLength(2)
    expect(statuses.filter(status => status === 200)).toHaveLength(18)
    await expect(rehearsal.getByText(/: 2 of \d+ rejected so far\.$/)).toBeVisible(counted)
    await pressOn(page, rehearsal.getByRole('button', { name: 'End rehearsal' }))
    await expect(rehearsal.getByText(/^The last rehearsal ended/)).toBeVisible()
    const after = await requestToken(api, caller)
    for (let n = 0; n < 11; n++) expect(await purchase(api, after, randomUUID())).toBe(200)
    await page.keyboard.press('Escape')
    await expect(rehearsal).toBeHidden()
  })

  await test.step('adds a second secret while the first is valid, and deletes the first', async () => {
    const application = page.getByRole('dialog', { name })
    await pressOn(page, application.getByRole('button', { name: 'Add secret' }))
    await expect(application.getByText('Copy the secret now: it is not shown again.')).toBeVisible()
    const secret = (await application.locator('[data-slot="callout"] [data-slot="copyable-id"]').textContent()) ?? ''
    recordSensitiveValues(secret)
    await requestToken(api, { ...caller, secret })
    await requestToken(api, caller)
    // The former one is the first of the list.
    await pressOn(page, application.getByRole('button', { name: /^Delete/ }).first())
    const question = page.getByRole('alertdialog')
    await expect(question.getByText(/calls per minute from 1 network, last/)).toBeVisible(counted)
    await pressOn(page, question.getByRole('button', { name: 'Delete' }))
    await expect(question).toBeHidden()
    expect((await tokenAnswer(api, caller)).status()).toBe(401)
    await requestToken(api, { ...caller, secret })
  })
  await api.dispose()
})
