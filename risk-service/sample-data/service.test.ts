import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoClient, demoEnvironmentIds, demoTenants } from '../kernel/identity/demo-tenants.ts'
import { createCustomer } from '../tools/demo/history/customers.ts'
import { shopProducts } from '../tools/demo/history/markets.ts'
import { createGoodOrder } from '../tools/demo/history/orders.ts'
import { purchaseBody } from '../tools/demo/history/purchase-body.ts'
import { createRandom } from '../tools/demo/history/random.ts'
import { openDatabase } from './database.ts'
import { type SampleDataService, startSampleDataService } from './service.ts'

const now = new Date()
let service: SampleDataService
const shares: number[] = []
const harbor = demoTenants[0]
const tokenOf = async (user: string) => {
  const account = harbor?.accounts.find(({ username }) => username.startsWith(`${user}@`))
  return (await service.identity.userToken(harbor?.id ?? '', account?.id ?? '')) ?? ''
}
const call = async (user: string, path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
  const response = await service.fetch(
    new Request(`https://page.example/api/console/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(user)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const order = (id: string) => {
  const random = createRandom(7)
  const customer = createCustomer(random, 1, now.getTime() - 400 * 86_400_000)
  return purchaseBody(
    createGoodOrder(random, [customer], { products: shopProducts, countries: ['DE'] }, now.getTime()),
    id,
  )
}
const purchase = (id: string, authorization: string) =>
  service.fetch(
    new Request('https://page.example/v1.0/merchantservices/events/purchase', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-ms-dfpenvid': demoEnvironmentIds.harborEu },
      body: JSON.stringify(order(id)),
    }),
  )

beforeAll(async () => {
  service = await startSampleDataService({
    database: await openDatabase(),
    version: '0.1.0',
    events: 300,
    clock: () => now,
    onProgress: share => shares.push(share),
  })
}, 120_000)
afterAll(() => service.close())

describe('the service over the database of a page', () => {
  it('the service over the database of a page tells how far it is, and ends at the whole', () => {
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })
  it('the service over the database of a page takes the tokens that it issued for demo accounts, and the account has the roles of the server', async () => {
    const { status, body } = await call('fraud-manager', '/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { username: 'fraud-manager@harbor.example' },
      tenantConfiguration: { assignedRoles: expect.arrayContaining(['ManualReviewFraudManager']) as unknown },
    })
  })
  it('the service over the database of a page trains a model when it is asked, and says what came of it', async () => {
    const trainingId = crypto.randomUUID()
    const path = `/environments/${demoEnvironmentIds.harbor}/models`
    expect(await call('product-admin', `${path}/risk/trainings/${trainingId}`, {}, 'PUT')).toMatchObject({
      status: 200,
      body: { state: 'waiting' },
    })
    await expect
      .poll(async () => (await call('product-admin', `${path}/trainings/${trainingId}`)).body, { timeout: 20_000 })
      .toMatchObject({ state: 'refused', reason: 'tooFewLabels' })
  })
  it('the service over the database of a page issues nothing for accounts that do not exist, and takes no token of another page or of nobody', async () => {
    expect(await service.identity.userToken(harbor?.id ?? '', demoClient.principalId)).toBeNull()
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const { SignJWT } = await import('jose')
    const forged = await new SignJWT({ tid: harbor?.id, oid: harbor?.accounts[4]?.id })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('urn:assay:sample-data')
      .setAudience('urn:assay:sample-data:service')
      .setExpirationTime('1h')
      .sign(other.privateKey)
    for (const authorization of [`Bearer ${forged}`, 'Bearer x', '']) {
      const response = await service.fetch(
        new Request('https://page.example/api/console/v1/session', { headers: { authorization } }),
      )
      expect(response.status).toBe(401)
    }
  })
  it('the service over the database of a page shows environments in every state that people meet', async () => {
    const { body } = await call('product-admin', '/session')
    const states = (body['environments'] as { status: string }[]).map(({ status }) => status)
    expect([...new Set(states)].sort()).toEqual(
      expect.arrayContaining(['Active', 'CreateFailed', 'Error', 'SoftDeleting']),
    )
  })
  it('the service over the database of a page answers the pages of the console: search, count, rules', async () => {
    const search = { eventType: 'purchase', filter: { period: '30d', conditions: [] } }
    const { status, body } = await call('analyst', `/environments/${demoEnvironmentIds.harborEu}/search`, search)
    expect(status, JSON.stringify(body)).toBe(200)
    expect((body['rows'] as unknown[]).length).toBeGreaterThan(0)
    expect((await call('analyst', `/environments/${demoEnvironmentIds.harborEu}/search/count`, search)).status).toBe(
      200,
    )
    expect((await call('fraud-engineer', `/environments/${demoEnvironmentIds.harbor}/rules/purchase`)).status).toBe(200)
  })
  it('the service over the database of a page decides a purchase by the rules in force, stores it once and answers a repeat as before', async () => {
    const authorization = `Bearer ${await service.identity.applicationToken()}`
    const first = await purchase('page-1', authorization)
    const text = await first.text()
    expect(first.status, text).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ resultDetails: { PurchaseId: 'page-1', MerchantRuleDecision: 'Approve' } })
    const again = await purchase('page-1', authorization)
    expect(again.headers.get('x-dfp-replayed')).toBe('true')
    expect(await again.text()).toBe(text)
    expect((await purchase('page-2', 'Bearer x')).status).toBe(401)
  })
  it('the service over the database of a page refuses as the server does', async () => {
    const authorization = `Bearer ${await service.identity.applicationToken()}`
    const response = await service.fetch(
      new Request('https://page.example/v1.0/merchantservices/events/purchase', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    expect(response.status).toBe(400)
    expect(((await response.json()) as { Message: string }).Message).toMatch(
      /^Input validation failed - Required properties /,
    )
    expect((await call('analyst', '/environments', {})).status).toBe(400)
    expect((await service.fetch(new Request('https://page.example/nowhere'))).status).toBe(404)
  })
  it('the service over the database of a page sends purchases of its own to its risk API, each under an id of its own', async () => {
    const sent = [
      await service.sendPurchase(demoEnvironmentIds.harborEu, 'ordinary'),
      await service.sendPurchase(demoEnvironmentIds.harborEu, 'suspicious'),
    ]
    for (const { status, id, answer } of sent) {
      expect(status, JSON.stringify(answer)).toBe(200)
      expect(answer).toMatchObject({ resultDetails: { PurchaseId: id } })
    }
    expect(sent[0]?.id).not.toBe(sent[1]?.id)
  })
  it('the service over the database of a page exports and deletes what was sent about a person, with a receipt', async () => {
    const body = order('subject-1')
    const response = await service.fetch(
      new Request('https://page.example/v1.0/merchantservices/events/purchase', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await service.identity.applicationToken()}`,
          'content-type': 'application/json',
          'x-ms-dfpenvid': demoEnvironmentIds.harborEu,
        },
        body: JSON.stringify({ ...body, user: { ...(body['user'] as object), userId: 'u_page_77' } }),
      }),
    )
    expect(response.status).toBe(200)
    const requests = `/environments/${demoEnvironmentIds.harborEu}/subject-requests`
    for (const [type, file, receipt] of [
      ['export', true, false],
      ['delete', false, true],
    ] as const) {
      const { status, body: queued } = await call('product-admin', requests, { type, SubjectID: 'User:u_page_77' })
      expect(status).toBe(202)
      const read = async () => (await call('product-admin', `${requests}/${String(queued['id'])}`)).body
      await expect.poll(async () => (await read())['status'], { timeout: 20_000 }).toBe('complete')
      const done = await read()
      expect([done['events'], done['file'] !== null, done['hasReceipt']]).toEqual([1, file, receipt])
    }
  }, 60_000)
  it('the service over the database of a page has nothing that happened, or no database, while a tester wants it so', async () => {
    await service.setCondition('empty')
    const authorization = `Bearer ${await service.identity.applicationToken()}`
    expect((await call('analyst', '/session')).status).toBe(200)
    // The repeat of a stored id is new in an empty store.
    expect((await purchase('page-1', authorization)).headers.get('x-dfp-replayed')).toBeNull()
    await service.setCondition('failing')
    expect((await call('analyst', '/session')).status).toBe(503)
    await service.setCondition('well')
    expect((await call('analyst', '/session')).status).toBe(200)
    await expect.poll(async () => (await purchase('page-1', authorization)).headers.get('x-dfp-replayed')).toBe('true')
  })
  it('the service over the database of a page goes on from what it gave away', async () => {
    const again = await startSampleDataService({
      database: await openDatabase(undefined, await service.dump()),
      version: '0.1.0',
      clock: () => now,
    })
    try {
      const authorization = `Bearer ${await again.identity.applicationToken()}`
      const answer = await again.fetch(
        new Request('https://page.example/v1.0/merchantservices/events/purchase', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', 'x-ms-dfpenvid': demoEnvironmentIds.harborEu },
          body: JSON.stringify(order('page-1')),
        }),
      )
      expect(answer.headers.get('x-dfp-replayed')).toBe('true')
    } finally {
      await again.close()
    }
  }, 60_000)
})
