import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchOutput } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { insertBankEvents, insertPurchase } from './testing/stored-purchases.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertPurchase(db, {
    id: 'P-1',
    request: {
      paymentInstrumentList: [
        { merchantPaymentInstrumentId: 'PI-1', bin: '411111' },
        { merchantPaymentInstrumentId: 'PI-2', bin: '550000' },
      ],
      productList: [{ productId: 'A', salesPrice: 3.5 }, { productId: null }, { productId: '=B' }],
    },
    answer: '{}',
    columns: { bin: '411111' },
  })
  await insertPurchase(db, { id: 'P-2', request: {}, answer: '', columns: { bin: '601100' } })
  await insertBankEvents(db, [
    ['P-1', 'Declined', 3],
    ['P-1', 'Approved', 1],
  ])
  const [event] = await db.selectFrom('event').select('event_id').where('external_id', '=', 'P-1').execute()
  await db
    .insertInto('review_case')
    .values({
      environment_id: places.root,
      event_type: 'purchase',
      external_id: 'P-1',
      id: event?.event_id ?? '',
      at: now,
      state: 'Queued',
      decision: 'Review',
      reason: '',
      risk_score: 0,
      created_at: now,
      hold_until: now,
      escalated: true,
      tags: ['vip', 'ring'],
    } as never)
    .execute()
})
afterAll(() => bench.close())

const search = async (input: object, who = 'engineer') => {
  const answer = await bench.call(who, 'POST', `/environments/${places.root}/search`, {
    eventType: 'purchase',
    ...input,
    filter: { period: 'all', ...('filter' in input ? (input.filter as object) : {}) },
  })
  return { ...answer, body: answer.body as unknown as SearchOutput }
}
const valuesOf = async (fields: string[]) => {
  const { body } = await search({ fields })
  return Object.fromEntries(body.rows.map(({ externalId, values }) => [externalId, values]))
}

it('returns every value of the fields that are asked for, and none otherwise', async () => {
  const product = 'productList.productId'
  expect(await valuesOf(['bin', product, 'latestBankEvent.status', 'environmentId', 'caseTags', 'caseState'])).toEqual({
    'P-1': {
      bin: ['411111', '550000'],
      [product]: ['A', '=B'],
      'latestBankEvent.status': ['Approved'],
      environmentId: [places.root],
      caseTags: ['vip', 'ring'],
      caseState: ['Queued'],
    },
    'P-2': {
      bin: ['601100'],
      [product]: [],
      'latestBankEvent.status': [],
      environmentId: [places.root],
      caseTags: [],
      caseState: [],
    },
  })
  expect(await valuesOf([])).toEqual({ 'P-1': undefined, 'P-2': undefined })
})

it('names values by the catalogue, whatever the spelling: masking goes by the name', async () => {
  expect(Object.keys((await valuesOf(['PRODUCTLIST.productid']))['P-1'] ?? {})).toEqual(['productList.productId'])
})

it('exports as many columns as a file may have', async () => {
  const columns = Array.from({ length: 60 }, (_, index) => ({ column: 'productList.productId', name: `P${index}` }))
  const answer = await bench.app.request(`/api/console/v1/environments/${places.root}/search/export`, {
    method: 'POST',
    headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
    body: JSON.stringify({
      eventType: 'purchase',
      filter: { period: 'all' },
      sort: { column: 'externalId', direction: 'asc' },
      columns,
    }),
  })
  expect(answer.status).toBe(200)
  expect((await answer.text()).split('\r\n')[1]?.match(/=B/gu)).toHaveLength(60)
})

it('names the place of a field that events of the type do not have', async () => {
  const { status, body } = await search({ fields: ['bin', 'unheardOf'] })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('"path":["fields",1]')
})

it.each([
  ['eq', 'ring', ['P-1']],
  ['neq', 'ring', ['P-2']],
  ['neq', 'other', ['P-1', 'P-2']],
])('a tag of a case %s "%s"', async (op, value, found) => {
  const { body } = await search({ filter: { conditions: [{ column: 'caseTags', op, value }] } })
  expect(body.rows.map(({ externalId }) => externalId).sort()).toEqual(found)
})

it('finds escalated cases', async () => {
  const { body } = await search({ filter: { conditions: [{ column: 'escalated', op: 'eq', value: 'true' }] } })
  expect(body.rows.map(({ externalId }) => externalId)).toEqual(['P-1'])
})

it('exports several values as a list in one cell, and escapes a single one', async () => {
  const answer = await bench.app.request(`/api/console/v1/environments/${places.root}/search/export`, {
    method: 'POST',
    headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
    body: JSON.stringify({
      eventType: 'purchase',
      filter: { period: 'all' },
      sort: { column: 'externalId', direction: 'asc' },
      columns: [
        { column: 'externalId', name: 'Id' },
        { column: 'paymentInstrumentList.merchantPaymentInstrumentId', name: 'Instruments' },
        { column: 'BIN', name: 'Bins' },
        { column: 'environmentId', name: 'Environment' },
      ],
    }),
  })
  expect((await answer.text()).split('\r\n')).toEqual([
    'Id,Instruments,Bins,Environment',
    `P-1,"[""PI-1"",""PI-2""]","[""411111"",""550000""]",${places.root}`,
    `P-2,,601100,${places.root}`,
    '',
  ])
})
