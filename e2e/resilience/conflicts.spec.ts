import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { expireSessionAndSignIn, lostSessionErrors } from '../support/lost-session.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const randomTag = () => Math.random().toString(36).slice(2, 8)

/** Calls the service as a colleague's console would, beside the page. */
async function createColleagueRequest(
  page: Page,
): Promise<
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object) => Promise<Record<string, unknown>>
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
const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Somebody else saved this meanwhile' })

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
  await page.goto(`/data/externalcalls?call=${callId}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('First')

  await test.step('both versions are shown, and editing goes on with what was typed', async () => {
    await description.fill('Mine')
    await call('PUT', `/external-calls/${callId}`, {
      body: { ...body, description: 'Theirs', timeoutMs: 300 },
      baseVersion: 1,
    })
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(conflictDialog(page).getByRole('row', { name: 'Description Mine Theirs' })).toBeVisible()
    await expect(conflictDialog(page).getByRole('row', { name: 'Timeout (ms) 200 300' })).toBeVisible()
    await conflictDialog(page).getByRole('button', { name: 'Edit' }).click()
    await expect(description).toHaveValue('Mine')
  })
  await test.step('mine is kept over theirs', async () => {
    await page.getByRole('button', { name: 'Update', exact: true }).click()
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
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await conflictDialog(page).getByRole('button', { name: 'Take theirs' }).click()
    await expect(description).toHaveValue('Theirs again')
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeDisabled()
  })
  await test.step('a change of theirs while the session was lost is told, too', async () => {
    guard.allowConsoleError(lostSessionErrors)
    await description.fill('Mine, kept')
    await expireSessionAndSignIn(page, accounts.engineer, async () => {
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await call('PUT', `/external-calls/${callId}`, {
        body: { ...body, description: 'Theirs meanwhile' },
        baseVersion: 4,
      })
    })
    await expect(description).toHaveValue('Mine, kept')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await conflictDialog(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText(`${name} saved.`).last()).toBeVisible()
    expect(await call('GET', `/external-calls/${callId}`)).toMatchObject({ body: { description: 'Mine, kept' } })
  })
  await call('DELETE', `/external-calls/${callId}`)
})

test('settings of rules, tiles and templates ask the same before anything typed is lost', async ({ page, guard }) => {
  test.setTimeout(120_000)
  guard.allowConsoleError(/status of 409/)
  await signIn(page, accounts.admin, '/fraud/accountlogin/rules')
  const call = await createColleagueRequest(page)

  await test.step('settings of rules', async () => {
    const settings = (await call('GET', '/rules/accountlogin/settings')) as { evaluation: string; version: number }
    await page.getByRole('button', { name: 'Rule settings' }).click()
    await page.getByRole('radio', { checked: false }).first().click()
    await call('PUT', '/rules/accountlogin/settings/payload', { payload: { theirs: 1 }, baseVersion: settings.version })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(conflictDialog(page).getByRole('rowheader')).toHaveText(['Rule evaluation', 'Payload settings'])
    await conflictDialog(page).getByRole('button', { name: 'Take theirs' }).click()
    await expect(page.getByText('"theirs": 1').first()).toBeVisible()
    await page.getByRole('button', { name: 'Revert sample' }).click()
    await expect(page.getByRole('button', { name: 'Revert sample' })).toBeDisabled()
  })
  await test.step('tiles', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Manage tiles' }).click()
    const editor = page.getByRole('dialog', { name: 'Manage tiles' })
    const feedback = editor.getByRole('textbox', { name: 'Tell us what you think' })
    await feedback.fill('https://mine.example.com/')
    const stored = (await call('GET', '/external-tiles/definition')) as {
      version: number
      tiles: object[]
      builtIn: object
    }
    await call('PUT', '/external-tiles/definition', {
      baseVersion: stored.version,
      tiles: stored.tiles,
      builtIn: { ...stored.builtIn, feedback: 'https://theirs.example.com/' },
    })
    await editor.getByRole('button', { name: 'Save tiles' }).click()
    await expect(
      conflictDialog(page).getByRole('row', {
        name: 'Tell us what you think https://mine.example.com/ https://theirs.example.com/',
      }),
    ).toBeVisible()
    await conflictDialog(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect(editor).toHaveCount(0)
    const saved = (await call('GET', '/external-tiles/definition')) as { version: number }
    expect(saved).toMatchObject({ builtIn: { feedback: 'https://mine.example.com/' } })
    await call('PUT', '/external-tiles/definition', {
      baseVersion: saved.version,
      tiles: stored.tiles,
      builtIn: stored.builtIn,
    })
  })
  await test.step('a template', async () => {
    const name = `Conflict ${randomTag()}`
    const templateId = crypto.randomUUID()
    await call('POST', '/templates/environment', { templateId, name, description: 'First' })
    await page.goto(`/data/templates?q=${encodeURIComponent(name)}`)
    await page.getByRole('rowheader', { name, exact: true }).dblclick()
    await page.getByRole('complementary', { name }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine')
    await call('PATCH', `/templates/environment/${templateId}`, { name, description: 'Theirs', baseVersion: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(conflictDialog(page).getByRole('row', { name: 'Description Mine Theirs' })).toBeVisible()
    await conflictDialog(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText(`Template ${name} saved.`).last()).toBeVisible()
    await expect(page.getByText('Mine', { exact: true }).first()).toBeVisible()
    // A page that shows what goes would ask for it once more.
    await page.goto('/')
    await call('DELETE', `/templates/environment/${templateId}`)
  })
})
