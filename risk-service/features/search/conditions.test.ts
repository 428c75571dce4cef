import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchCondition, SearchField, SearchOutput } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { insertBankEvents, insertPurchase } from './testing/stored-purchases.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  await insertEvents()
  await insertRelated()
})
afterAll(() => bench.close())

const hour = 3_600_000
/** Events by their id: the request that was stored, and the columns that the engine reads from it. */
const purchases: Record<string, { request: object; columns?: object; answer?: string; at?: string }> = {
  'P-1001': {
    request: {
      shippingAddress: { city: 'Seattle', street1: '100% sure_*' },
      totalAmount: 12.5,
      user: { creationDate: '2025-11-18T23:30:00Z', isEmailValidated: true, firstName: 'Ana' },
      paymentInstrumentList: [
        { type: 'CreditCard', lastFourDigits: '1111', billingAddress: { city: 'Berlin' } },
        { type: 'PayPal', lastFourDigits: '2222', billingAddress: { city: 'Köln' } },
      ],
      productList: [
        { sku: 'A-1', quantity: 2 },
        { sku: 'B-2', quantity: 7 },
      ],
      deviceContext: { trueIp: '198.51.100.7' },
      customData: { shelf: 'Oak' },
    },
    columns: { shipping_city: 'Seattle', last_four: '1111', ip: '198.51.100.7', amount: 1250 },
    answer: '{"resultDetails":{"ReasonCodes":"newDevice, far","MerchantRuleOutput":{"observe far":{"km":"2"}}}}',
  },
  'P-1002': {
    request: {
      shippingAddress: { city: 'seattle ' },
      totalAmount: 99,
      user: { creationDate: '2025-11-19T10:00:00Z', isEmailValidated: false, firstName: null },
      deviceContext: { trueIp: '2001:db8::7' },
    },
    columns: { shipping_city: 'seattle', ip: '2001:db8::7' },
    // Marks around a reference to rules, as answers of long chains have them.
    answer:
      '{"resultDetails":{"ReasonCodes":"far","RuleEvaluations":[\u0001{"chain":"c","selected":"1","last":1}\u0001]}}',
  },
  'P-1003': { request: { shippingAddress: { city: '' }, user: { firstName: '' } }, columns: { ip: '203.0.113.9' } },
  'P-1004': { request: { deviceContext: { trueIp: 'unreadable' } }, answer: '' },
}
const all = Object.keys(purchases)

async function insertEvents(): Promise<void> {
  for (const [index, [id, { request, columns, answer }]] of Object.entries(purchases).entries())
    await insertPurchase(bench.store.db, {
      id,
      request,
      answer: answer ?? '{}',
      columns: { risk_score: 100 * index, ...columns },
      environmentId: index === 3 ? places.eu : places.root,
      at: new Date(now.getTime() - (index + 1) * 20 * hour),
    })
}

async function insertRelated(): Promise<void> {
  const { db } = bench.store
  await insertBankEvents(db, [
    ['P-1001', 'Declined', 3],
    ['P-1001', 'Approved', 1],
    ['P-1002', 'Approved', 3],
    ['P-1002', 'Declined', 2],
  ])
  for (const [source, isFraud, hoursAgo] of [
    ['CustomerEscalation', true, 5],
    ['Analyst', false, 2],
  ] as const)
    await db
      .insertInto('event_label')
      .values({
        environment_id: places.root,
        label_key: source,
        object_type: 'Purchase',
        object_id: 'P-1001',
        is_fraud: isFraud,
        label_at: new Date(now.getTime() - hoursAgo * hour),
        body: JSON.stringify({ labelSource: source, isFraud }),
      })
      .execute()
}

type Filter = Record<string, unknown>
const ask = (filter: Filter, more: object = {}) =>
  bench.call('engineer', 'POST', `/environments/${places.root}/search`, { eventType: 'purchase', filter, ...more })
async function find(filter: Filter): Promise<string[]> {
  const answer = await ask({ period: 'all', ...filter })
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return (answer.json as SearchOutput).rows.map(row => row.externalId).sort()
}
const where = (column: string, op: string, value?: unknown, more: Filter = {}) =>
  find({ conditions: [{ column, op, ...(value === undefined ? {} : { value }) }], ...more })

describe('comparisons of text', () => {
  it.each([
    ['eq', 'Seattle', ['P-1001', 'P-1002']],
    ['neq', 'Seattle', ['P-1003', 'P-1004']],
    ['empty', undefined, ['P-1003']],
    ['null', undefined, ['P-1004']],
    ['notNull', undefined, ['P-1001', 'P-1002', 'P-1003']],
    ['notEmpty', undefined, ['P-1001', 'P-1002']],
    ['contains', 'EATT', ['P-1001', 'P-1002']],
    ['notContains', 'eatt', ['P-1003', 'P-1004']],
    ['startsWith', 'SEA', ['P-1001', 'P-1002']],
    ['endsWith', 'TTLE', ['P-1001', 'P-1002']],
    ['in', ['Oslo', 'SEATTLE'], ['P-1001', 'P-1002']],
    ['notIn', ['Oslo', 'SEATTLE'], ['P-1003', 'P-1004']],
  ])('a city that is a column, and the same attribute by its path: %s %j', async (op, value, expected) => {
    expect(await where('shippingCity', op, value)).toEqual(expected)
    expect(await where('shippingAddress.city', op, value)).toEqual(expected)
  })
  it('marks of other languages are plain characters', async () => {
    for (const value of ['100%', 'sure_*', '*'])
      expect([value, await where('shippingAddress.street1', 'contains', value)]).toEqual([value, ['P-1001']])
    for (const value of ['1%', 'sure?', '%'])
      expect([value, await where('shippingAddress.street1', 'eq', value)]).toEqual([value, []])
  })
  it('null in a request is no value, and an empty text is one', async () => {
    expect(await where('user.firstName', 'null')).toEqual(['P-1002', 'P-1004'])
    expect(await where('user.firstName', 'empty')).toEqual(['P-1003'])
    expect(await where('user.firstName', 'notNull')).toEqual(['P-1001', 'P-1003'])
  })
  it('letters beyond ASCII fold alike', async () => {
    expect(await where('paymentInstrumentList.billingAddress.city', 'eq', 'KÖLN')).toEqual(['P-1001'])
  })
  it('the id of the service finds its event, and any other text none', async () => {
    const { rows } = (await ask({ period: 'all', conditions: [{ column: 'externalId', op: 'eq', value: 'P-1003' }] }))
      .json as SearchOutput
    const id = rows[0]?.eventId ?? ''
    expect(await where('eventId', 'eq', id.toUpperCase())).toEqual(['P-1003'])
    expect(await where('eventId', 'neq', id)).toEqual(['P-1001', 'P-1002', 'P-1004'])
    expect(await where('eventId', 'eq', "' or true --")).toEqual([])
  })
  it('custom data is found by its path', async () => {
    expect(await where('customData.shelf', 'eq', 'oak')).toEqual(['P-1001'])
  })
})

describe('comparisons of other types', () => {
  it.each<[string, string, unknown, string[]]>([
    ['totalAmount', 'eq', '12.50', ['P-1001']],
    ['totalAmount', 'neq', '12.5', ['P-1002', 'P-1003', 'P-1004']],
    ['totalAmount', 'gt', 12.5, ['P-1002']],
    ['totalAmount', 'gte', 12.5, ['P-1001', 'P-1002']],
    ['totalAmount', 'lt', 99, ['P-1001']],
    ['totalAmount', 'lte', 99, ['P-1001', 'P-1002']],
    ['totalAmount', 'between', [12, 13], ['P-1001']],
    ['totalAmount', 'null', undefined, ['P-1003', 'P-1004']],
    ['riskScore', 'between', [100, 200], ['P-1002', 'P-1003']],
    ['user.isEmailValidated', 'eq', 'true', ['P-1001']],
    ['user.isEmailValidated', 'eq', 'false', ['P-1002']],
    ['user.isEmailValidated', 'null', undefined, ['P-1003', 'P-1004']],
    ['deviceContext.trueIp', 'inNetwork', '198.51.100.0/24', ['P-1001']],
    ['deviceContext.trueIp', 'inNetwork', '2001:db8::/32', ['P-1002']],
    ['ip', 'inNetwork', '203.0.113.9', ['P-1003']],
    ['environmentName', 'startsWith', 'no such', []],
    ['environmentId', 'eq', places.eu, ['P-1004']],
    ['reasonCodes', 'contains', 'FAR', ['P-1001', 'P-1002']],
    ['reasonCodes', 'null', undefined, ['P-1003', 'P-1004']],
    ['observingClause', 'eq', 'Observe Far', ['P-1001']],
  ])('%s %s %j', async (column, op, value, expected) => {
    expect(await where(column, op, value)).toEqual(expected)
  })
})

describe('days', () => {
  const created = 'user.creationDate'
  it.each<[string, unknown, string, string[]]>([
    // 23:30 in UTC is the next day in Berlin.
    ['on', '2025-11-18', 'UTC', ['P-1001']],
    ['on', '2025-11-19', 'Europe/Berlin', ['P-1001', 'P-1002']],
    ['before', '2025-11-19', 'UTC', ['P-1001']],
    ['before', '2025-11-19', 'Europe/Berlin', []],
    ['after', '2025-11-18', 'UTC', ['P-1002']],
    ['after', '2025-11-18', 'Europe/Berlin', ['P-1001', 'P-1002']],
    ['between', ['2025-11-18', '2025-11-18'], 'UTC', ['P-1001']],
    ['between', ['2025-11-18', '2025-11-19'], 'UTC', ['P-1001', 'P-1002']],
    ['lastDays', 2, 'UTC', ['P-1002']],
    ['lastDays', 3, 'UTC', ['P-1001', 'P-1002']],
    ['null', undefined, 'UTC', ['P-1003', 'P-1004']],
  ])('a moment %s %j in %s', async (op, value, timeZone, expected) => {
    expect(await where(created, op, value, { timeZone })).toEqual(expected)
  })
  it('both days of the search are included, in the zone of the reader', async () => {
    // P-1001 arrived on 2025-11-19 16:34 in UTC.
    expect(await find({ dates: { from: '2025-11-19', to: '2025-11-19' } })).toEqual(['P-1001'])
    const dates = { from: '2025-11-18', to: '2025-11-18' }
    expect(await find({ dates })).toEqual(['P-1002', 'P-1003'])
    expect(await find({ dates, timeZone: 'Pacific/Auckland' })).toEqual(['P-1003'])
  })
  it('a start before the earliest day is refused with that day', async () => {
    const search = (from: string) => ask({ dates: { from, to: '2025-11-20' } })
    expect((await search('2024-10-20')).status).toBe(200)
    const refused = await search('2024-10-19')
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { details: { issues: [{ path: ['filter', 'dates', 'from'], code: 'search.tooEarly' }] } },
    ])
    expect(JSON.stringify(refused.body)).toContain('2024-10-20')
  })
})

describe('lists', () => {
  it.each<[string, string, unknown, string[]]>([
    ['paymentInstrumentList.billingAddress.city', 'eq', 'Berlin', ['P-1001']],
    ['paymentInstrumentList.billingAddress.city', 'neq', 'Berlin', ['P-1002', 'P-1003', 'P-1004']],
    ['productList.sku', 'in', ['b-2', 'c-3'], ['P-1001']],
    ['productList.quantity', 'gt', 5, ['P-1001']],
    ['productList.sku', 'null', undefined, ['P-1002', 'P-1003', 'P-1004']],
    // The column has the first instrument only.
    ['lastFour', 'eq', '2222', ['P-1001']],
    ['lastFour', 'neq', '2222', ['P-1002', 'P-1003', 'P-1004']],
    ['lastFour', 'eq', '1111', ['P-1001']],
    ['paymentType', 'eq', 'paypal', ['P-1001']],
  ])('any element is enough, and none for a negative comparison: %s %s %j', async (column, op, value, expected) => {
    expect(await where(column, op, value)).toEqual(expected)
  })
})

describe('related events', () => {
  it.each<[string, string, unknown, string[]]>([
    ['latestBankEvent.status', 'eq', 'Declined', ['P-1002']],
    ['latestBankEvent.status', 'eq', 'Approved', ['P-1001']],
    ['latestBankEvent.status', 'neq', 'Approved', ['P-1002', 'P-1003', 'P-1004']],
    ['latestBankEvent.bankEventTimestamp', 'on', '2025-11-20', ['P-1001', 'P-1002']],
    ['latestBankEvent.status', 'null', undefined, ['P-1003', 'P-1004']],
    ['latestLabel.labelSource', 'eq', 'Analyst', ['P-1001']],
    ['latestLabel.labelSource', 'eq', 'CustomerEscalation', []],
    ['latestLabel.isFraud', 'eq', 'false', ['P-1001']],
    ['latestRefund.amount', 'notNull', undefined, []],
  ])('only the most recent one counts: %s %s %j', async (column, op, value, expected) => {
    expect(await where(column, op, value)).toEqual(expected)
  })
})

describe('groups', () => {
  const score = (op: string, value: number) => ({ column: 'riskScore', op, value })
  const city = { column: 'shippingCity', op: 'eq', value: 'Seattle' }
  it('conditions and groups are joined by one connective each', async () => {
    expect(await find({ match: 'any', conditions: [city, score('gte', 300)] })).toEqual(['P-1001', 'P-1002', 'P-1004'])
    expect(
      await find({
        conditions: [score('gte', 100)],
        groups: [{ match: 'any', conditions: [city, score('gte', 300)] }],
      }),
    ).toEqual(['P-1002', 'P-1004'])
    expect(
      await find({
        match: 'any',
        groups: [
          { match: 'all', conditions: [city, score('gte', 100)] },
          { match: 'all', conditions: [score('gte', 300)] },
        ],
      }),
    ).toEqual(['P-1002', 'P-1004'])
    expect(await find({})).toEqual(all)
  })
  it('ids and entities of several groups are found through their indexes, each event once', async () => {
    const id = (value: string) => ({ column: 'externalId', op: 'eq', value })
    expect(
      await find({
        match: 'any',
        groups: [
          { match: 'any', conditions: [id('p-1001'), id('P-1004')] },
          { match: 'all', conditions: [id('P-1001'), city] },
          { match: 'all', conditions: [{ column: 'externalId', op: 'in', value: ['P-1002', 'P-1003'] }, city] },
        ],
      }),
    ).toEqual(['P-1001', 'P-1002', 'P-1004'])
  })
  it.each<[string, Filter, (string | number)[]]>([
    ['a sixth filter', { conditions: Array(6).fill(city) }, ['filter', 'conditions']],
    [
      'a sixth filter of a group',
      { groups: [{ conditions: Array(6).fill(city) }] },
      ['filter', 'groups', 0, 'conditions'],
    ],
    ['a group without filters', { groups: [{ conditions: [] }] }, ['filter', 'groups', 0, 'conditions']],
    ['a fourth group', { conditions: [city], groups: Array(3).fill({ conditions: [city] }) }, ['filter', 'groups']],
    ['days in the wrong order', { dates: { from: '2025-11-20', to: '2025-11-19' } }, ['filter', 'dates', 'to']],
    ['a zone that does not exist', { timeZone: 'Mars/Olympus' }, ['filter', 'timeZone']],
  ])('%s is refused', async (_what, filter, path) => {
    const answer = await ask(filter)
    expect([answer.status, answer.body]).toMatchObject([422, { details: { issues: [{ path }] } }])
  })
})

describe('a search that finds nothing', () => {
  it('the condition that removes most is the first one', async () => {
    const answer = await bench.call('engineer', 'POST', `/environments/${places.root}/search/removals`, {
      eventType: 'purchase',
      filter: {
        period: 'all',
        conditions: [{ column: 'riskScore', op: 'gte', value: 0 }],
        groups: [
          {
            conditions: [
              { column: 'shippingCity', op: 'eq', value: 'Oslo' },
              { column: 'shippingCity', op: 'neq', value: 'Seattle' },
            ],
          },
        ],
      },
    })
    expect(answer.json).toEqual([
      { group: 0, index: 0, count: 2 },
      { group: null, index: 0, count: 0 },
      { group: 0, index: 1, count: 0 },
    ])
  })
})

describe('refusals', () => {
  const at = ['filter', 'conditions', 0]
  it.each<[SearchCondition, (string | number)[]]>([
    [{ column: 'noSuchField', op: 'eq', value: 'x' }, [...at, 'column']],
    [{ column: 'user.noSuchField', op: 'null' }, [...at, 'column']],
    [{ column: 'user.firstName', op: 'inNetwork', value: '10.0.0.0/8' }, [...at, 'value']],
    [{ column: 'ip', op: 'inNetwork', value: '10.0.0.0/33' }, [...at, 'value']],
    [{ column: 'ip', op: 'inNetwork', value: '10.0.0.256' }, [...at, 'value']],
    [{ column: 'user.firstName', op: 'lastDays', value: 3 }, [...at, 'value']],
    [{ column: 'totalAmount', op: 'startsWith', value: '1' }, [...at, 'value']],
    [{ column: 'totalAmount', op: 'between', value: ['a', 'b'] }, [...at, 'value']],
    [{ column: 'user.creationDate', op: 'on', value: '2025-02-30' }, [...at, 'value']],
    [{ column: 'user.creationDate', op: 'before', value: 'yesterday' }, [...at, 'value']],
  ])('%j', async (condition, path) => {
    const answer = await ask({ conditions: [condition] })
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'validation', details: { issues: [{ path }] } }])
  })
})

describe('the fields of a type of event', () => {
  const fieldsOf = async (eventType: string) =>
    (await bench.call('support', 'GET', `/environments/${places.root}/search/types/${eventType}/fields`))
      .json as SearchField[]
  it('fields are the columns, the attributes of the schema, and what arrived later, each once', async () => {
    const fields = await fieldsOf('purchase')
    const byId = new Map(fields.map(field => [field.id, field]))
    expect(byId.size).toBe(fields.length)
    expect(byId.get('email')).toMatchObject({ group: 'user', type: 'text', indexed: true })
    expect(byId.get('decision')).toMatchObject({ type: 'choice', values: ['Approve', 'Review', 'Challenge', 'Reject'] })
    expect(byId.get('productList.quantity')).toMatchObject({ group: 'products', type: 'number', many: true })
    expect(byId.get('latestBankEvent.status')).toMatchObject({ group: 'bankEvent', type: 'choice' })
    expect(byId.get('environmentName')).toMatchObject({ group: 'event' })
    // The column of the same attribute is offered instead, and nothing that is never stored.
    for (const hidden of ['user.email', 'amount', 'paymentInstrumentList.encryptedCreditCardNumber'])
      expect([hidden, byId.has(hidden)]).toEqual([hidden, false])
  })
  it('accounts have fields of accounts', async () => {
    const ids = (await fieldsOf('accountlogin')).map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining(['botScore', 'user.username', 'latestStatus.statusType', 'challengeType']),
    )
    for (const hidden of ['itemCount', 'lastFour', 'latestBankEvent.status']) expect(ids).not.toContain(hidden)
  })
  it('every field can be searched by every comparison that it offers', async () => {
    for (const { id, type } of await fieldsOf('accountcreation')) {
      const answer = await bench.call('engineer', 'POST', `/environments/${places.root}/search`, {
        eventType: 'accountcreation',
        filter: { period: 'all', conditions: [{ column: id, op: type === 'boolean' ? 'notNull' : 'null' }] },
      })
      expect([id, answer.status]).toEqual([id, 200])
    }
  })
})
