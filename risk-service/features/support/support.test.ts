import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capabilityLevelOf, roleIds } from '../../contract/index.ts'
import type { SupportChange } from '../../contract/lists/support-lists.ts'
import type {
  AccountSummary,
  FinancialSnapshot,
  SupportCandidate,
  TransactionDetail,
} from '../../contract/support/support.ts'
import { enrichPurchase } from '../../engine/enrich/enrich-purchase.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
const hour = 3_600_000
const day = 24 * hour
const before = (ms: number) => new Date(now.getTime() - ms)

interface Order {
  id: string
  at: Date
  amount?: number
  currency?: string
  user?: Record<string, unknown>
  instrument?: Record<string, unknown>
  decision?: 'Approve' | 'Reject' | 'Review'
  environment?: string
}
const visa = { merchantPaymentInstrumentId: 'PI-visa', type: 'CreditCard', cardType: 'Visa', lastFourDigits: '2208' }
const ana = {
  userId: 'U-ana',
  email: 'Ana@Shop.example',
  phoneNumber: '+45 20 10 30 40',
  creationDate: '2021-03-14T00:00:00Z',
}

async function insert({ id, at, amount = 10, currency = 'EUR', user = ana, instrument = visa, ...rest }: Order) {
  const { decision = 'Approve', environment = places.eu } = rest
  const { db } = bench.store
  const request = { purchaseId: id, totalAmount: amount, currency, user, paymentInstrumentList: [instrument] }
  const { entities, enrichment: _enrichment, ...facts } = enrichPurchase(request, () => null)
  const key = { environment_id: environment, at, event_id: randomUUID() }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: id,
      assessment_type: 'Protect',
      decision,
      reason: decision === 'Reject' ? 'Blocked email' : '',
      ...(decision === 'Reject' ? { rule: 'Default Support Rule', clause: 'Blocked email' } : {}),
      risk_score: 700,
      amount: facts.amount,
      currency: facts.currency,
      amount_usd: facts.amountUsd,
      user_id: facts.userId,
      email: facts.email,
      phone: facts.phone,
      last_four: facts.lastFour,
    })
    .execute()
  const condition = {
    text: 'IsBlock("Email Support List", @"user.email")',
    result: true,
    reads: [{ name: 'IsBlock("Email Support List", @"user.email")', value: 'true', kind: 'list' }],
  }
  const clause = { clause: 'Blocked email', effect: 'decide', decision, conditions: [condition], outputs: {} }
  const rule = {
    ruleId: randomUUID(),
    rule: 'Default Support Rule',
    environmentId: places.root,
    version: 1,
    position: 1,
  }
  await db
    .insertInto('event_body')
    .values({
      ...key,
      correlation_id: 'c',
      latency_ms: 1,
      request: JSON.stringify(request),
      enrichment: '{}',
      explanation: JSON.stringify({
        contributions: [
          { code: 'retryOrder', value: null, points: 30 },
          { code: 'emailValidated', value: null, points: -20 },
        ],
        rules: decision === 'Reject' ? [{ ...rule, selected: true, clauses: [clause] }] : [],
        runtimeErrors: [],
      }),
    })
    .execute()
  await db
    .insertInto('event_key')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: id,
      answer: '{"resultDetails":{"supportMessages":["Call back"]}}',
    })
    .execute()
  if (entities.length === 0) return
  await db
    .insertInto('event_entity')
    .values(
      entities.map(link => ({
        ...key,
        entity_type: link.type,
        entity_value: link.value,
        event_type: 'purchase',
        display: link.display,
      })),
    )
    .execute()
}

const bankEvent = (type: 'chargeback' | 'refund', id: string, order: string, at: Date, body: object = {}) =>
  bench.store.db
    .insertInto('data_event')
    .values({
      environment_id: places.eu,
      at,
      data_id: randomUUID(),
      event_type: type,
      event_key: randomUUID(),
      entity_id: id,
      subject_type: 'purchase',
      subject_id: order,
      happened_at: at,
      received_at: at,
      correlation_id: null,
      body: JSON.stringify(body),
    })
    .execute()

beforeAll(async () => {
  bench = await openConsoleBench()
  // Ana: five purchases since May 1, so six whole months; one of them in another spelling of her id.
  await insert({ id: 'P-1', at: new Date('2025-05-01T10:00:00Z'), amount: 100 })
  await insert({ id: 'P-2', at: before(60 * day), amount: 20, user: { ...ana, userId: 'u-ANA ' } })
  await insert({
    id: 'P-3',
    at: before(29 * day),
    amount: 40.5,
    instrument: { ...visa, merchantPaymentInstrumentId: 'PI-two', lastFourDigits: '7710' },
  })
  await insert({ id: 'P-4', at: before(2 * day), amount: 30, decision: 'Review' })
  await insert({ id: 'P-5', at: before(hour), amount: 9.5, decision: 'Reject' })
  // A guest without an id, and a purchase without a customer.
  await insert({
    id: 'P-6',
    at: before(day),
    user: { email: 'guest@shop.example' },
    instrument: { ...visa, merchantPaymentInstrumentId: 'PI-guest' },
  })
  await insert({ id: '2208', at: before(3 * day), user: {}, instrument: { type: 'CreditCard' } })
  await insert({ id: 'P-1', at: before(day), environment: places.us })
  // Two stages of one chargeback, and a refund.
  await bankEvent('chargeback', 'cb-1', 'P-2', before(40 * day), { amount: 20 })
  await bankEvent('chargeback', 'cb-1', 'P-2', before(10 * day), { amount: 12.5, currency: 'EUR' })
  await bankEvent('refund', 'rf-1', 'P-3', before(3 * day), { amount: 40.5, currency: 'eur' })
})
afterAll(() => bench.close())

const send = (path: string, body: object, as = 'support', environment: string = places.eu) =>
  bench.call(as, 'POST', `/environments/${environment}/support/${path}`, body)
const find = async (text: string, more: object = {}, environment?: string) =>
  ((await send('find', { text, ...more }, 'support', environment)).json as { candidates: SupportCandidate[] })
    .candidates
const accountsOf = async (text: string, more: object = {}, environment?: string) =>
  (await find(text, more, environment)).map(({ account, keys }) => [account.type, account.value, keys.join('+')])
const anaAccount = { type: 'user', value: 'U-ana' } as const

describe('a typed text', () => {
  it.each([
    ['ana@shop.example', 'email'],
    ['ANA@SHOP.EXAMPLE ', 'email'],
    ['+4520103040', 'phone'],
    ['45 20 10-30-40', 'phone'],
    ['u-ana', 'user'],
    ['p-3', 'order'],
    ['pi-two', 'payment'],
    ['7710', 'lastFour'],
    ['•••• 7710', 'lastFour'],
  ])('%s is the %s of the one account', async (text, key) => {
    expect(await accountsOf(text)).toEqual([['user', 'U-ana', key]])
  })
  it('names the purchase when it is an order, and counts the purchases of an account', async () => {
    expect(await find('P-3')).toMatchObject([{ order: 'P-3', transactions: 1 }])
    expect(await find('ana@shop.example')).toMatchObject([
      { order: null, transactions: 5, lastAt: before(hour).toISOString(), email: 'Ana@Shop.example' },
    ])
  })
  it('that several accounts fit has each of them, newest first; a key narrows it', async () => {
    expect(await accountsOf('2208')).toEqual([
      ['user', 'U-ana', 'lastFour'],
      ['email', 'guest@shop.example', 'lastFour'],
      ['purchase', '2208', 'order'],
    ])
    expect(await accountsOf('2208', { key: 'order' })).toEqual([['purchase', '2208', 'order']])
  })
  it('of a card is sought in the range of dates, everything else at any date', async () => {
    const range = { from: before(20 * day).toISOString(), to: now.toISOString() }
    expect(await accountsOf('7710', range)).toEqual([])
    expect(await accountsOf('P-1', range)).toEqual([['user', 'U-ana', 'order']])
  })
  it('finds nothing in a sibling, and what is below a parent', async () => {
    expect(await accountsOf('guest@shop.example', {}, places.us)).toEqual([])
    expect(await accountsOf('guest@shop.example', {}, places.root)).toEqual([['email', 'guest@shop.example', 'email']])
    expect(await accountsOf('a\u0000b')).toEqual([])
  })
})

describe('the summary of an account', () => {
  it('has the figures of the worked example', async () => {
    const summary = (await send('summary', { account: anaAccount })).json as AccountSummary
    // From 2025-05-01 10:00 to 2025-11-20 12:34 there are six whole months.
    expect(summary).toMatchObject({
      email: 'Ana@Shop.example',
      userId: 'U-ana',
      memberSince: '2021-03-14T00:00:00.000Z',
      memberSinceSource: 'account',
      currency: 'EUR',
      figures: {
        transactions: { total: 5, averageMonth: 5 / 6, last30Days: 3, last24Hours: 1 },
        spending: { total: 200, averageMonth: 200 / 6, last30Days: 80, last24Hours: 9.5 },
        chargebacks: { total: 1, averageMonth: 1 / 6, last30Days: 0, last24Hours: 0 },
        // The last stage names the amount, the first one the time.
        chargebackAmount: { total: 12.5, averageMonth: 12.5 / 6, last30Days: 0, last24Hours: 0 },
        refunds: { total: 1, averageMonth: 1 / 6, last30Days: 1, last24Hours: 0 },
        refundAmount: { total: 40.5, averageMonth: 40.5 / 6, last30Days: 40.5, last24Hours: 0 },
        daysOfUse: { total: 5, averageMonth: 5 / 6, last30Days: 3, last24Hours: 1 },
      },
    })
    expect(summary.instruments.map(each => [each.value, each.lastFour, each.entry])).toEqual([
      ['PI-visa', '2208', null],
      ['PI-two', '7710', null],
    ])
  })
  it('adds amounts of several currencies in US dollars', async () => {
    await insert({ id: 'D-1', at: before(hour), amount: 10, currency: 'USD', user: { userId: 'U-two' } })
    await insert({ id: 'D-2', at: before(hour), amount: 10, currency: 'EUR', user: { userId: 'U-two' } })
    await bankEvent('refund', 'rf-2', 'D-1', before(hour), { amount: 4 })
    await bankEvent('refund', 'rf-3', 'D-2', before(hour), { amount: 10 })
    await bankEvent('refund', 'rf-4', 'D-2', before(hour), { amount: 7, currency: 'XXX' })
    await bankEvent('chargeback', 'cb-2', 'D-1', before(hour))
    const { currency, figures, memberSinceSource } = (
      await send('summary', { account: { type: 'user', value: 'u-two' } })
    ).json as AccountSummary
    const euro = enrichPurchase({ totalAmount: 10, currency: 'EUR' }, () => null).amountUsd ?? 0
    expect([currency, memberSinceSource]).toEqual(['USD', 'firstPurchase'])
    expect(figures.spending.total).toBeCloseTo(10 + euro / 100, 6)
    // An unknown currency has no rate, and a chargeback may name no amount.
    expect(figures.refundAmount.total).toBeCloseTo(4 + euro / 100, 2)
    expect(figures).toMatchObject({
      refunds: { total: 3 },
      chargebacks: { total: 1 },
      chargebackAmount: { total: 0 },
      daysOfUse: { total: 1, last24Hours: 1 },
    })
  })
  it('converts a refund in another currency into that of the purchases', async () => {
    await insert({ id: 'D-3', at: before(hour), amount: 10, currency: 'EUR', user: { userId: 'U-three' } })
    await bankEvent('refund', 'rf-5', 'D-3', before(hour), { amount: 1.0389, currency: 'USD' })
    const { currency, figures } = (await send('summary', { account: { type: 'user', value: 'u-three' } }))
      .json as AccountSummary
    expect(currency).toBe('EUR')
    expect(figures.refundAmount.total).toBeCloseTo(1, 6)
  })
  it('is missing for an account without a purchase here', async () => {
    expect((await send('summary', { account: { type: 'user', value: 'nobody' } })).status).toBe(404)
    expect(
      (await send('summary', { account: { type: 'email', value: 'guest@shop.example' } }, 'support', places.us)).status,
    ).toBe(404)
  })
})

describe('the financial snapshot of an event', () => {
  const snapshot = (id: string, environment: string = places.eu) =>
    bench.call('support', 'GET', `/environments/${environment}/events/purchase/${id}/financial-snapshot`)
  const read = async (id: string) => (await snapshot(id)).json as FinancialSnapshot

  it('has the figures of the worked example, whichever purchase of the customer it is', async () => {
    const expected = {
      by: 'user',
      complete: true,
      memberSince: '2021-03-14T00:00:00.000Z',
      memberSinceSource: 'account',
      currency: 'EUR',
      figures: {
        transactions: { total: 5, averageMonth: 5 / 6, last30Days: 3, last24Hours: 1 },
        spending: { total: 200, averageMonth: 200 / 6, last30Days: 80, last24Hours: 9.5 },
        chargebacks: { total: 1, averageMonth: 1 / 6, last30Days: 0, last24Hours: 0 },
        // The last stage names the amount, the first one the time.
        chargebackAmount: { total: 12.5, averageMonth: 12.5 / 6, last30Days: 0, last24Hours: 0 },
        refunds: { total: 1, averageMonth: 1 / 6, last30Days: 1, last24Hours: 0 },
        refundAmount: { total: 40.5, averageMonth: 40.5 / 6, last30Days: 40.5, last24Hours: 0 },
        daysOfUse: { total: 5, averageMonth: 5 / 6, last30Days: 3, last24Hours: 1 },
      },
    }
    expect(await read('P-5')).toEqual(expected)
    expect(await read('P-2')).toEqual(expected)
  })
  it('is that of the e-mail address for a guest, and empty without a customer', async () => {
    expect(await read('P-6')).toMatchObject({
      by: 'email',
      memberSince: before(day).toISOString(),
      memberSinceSource: 'firstPurchase',
      figures: { transactions: { total: 1 } },
    })
    expect(await read('2208')).toMatchObject({ by: null, memberSince: null, figures: { transactions: { total: 0 } } })
    expect((await snapshot('none')).status).toBe(404)
  })
  it('counts the newest 1,000 purchases and says that there are more', async () => {
    await insert({ id: 'many', at: before(hour), amount: 5, user: { userId: 'U-many' } })
    const older = (from: number, to: number) => sql`
      with older as (
        select ${places.eu}::uuid as environment_id, ${now}::timestamptz - make_interval(hours => n) as at, gen_random_uuid() as event_id, n
        from generate_series(${from}::int, ${to}::int) n
      ), entities as (
        insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
        select environment_id, 'user', 'u-many', at, event_id, 'purchase', 'U-many' from older
      )
      insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score, amount, currency, amount_usd)
      select environment_id, at, event_id, 'purchase', 'many-' || n, 'Protect', 'Approve', 'r', 100, 100, 'EUR', 110 from older`
    await older(2, 1000).execute(bench.store.db)
    expect(await read('many')).toMatchObject({
      complete: true,
      figures: { transactions: { total: 1000 }, spending: { total: 5 + 999 } },
    })
    await older(1001, 1003).execute(bench.store.db)
    const found = await read('many')
    expect(found).toMatchObject({
      complete: false,
      figures: { transactions: { total: 1000 }, spending: { total: 5 + 999 } },
    })
    expect(found.memberSince).toBe(before(1003 * hour).toISOString())
  })
  it('counts nothing of a sibling', async () => {
    expect((await snapshot('P-1', places.us)).json).toMatchObject({ figures: { transactions: { total: 1 } } })
  })
})

describe('the history', () => {
  it('has pages, newest first, with what became of each purchase', async () => {
    const page = async (more: object) =>
      (await send('transactions', { account: anaAccount, limit: 2, ...more })).json as {
        rows: { externalId: string; chargebacks: number; refunds: number }[]
        total: number
        nextCursor: string | null
      }
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const { rows, total, nextCursor }: Awaited<ReturnType<typeof page>> = await page(
        cursor === null ? {} : { cursor },
      )
      expect(total).toBe(5)
      ids.push(...rows.map(row => `${row.externalId} ${row.chargebacks} ${row.refunds}`))
      cursor = nextCursor
    } while (cursor !== null)
    expect(ids).toEqual(['P-5 0 0', 'P-4 0 0', 'P-3 0 1', 'P-2 1 0', 'P-1 0 0'])
    expect((await page({ search: 'blocked E' })).rows.map(row => row.externalId)).toEqual(['P-5'])
    expect((await page({ from: before(30 * day).toISOString(), to: before(day).toISOString() })).total).toBe(2)
    expect((await send('transactions', { account: anaAccount, cursor: 'x' })).status).toBe(422)
  })
})

describe('one purchase', () => {
  const load = async (id: string) => (await send('transaction', { id })).json as TransactionDetail
  it('tells the employee what decided, and the customer nothing of it', async () => {
    expect(await load('P-5')).toMatchObject({
      row: { externalId: 'P-5', chargebacks: 0 },
      payments: [{ value: 'PI-visa', lastFour: '2208' }],
      employee: {
        cause: 'listBlock',
        list: 'email',
        rule: 'Default Support Rule',
        clause: 'Blocked email',
        supportMessage: 'Call back',
        signals: [{ code: 'retryOrder', points: 30 }],
        next: 'orderAgain',
      },
      customer: ['notAccepted', 'noDetails'],
    })
    expect(await load('P-2')).toMatchObject({
      employee: { cause: 'none', next: 'nothing' },
      customer: ['accepted', 'disputed'],
    })
    expect(await load('P-4')).toMatchObject({ customer: ['inReview', 'noDetails'] })
    expect((await send('transaction', { id: 'P-5' }, 'support', places.us)).status).toBe(404)
    expect((await send('transaction', { id: randomUUID() })).status).toBe(404)
  })
})

describe('the list status', () => {
  const put = (body: object, as = 'support', environment: string = places.eu) =>
    bench.call(as, 'PUT', `/environments/${environment}/support/status`, {
      list: 'email',
      value: 'ana@shop.example',
      reason: 'Verified customer',
      seen: null,
      ...body,
    })
  const expiresAt = new Date(now.getTime() + 7 * day).toISOString()

  it('needs a reason and a date in the future, within a year', async () => {
    const issues = async (body: object) => {
      const answer = await put(body)
      return [
        answer.status,
        (answer.body as unknown as { details: { issues: { path: string[] }[] } }).details.issues[0]?.path,
      ]
    }
    expect(await issues({ status: 'Safe' })).toEqual([422, ['expiresAt']])
    expect(await issues({ status: 'Safe', expiresAt: before(hour).toISOString() })).toEqual([422, ['expiresAt']])
    expect(await issues({ status: 'Safe', expiresAt: '2027-11-20T00:00:00Z' })).toEqual([422, ['expiresAt']])
    expect(await issues({ status: 'Safe', expiresAt, reason: 'Because' })).toEqual([422, ['reason']])
    expect(await issues({ status: 'Safe', expiresAt, list: 'user', value: '' })).toEqual([422, ['value']])
  })
  it('is set, shown and logged; a change that somebody else made in between is a conflict', async () => {
    const set = await put({ status: 'Safe', expiresAt, comments: 'Called back' })
    expect([set.status, set.json]).toMatchObject([200, { status: 'Safe', expiresAt, updatedBy: 'Name of support' }])
    const { updatedAt } = set.json as { updatedAt: string }
    const stale = await put({ status: 'Block', expiresAt })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'version.conflict', details: { changedBy: 'Name of support' } },
    ])
    const summary = (await send('summary', { account: anaAccount })).json as AccountSummary
    expect(summary.values).toMatchObject([
      { list: 'email', entry: { status: 'Safe' } },
      { list: 'user', entry: null },
    ])
    // Safe now: the customer may be invited to order again.
    expect((await send('transaction', { id: 'P-5' })).json).toMatchObject({ customer: ['notAccepted', 'orderAgain'] })
    expect((await put({ status: null, seen: updatedAt, reason: 'Other', comments: 'By mistake' })).json).toBeNull()
    const values = [{ list: 'email', value: 'ANA@shop.example' }]
    const log = (await send('activity', { values })).json as SupportChange[]
    expect(log.map(({ status, reason, comments }) => [status, reason, comments]).toSorted()).toEqual([
      [null, 'Other', 'By mistake'],
      ['Safe', 'Verified customer', 'Called back'],
    ])
    expect((await send('activity', { values }, 'support', places.us)).json).toEqual([])
    expect((await send('activity', { values: [{ list: 'user', value: 'ana@shop.example' }] })).json).toEqual([])
  })
})

describe('rights', () => {
  const calls = [
    ['POST', 'find', { text: 'x' }],
    ['POST', 'summary', { account: anaAccount }],
    ['POST', 'activity', { values: [{ list: 'user', value: 'x' }] }],
    ['POST', 'transactions', { account: anaAccount }],
    ['POST', 'transaction', { id: 'P-1' }],
    ['POST', 'impact', { list: 'user', value: 'x', status: 'Safe', days: 7 }],
    ['PUT', 'status', { list: 'user', value: 'x', status: null, reason: 'Other', seen: null }],
  ] as const
  it.each(calls)(
    '%s %s is refused to a viewer, to a foreign tenant and in a foreign environment',
    async (method, path, body) => {
      const as = (who: string | null, environment: string) =>
        bench.call(who, method, `/environments/${environment}/support/${path}`, body)
      expect((await as('viewer', places.eu)).status).toBe(403)
      expect((await as('outsider', places.eu)).status).toBe(404)
      expect((await as('support', places.foreign)).status).toBe(404)
      expect((await as('local', places.us)).status).toBe(404)
      expect((await as(null, places.eu)).status).toBe(401)
    },
  )
  it('every role that may set a status may also search events', () => {
    const setters = roleIds.filter(role => capabilityLevelOf(role, 'lists.support.entry') !== 'none')
    expect(setters).toContain('SupportAgent')
    for (const role of setters) expect([role, capabilityLevelOf(role, 'search')]).toEqual([role, 'read'])
  })
})
