import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const randomTag = () => Math.random().toString(36).slice(2, 8)

/** Calls the service like a colleague's console, beside the page. */
async function createColleagueRequest(
  page: Page,
): Promise<
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => Promise<Record<string, unknown>>
> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  return async (method, path, data) => {
    const answer = await page.request.fetch(`/api/console/v1/environments/${environments.harbor}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }
}
const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved changes' })

test('who saves over a colleague sees both versions, goes on editing, keeps theirs or takes the other', async ({
  page,
  guard,
}) => {
  test.setTimeout(120_000)
  guard.allowConsoleError(/status of 409/)
  const name = `conflict_${randomTag()}`
  await signIn(page, accounts.engineer, '/data/externalcalls')
  await expect(heading(page, 'External calls')).toBeVisible()
  const call = await createColleagueRequest(page)
  const callId = crypto.randomUUID()
  const body = {
    name,
    description: 'First',
    parameters: [],
    configurations: [],
    method: 'GET',
    url: 'https://phone.example/check',
    headers: [],
    requestBody: null,
    authentication: { method: 'anonymous' },
    keepAliveUrl: null,
    sampleResponse: {},
    timeoutMs: 200,
    defaultResponse: {},
  }
  await call('POST', '/external-calls', { callId, body })
  await navigateInPage(page, `/data/externalcalls?call=${callId}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('First')

  await test.step('both versions are shown, and editing goes on with what was typed', async () => {
    await description.fill('Mine')
    await call('PUT', `/external-calls/${callId}`, {
      body: { ...body, description: 'Theirs', timeoutMs: 300 },
      baseVersion: 1,
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(conflictDialog(page).getByRole('row', { name: 'Description Mine Theirs' })).toBeVisible()
    await expect(conflictDialog(page).getByRole('row', { name: 'Timeout (ms) 200 300' })).toBeVisible()
    await conflictDialog(page).getByRole('button', { name: 'Edit' }).click()
    await expect(description).toHaveValue('Mine')
  })
  await test.step('mine is kept over theirs', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await conflictDialog(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText(`${name} saved.`).last()).toBeVisible()
    expect(await call('GET', `/external-calls/${callId}`)).toMatchObject({
      version: 3,
      body: { description: 'Mine', timeoutMs: 200 },
    })
  })
  await test.step('theirs takes the place of mine', async () => {
    await description.fill('Mine again')
    await call('PUT', `/external-calls/${callId}`, { body: { ...body, description: 'Theirs again' }, baseVersion: 3 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await conflictDialog(page).getByRole('button', { name: 'Use theirs' }).click()
    await expect(description).toHaveValue('Theirs again')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })
  await call('DELETE', `/external-calls/${callId}`)
})
