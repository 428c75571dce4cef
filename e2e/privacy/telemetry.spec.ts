import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, navigateInPage, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

interface Envelope {
  data: { baseType: string; baseData: { name?: string; properties?: Record<string, string> } }
  tags: Record<string, string>
}

test('monitoring hears of nothing but errors until somebody agrees, and then of a visit that names nobody and nothing that was looked for', async ({
  page,
}) => {
  test.slow()
  const bodies: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/api/telemetry/')) bodies.push(request.postData() ?? '')
  })
  /** The library is loaded three seconds after the page, and records errors and clicks from then on. */
  const waitForLibrary = () => page.waitForFunction(() => window.onerror !== null)
  const raiseError = (message: string) =>
    page.evaluate(text => {
      window.dispatchEvent(new ErrorEvent('error', { message: `Uncaught Error: ${text}`, error: new Error(text) }))
    }, message)
  /**
   * The library sends at once, not within 15 seconds, when a page is hidden. The event is dispatched while the page is
   * there: the requests of a document that goes away are not always reported by the browser.
   */
  const expectSentOnLeaving = async (address: string, error: string) => {
    await expect
      .poll(async () => {
        await raiseError(error)
        await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
        return bodies.join('')
      })
      .toContain('"ExceptionData"')
    await page.goto(address)
  }
  const typed = 'jane.typed@example.com'
  const looked = encodeURIComponent(typed)
  await signIn(page, accounts.engineer, '/search')
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }

  await test.step('nothing but errors until somebody agrees', async () => {
    await waitForLibrary()
    await page.getByRole('button', { name: 'Filter: add a condition' }).click()
    await expectSentOnLeaving(`/search?period=90d&q=${looked}&f=email:eq:${looked}`, 'found out')
    expect(bodies.join('')).not.toMatch(/PageviewData|EventData/)
  })

  // One event with all of its data about a person.
  const found = await page.request.post(`/api/console/v1/environments/${environments.harbor}/search`, {
    headers,
    data: { eventType: 'purchase', filter: { period: '90d' }, limit: 1 },
  })
  const {
    rows: [row],
  } = (await found.json()) as { rows: Record<string, unknown>[] }
  const personal = ['externalId', 'email', 'userName', 'userId', 'phone', 'ip', 'deviceId'].flatMap(name =>
    typeof row?.[name] === 'string' && row[name].length > 3 ? [row[name]] : [],
  )
  expect(personal.length).toBeGreaterThan(3)

  await test.step('pages, clicks and errors afterwards, without a name or an id', async () => {
    await expect(page.getByRole('button', { name: `Email equals ${typed}`, exact: true })).toBeVisible()
    const account = page.getByRole('button', { name: /^Account of / })
    await account.click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    const preferences = page.getByRole('dialog', { name: 'Preferences' })
    await preferences.getByRole('radio', { name: 'Errors and usage' }).click()
    await expect(preferences.getByText('Saved', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preferences).toBeHidden()
    bodies.length = 0
    await waitForLibrary()
    // Found in the root or in one of its children, wherever other journeys sent purchases.
    await navigateInPage(
      page,
      `/search/purchase/${String(row?.['environmentId'])}/${encodeURIComponent(personal[0] ?? '')}`,
    )
    const views = page.getByRole('navigation', { name: 'Views of this event' }).getByRole('link')
    await expect(views).toHaveCount(8)
    await views.last().click()
    await account.click()
    await page.keyboard.press('Escape')
    await expectSentOnLeaving('/search', typed)
  })

  const sent = bodies.flatMap(body =>
    body.startsWith('[')
      ? (JSON.parse(body) as Envelope[])
      : body.split('\n').map(line => JSON.parse(line) as Envelope),
  )
  const kinds = new Set(sent.map(({ data }) => data.baseType))
  for (const kind of ['PageviewData', 'EventData', 'ExceptionData']) expect([...kinds]).toContain(kind)
  expect([...kinds]).not.toContain('RemoteDependencyData')
  expect(sent.some(({ data }) => data.baseData.properties?.['eventName'] === 'Click')).toBe(true)
  for (const { data } of sent)
    expect(data.baseData.properties).toMatchObject({
      product: 'PSP-1.0',
      assignedRoles: 'FraudEngineer,Sandbox_FraudEngineer',
      environmentId: environments.harbor,
    })
  const names = demoTenants.flatMap(tenant => [
    tenant.name,
    ...tenant.accounts.flatMap(account => [account.name, account.username]),
  ])
  const text = decodeURIComponent(bodies.join('\n').replace(/%(?![0-9A-F]{2})/gi, '%25'))
  for (const secret of [...names, ...personal, typed, token])
    expect(text.includes(secret), `${secret.slice(0, 12)} in what is sent`).toBe(false)
})
