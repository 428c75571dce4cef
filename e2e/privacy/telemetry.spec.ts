import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

interface Envelope {
  data: { baseType: string; baseData: { name?: string; properties?: Record<string, string> } }
  tags: Record<string, string>
}

test('what monitoring hears of a visit names nobody and nothing that was looked for', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, accounts.engineer)
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const choose = async (usageData: 'all' | 'errors') => {
    const { version } = (await (await page.request.get('/api/console/v1/preferences', { headers })).json()) as {
      version: number
    }
    expect(
      (
        await page.request.patch('/api/console/v1/preferences', {
          headers,
          data: { baseVersion: version, changes: { usageData } },
        })
      ).status(),
    ).toBe(200)
  }
  await choose('all')
  const bodies: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/api/telemetry/')) bodies.push(request.postData() ?? '')
  })

  // One event with everything that it says about a person.
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
  const typed = 'jane.typed@example.com'

  const heard = page.waitForRequest(/\/api\/telemetry\//, { timeout: 40_000 })
  await page.goto(`/search?period=90d&q=${encodeURIComponent(typed)}`)
  await expect(heading(page, 'Search')).toBeVisible()
  // Found in the root or in one of its children, wherever other journeys sent purchases.
  await page.goto(`/search/purchase/${String(row?.['environmentId'])}/${encodeURIComponent(personal[0] ?? '')}`)
  const views = page.getByRole('navigation', { name: 'Views of this event' }).getByRole('link')
  await expect(views).toHaveCount(4)
  // Only now the library is there: what follows is clicked under its eyes.
  await page.waitForTimeout(4000)
  await views.nth(3).click()
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.keyboard.press('Escape')
  await page.evaluate(secret => {
    setTimeout(() => {
      window.dispatchEvent(new ErrorEvent('error', { message: `Uncaught Error: ${secret}`, error: new Error(secret) }))
    })
  }, typed)
  await heard
  await page.waitForTimeout(16_000)
  await choose('errors')

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

test('nothing but errors is sent until somebody agrees', async ({ page }) => {
  await page.clock.install()
  const bodies: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/api/telemetry/')) bodies.push(request.postData() ?? '')
  })
  await signIn(page, accounts.viewer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  // Each round lasts longer than monitoring takes to start and to send; an error that is told shows that there was time
  // to tell the rest.
  await expect
    .poll(
      async () => {
        await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Search' }).click()
        await expect(heading(page, 'Search')).toBeVisible()
        await page.evaluate(() => {
          setTimeout(() => {
            window.dispatchEvent(
              new ErrorEvent('error', { message: 'Uncaught Error: found out', error: new Error('found out') }),
            )
          })
        })
        await page.clock.fastForward(16_000)
        return bodies.join('')
      },
      { timeout: 60_000 },
    )
    .toContain('"ExceptionData"')
  expect(bodies.join('')).not.toMatch(/PageviewData|EventData/)
})
