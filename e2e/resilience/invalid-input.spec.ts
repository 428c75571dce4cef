import { readFileSync } from 'node:fs'
import { accounts, environments, meridian } from '../support/demo.ts'
import { generateRow, runImporter, writeImportFile } from '../support/import-file.ts'
import { expect, heading, readAccessToken, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'
import { expireToken, resignToken } from '../support/signed-tokens.ts'

interface ErrorBody {
  ErrorType: string
  Message: string
  Retryable: boolean
  OtherErrors: ErrorBody[] | null
}

test('a purchase that is wrong is refused by name of the field, and leaves nothing behind', async ({ request }) => {
  const shop = await Shop.open(request)
  const customer = createCustomer()
  const id = `bad-${customer.tag}`
  const refused = async (
    body: unknown,
    status: number,
    message: string | RegExp,
    headers: Record<string, string> = {},
  ) => {
    const answer = await shop.post('purchase', body, headers)
    const text = await answer.text()
    expect(answer.status(), text).toBe(status)
    const refusal = JSON.parse(text) as ErrorBody
    expect(refusal.Message).toMatch(message)
    expect(refusal).toMatchObject({ ErrorType: 'ClientError', Retryable: false })
    expect(answer.headers()['x-ms-correlation-id']).toBeTruthy()
    return refusal
  }
  const good = createPurchase(customer, id)
  await refused('{"purchaseId": ', 400, 'Request body is not a valid JSON object')
  await refused('[]', 400, 'Request body is not a valid JSON object')
  await refused(
    { ...good, merchantLocalDate: undefined },
    400,
    /Required properties merchantLocalDate are not present at level \(root\)/,
  )
  const wrong = await refused(
    {
      ...good,
      totalAmount: 'a lot',
      merchantLocalDate: 'yesterday',
      productList: [{ productId: 'a' }, { productId: 'b', quantity: 'two' }],
    },
    400,
    /Invalid value at \w+/,
  )
  const all = [wrong, ...(wrong.OtherErrors ?? [])].map(each => each.Message).join('\n')
  for (const field of ['totalAmount', 'merchantLocalDate', 'productList[1].quantity'])
    expect(all).toContain(`Invalid value at ${field}: expected `)
  await refused({ ...good, customData: { note: 'x'.repeat(1_100_000) } }, 413, 'larger than 1048576 bytes')
  await refused(good, 400, "Environment '/Nowhere/East' was not found", { 'x-ms-dfpenvid': '/Nowhere/East' })
  await refused(good, 400, `Environment '${environments.meridian}' was not found`, {
    'x-ms-dfpenvid': environments.meridian,
  })
  await refused(good, 415, 'has to be application/json', { 'content-type': 'text/plain' })

  // None of them counts: the id is still unused, and the first valid call is a separate assessment.
  const first = await shop.post('purchase', good)
  expect(first.status()).toBe(200)
  expect(first.headers()['x-dfp-replayed']).toBeUndefined()
})

test('a token that does not fit opens nothing, and a person’s that has ended is renewed without a word', async ({
  page,
  request,
  guard,
}) => {
  const shop = await Shop.open(request)
  const body = createPurchase(createCustomer(), `token-${Date.now()}`)
  const refuse = async (authorization: string, reason: string, status = 401, headers: Record<string, string> = {}) => {
    const answer = await shop.post('purchase', body, { authorization, ...headers })
    expect(answer.status(), reason).toBe(status)
    expect(answer.headers()['errorreason']).toBe(reason)
    expect(await answer.json()).toMatchObject({ statusCode: status })
  }
  const ask = (offered: string) =>
    request.get('/api/console/v1/session', { headers: { authorization: `Bearer ${offered}` } })

  await test.step('an application’s, at the risk API and at the console', async () => {
    const old = await expireToken(shop.token)
    recordSensitiveValues(old)
    await refuse('', 'TokenNotPresent')
    await refuse('Bearer nonsense', 'JwtInvalid')
    await refuse(`Bearer ${shop.token.slice(0, -8)}AAAAAAAA`, 'TokenSignatureInvalid')
    await refuse(`Bearer ${old}`, 'TokenExpired')
    // Valid for production only.
    await refuse(`Bearer ${shop.token}`, 'TokenAudienceNotAllowed', 401, { 'x-ms-dfpenvid': 'Harbor-sandbox' })
    const asApplication = await ask(shop.token)
    expect(asApplication.status()).toBe(401)
    expect(await asApplication.json()).toMatchObject({ code: 'unauthenticated' })
  })

  await signIn(page, accounts.engineer)
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  expect((await ask(token)).status()).toBe(200)
  const old = await expireToken(token)

  await test.step('a person’s, where they have no role or are of another tenant', async () => {
    await refuse(`Bearer ${token}`, 'TokenClaimValueNotAllowed', 403)
    const search = await request.post(`/api/console/v1/environments/${environments.meridian}/search`, {
      headers: { authorization: `Bearer ${token}` },
      data: { eventType: 'purchase', filter: { period: '7d', conditions: [] } },
    })
    expect(search.status()).toBe(404)
  })

  await test.step('a person’s that was changed or has ended', async () => {
    const [, claims = '', signature = ''] = token.split('.')
    const wrong = {
      forged: `${token.slice(0, -signature.length)}${signature.split('').reverse().join('')}`,
      unsigned: `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`,
      expired: old,
      'of another audience': await resignToken(token, each => ({ ...each, aud: 'https://graph.example' })),
      'of another issuer': await resignToken(token, each => ({ ...each, iss: 'https://id.example/v2.0' })),
      // Claims of one tenant's provider about users of another are rejected.
      'of another tenant': await resignToken(token, each => ({ ...each, tid: meridian.id })),
    }
    for (const [name, offered] of Object.entries(wrong)) {
      recordSensitiveValues(offered)
      const answer = await ask(offered)
      expect(answer.status(), name).toBe(401)
      expect(await answer.json(), name).toMatchObject({ code: 'unauthenticated' })
    }
  })

  await test.step('the browser renews one that has ended meanwhile', async () => {
    guard.allowConsoleError(/status of 401/)
    let refused = 0
    await page.route('**/api/console/rpc/**', route => {
      const headers = route.request().headers()
      if (headers['authorization'] !== `Bearer ${token}`) return route.continue()
      refused += 1
      return route.continue({ headers: { ...headers, authorization: `Bearer ${old}` } })
    })
    const visited: string[] = []
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname)
    })
    await page.reload()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page.locator('[data-slot="stat-tile"]:not([aria-busy="true"])').first()).toBeVisible()
    expect(refused).toBeGreaterThan(0)
    expect([...new Set(visited)]).toEqual(['/'])
  })
})

test('a file with broken rows: they are listed by line and column, the others are stored', async ({
  baseURL,
}, info) => {
  // One row is one hour: numbers unique to this run, all of their times in 2015.
  const first = 1_000_000 + Math.floor(Math.random() * 1e6) * 20
  const start = Date.UTC(2015, 5, 1) - first * 3_600_000
  const rows = Array.from({ length: 12 }, (_, number) => generateRow(first + number, start))
  const change = (number: number, cell: number, value: string) =>
    (rows[number] = (rows[number] ?? '').split(',').with(cell, value).join(','))
  change(2, 2, 'last Tuesday')
  change(5, 3, 'much')
  change(7, 10, 'maybe')
  rows[9] = (rows[9] ?? '').split(',').slice(0, 6).join(',')
  const file = writeImportFile(info.outputPath('broken.csv'), rows)
  const folder = info.outputPath('import')
  const run = await runImporter(file, baseURL ?? '', folder)
  // Line 1 is the header.
  expect(run.output).toMatch(/line 4: .*purchase_time.*'last Tuesday' is not a time/)
  expect(run.output).toMatch(/line 7: .*purchase_value.*'much' is not an amount/)
  expect(run.output).toMatch(/line 9: .*is_fraud.*'maybe' is neither 0 nor 1/)
  expect(run.output).toMatch(/line 11: .*the row has 6 cells, the header 11/)
  const list = /listed in (\S+faults\.txt)/.exec(run.output)?.[1] ?? ''
  expect(readFileSync(list, 'utf8').trim().split('\n')).toHaveLength(4)
  expect(run.output).toContain('8 rows stored, 4 with faults')
  expect(run.code).toBe(1)

  const wrongHeader = writeImportFile(info.outputPath('other.csv'), [])
  const empty = await runImporter(wrongHeader, baseURL ?? '', folder)
  expect(empty.output).toContain('has a header line and no rows')
  const missing = await runImporter(info.outputPath('nowhere.csv'), baseURL ?? '', folder)
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('There is no file') })
})
