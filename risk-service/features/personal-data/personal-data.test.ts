import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseRow } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench } from '../cases/testing/case-bench.ts'
import { customerCalls, filter, leaks, secrets, settingsPath } from './testing/customer.ts'

let bench: CaseBench
let customer: ReturnType<typeof customerCalls>
beforeAll(async () => {
  bench = await openCaseBench()
  customer = customerCalls(bench)
})
afterAll(() => bench.close())
beforeEach(() => customer.reset())

describe('reveal', () => {
  it('shows the values of an event for 15 minutes to the caller alone, and says so in the audit log', async () => {
    const answer = await customer.reveal('Ana')
    expect(answer).toMatchObject({ status: 200, json: { expiresAt: '2025-03-03T09:21:00.000Z' } })
    const emails = async (as: string) => (await customer.search(as)).json.rows.map(row => [row.externalId, row.email])
    expect(await emails('Ana')).toEqual(
      expect.arrayContaining([
        ['P-1', secrets.email],
        ['P-2', 'k***@contoso.com'],
      ]),
    )
    expect(new Set((await emails('Ben')).map(([, email]) => email))).toEqual(new Set(['k***@contoso.com']))
    expect((await customer.detail('Ana')).json.request).toMatchObject({ shippingAddress: { street1: secrets.street } })
    const log = await bench.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('operation', '=', 'ViewPersonalData')
      .execute()
    expect(log).toMatchObject([
      {
        actor_name: 'Ana',
        resource_type: 'PersonalData',
        resource_name: 'P-1',
        after: { kind: null, reason: 'The customer is on the phone' },
      },
    ])
    expect(leaks(JSON.stringify(log))).toEqual([])
    bench.at('09:21')
    expect((await customer.detail('Ana')).json.row.email).toBe('k***@contoso.com')
  })
  it('shows one kind of values where only that one is revealed', async () => {
    await customer.reveal('Ana', { kind: 'phone' })
    expect((await customer.detail('Ana')).json.row).toMatchObject({ phone: secrets.phone, email: 'k***@contoso.com' })
  })
  it('shows the account of the support view with its purchases', async () => {
    const account = { type: 'user', value: 'U-1' }
    await customer.reveal('Sam', { subjects: [{ account }] })
    const summary = await bench.call('Sam', 'POST', `${caseIds.root}/support/summary`, { account })
    expect(summary.json).toMatchObject({ email: secrets.email, phone: secrets.phone })
    expect((await customer.detail('Sam')).json.row.email).toBe('k***@contoso.com')
  })
  it('removes what nobody sees any more', async () => {
    await customer.reveal('Ana')
    bench.at('10:00')
    await customer.reveal('Ben')
    expect(await bench.store.db.selectFrom('personal_data_grant').select('user_id').execute()).toEqual([
      { user_id: bench.people.Ben },
    ])
  })
  it.each([
    ['without a reason', { reason: ' ' }, 422, 'reason'],
    ['of no event', { subjects: [] }, 422, 'subjects'],
    ['of an unknown kind', { kind: 'shoeSize' }, 422, 'kind'],
  ])('is refused %s', async (_, body, status, field) => {
    const answer = await customer.reveal('Ana', body)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.json)).toContain(field)
  })
  it('is refused for events of another tenant or environment', async () => {
    const subjects = [{ environmentId: caseIds.foreign, eventType: 'purchase', externalId: 'P-1' }]
    expect((await customer.reveal('Ana', { subjects })).status).toBe(404)
    expect((await customer.reveal('Outsider')).status).toBe(404)
    const path = `${caseIds.eu}/personal-data/reveal`
    const above = { subjects: [{ ...subjects[0], environmentId: caseIds.root }], reason: 'Any reason' }
    expect((await bench.call('Ana', 'POST', path, above)).status).toBe(404)
  })
})

describe('search of masked values', () => {
  it.each([
    ['email', 'eq', secrets.email],
    ['ip', 'in', [secrets.ip]],
    ['ip', 'inNetwork', '203.0.113.0/24'],
    ['phone', 'eq', secrets.phone],
    ['shippingAddress.street1', 'eq', secrets.street],
    ['customData.dateOfBirth', 'eq', secrets.born],
  ])('finds %s by its whole value with %s', async (column, op, value) => {
    const { json } = await customer.search('Ana', [{ column, op, value }])
    expect(json.rows).toHaveLength(2)
  })
  it.each([
    ['email', 'contains', 'kayla'],
    ['email', 'notContains', 'kayla'],
    ['userName', 'startsWith', 'Kay'],
    ['phone', 'endsWith', '47'],
    ['ip', 'inNetwork', '203.0.113.64/26'],
    ['shippingAddress.street1', 'contains', '118'],
    ['customData.dateOfBirth', 'startsWith', '1987'],
  ])('refuses %s with %s, and names the field', async (column, op, value) => {
    const calls = [
      customer.search('Ana', [{ column, op, value }]),
      bench.call('Ana', 'POST', `${caseIds.root}/search/count`, {
        eventType: 'purchase',
        filter: { ...filter, conditions: [{ column, op, value }] },
      }),
    ]
    for (const call of calls) {
      const { status, json } = await call
      expect(status).toBe(422)
      expect(JSON.stringify(json)).toContain('search.masked')
      expect(JSON.stringify(json)).toContain(column)
    }
    expect((await customer.search('Max', [{ column, op, value }])).status).toBe(200)
  })
  it('refuses an order by a masked column: the mark of the next page would contain the value', async () => {
    const sort = { column: 'email', direction: 'asc' }
    const refused = await customer.search('Ana', [], { sort })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.json)).toContain('email')
    expect((await customer.search('Max', [], { sort })).status).toBe(200)
  })
  it('marks the fields that are masked', async () => {
    const path = `${caseIds.root}/search/types/purchase/fields`
    const fields = async (as: string) =>
      (await bench.call<{ id: string; masked?: boolean }[]>(as, 'GET', path)).json.filter(({ masked }) => masked)
    expect((await fields('Ana')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['email', 'ip', 'phone', 'bin', 'userName', 'shippingAddress.street1']),
    )
    expect(await fields('Max')).toEqual([])
  })
  it('finds waiting cases by the whole e-mail address only', async () => {
    await bench.send({ id: 'P-3', email: 'Ola@contoso.com' })
    bench.at('09:12')
    await bench.tick()
    const find = async (as: string, text: string) =>
      (
        await bench.call<{ rows: CaseRow[] }>(as, 'POST', `${caseIds.root}/casemanagement/queues/general/cases`, {
          view: 'pending',
          filter: { text },
        })
      ).json.rows.map(row => row.externalId)
    expect(await find('Ana', 'ola@contoso.com')).toEqual(['P-3'])
    expect(await find('Ana', 'ola@')).toEqual([])
    expect(await find('Max', 'ola@')).toEqual(['P-3'])
  })
  it('opens an account without user id by a purchase: its key would be the address', async () => {
    await customer.purchase('P-4', { user: { userId: ' ', email: secrets.email } })
    const found = (as: string) =>
      bench.call<{ candidates: { account: object }[] }>(as, 'POST', `${caseIds.root}/support/find`, { text: 'P-4' })
    expect((await found('Sam')).json.candidates[0]?.account).toEqual({ type: 'purchase', value: 'P-4' })
    expect((await found('Max')).json.candidates[0]?.account).toEqual({ type: 'email', value: secrets.email })
  })
})

describe('masking profiles', () => {
  it('are read and changed with the right of configuration, by version, and audited', async () => {
    expect((await bench.call('Pia', 'GET', settingsPath)).json).toMatchObject({ version: 1 })
    expect((await customer.saveProfile({}, 0)).status).toBe(409)
    expect(await customer.saveProfile({ ManualReviewAnalyst: ['email'] }, 1, 'Adi')).toMatchObject({
      json: { version: 2 },
    })
    expect((await bench.call('Ana', 'GET', `${caseIds.root}/personal-data`)).json).toEqual({ masked: ['email'] })
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('resource_type', '=', 'MaskingProfile')
      .orderBy('at', 'desc')
      .execute()
    expect(log).toContainEqual({ operation: 'Update', after: { ManualReviewAnalyst: ['email'] } })
  })
  it('are refused to other roles, other tenants, in environments below the root, and for unknown names', async () => {
    expect((await customer.saveProfile({}, 1, 'Max')).status).toBe(403)
    expect((await customer.saveProfile({}, 1, 'Outsider')).status).toBe(404)
    const below = await bench.call('Pia', 'PUT', `${caseIds.eu}/personal-data/settings`, {
      baseVersion: 1,
      profile: {},
    })
    expect(below.status).toBe(422)
    const unknown = await customer.saveProfile({ Cleaner: ['email'] } as never, 1)
    expect(unknown.status).toBe(400)
    expect(JSON.stringify(unknown.json)).toContain('profile')
  })
})
