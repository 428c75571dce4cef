import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { csvOf, openRunBench, type RunBench } from '../testing/run-bench.ts'

let uploads: RunBench
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['event', 'event_body', 'event_entity', 'event_key', 'event_hour'] as const)
    await uploads.bench.store.db.deleteFrom(table).execute()
})
afterAll(() => uploads.close())

const columns = [
  'PurchaseId',
  'MerchantLocalDate',
  'TotalAmount',
  'Currency',
  'UserId',
  'UserEmail',
  'IPAddress',
  'City',
]
const purchase = (id: string, change: Partial<Record<string, string>> = {}) =>
  columns.map(
    column =>
      change[column] ??
      {
        PurchaseId: id,
        MerchantLocalDate: '2025-09-01T10:00:00Z',
        TotalAmount: '20.50',
        Currency: 'EUR',
        UserId: `u-${id}`,
        UserEmail: `${id}@example.com`,
        IPAddress: '203.0.113.7',
        City: 'Berlin',
      }[column] ??
      '',
  )
const instruments = [
  ['PurchaseId', 'MerchantPaymentInstrumentId', 'Type', 'BIN', 'LastFourDigits', 'CountryCode', 'ZipCode'],
  ['p-1', 'card-1', 'CreditCard', '411111', '1111', 'DE', '10115'],
  ['p-1', 'card-2', 'CreditCard', '555555', '2222', 'DE', '10115'],
  ['p-2', 'card-1', 'CreditCard', '411111', '1111', 'DE', '10115'],
] as const
const products = [
  ['PurchaseId', 'ProductId', 'ProductName', 'Quantity', 'Category'],
  ['p-1', 'shoe', 'Shoe', '2', 'Shoes'],
] as const

async function put(
  rows: readonly (readonly string[])[],
  kinds: readonly (readonly string[])[] = instruments.filter(([id]) =>
    rows.some(([own]) => own === id || id === 'PurchaseId'),
  ),
) {
  const [instrumentColumns = [], ...instrumentRows] = kinds
  const [productColumns = [], ...productRows] = products
  await uploads.put('Purchases', csvOf(columns, rows))
  await uploads.put('PaymentInstruments', csvOf(instrumentColumns, instrumentRows))
  await uploads.put('Products', csvOf(productColumns, productRows))
}
const events = () =>
  uploads.bench.store.db
    .selectFrom('event')
    .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
    .selectAll('event')
    .select(['request', 'explanation', 'correlation_id', 'latency_ms'])
    .orderBy('external_id')
    .execute()

it('purchases with their instruments and products become events that nothing has decided', async () => {
  await put([purchase('p-1'), purchase('p-2', { TotalAmount: '10' })])
  const run = await uploads.run(['Purchases'])
  expect(run).toMatchObject({ state: 'Finished', phase: null, failure: null, errorFileUntil: null })
  expect(run.files).toMatchObject([
    { entity: 'PaymentInstruments', outcome: 'stored', read: 3, accepted: 3, skipped: 0 },
    { entity: 'Products', outcome: 'stored', read: 1, accepted: 1, skipped: 0 },
    { entity: 'Purchases', outcome: 'stored', read: 2, accepted: 2, replaced: 0, rejected: 0, skipped: 0 },
  ])
  const [one, two] = await events()
  expect(one).toMatchObject({
    external_id: 'p-1',
    at: new Date('2025-09-01T10:00:00Z'),
    decision: 'None',
    risk_score: -1,
    rule: null,
    amount: 2050,
    currency: 'EUR',
    user_id: 'u-p-1',
    email: 'p-1@example.com',
    ip: '203.0.113.7',
    bin: '411111',
    last_four: '1111',
    billing_country: 'DE',
    shipping_city: 'Berlin',
    item_count: 2,
    latency_ms: null,
    correlation_id: `upload:${run.id}`,
    request: {
      purchaseId: 'p-1',
      totalAmount: 20.5,
      user: { userId: 'u-p-1', email: 'p-1@example.com' },
      deviceContext: { ipAddress: '203.0.113.7' },
      shippingAddress: { city: 'Berlin' },
      paymentInstrumentList: [
        {
          merchantPaymentInstrumentId: 'card-1',
          type: 'CreditCard',
          billingAddress: { country: 'DE', zipCode: '10115' },
        },
        { merchantPaymentInstrumentId: 'card-2' },
      ],
      productList: [{ productId: 'shoe', quantity: 2, category: 'Shoes' }],
    },
  })
  expect(two).toMatchObject({ external_id: 'p-2', amount: 1000 })
  const { db } = uploads.bench.store
  const links = await db.selectFrom('event_entity').select(['entity_type', 'entity_value']).distinct().execute()
  expect(links).toContainEqual({ entity_type: 'payment', entity_value: 'card-1' })
  expect(links).toContainEqual({ entity_type: 'postalCode', entity_value: 'de 10115' })
  expect(await db.selectFrom('event_hour').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('upload_child').selectAll().execute()).toEqual([])
  expect((await uploads.get('Purchases')).state).toBe('Processed')
})

it('the latest upload of a purchase counts, and a file with a key twice counts its last row', async () => {
  await put([purchase('p-1'), purchase('p-2')])
  await uploads.run(['Purchases'])
  const [first] = await events()
  await put([
    purchase('p-1', { TotalAmount: '1' }),
    purchase('p-1', { TotalAmount: '99', UserEmail: 'new@example.com' }),
  ])
  const run = await uploads.run(['Purchases'])
  expect(run.files.at(-1)).toMatchObject({ read: 2, accepted: 1, replaced: 1, skipped: 1, warnings: 1 })
  const [one] = await events()
  expect(one).toMatchObject({ event_id: first?.event_id, amount: 9900, email: 'new@example.com' })
  expect(await events()).toHaveLength(2)
  const { db } = uploads.bench.store
  const mails = await db.selectFrom('event_entity').select('entity_value').where('entity_type', '=', 'email').execute()
  expect(mails.map(({ entity_value }) => entity_value).sort()).toEqual(['new@example.com', 'p-2@example.com'])
})

it('a purchase that the risk API decided stays as it is', async () => {
  const { db } = uploads.bench.store
  await put([purchase('p-1')])
  await uploads.run(['Purchases'])
  await db.updateTable('event_key').set({ answer: '{}' }).execute()
  await db.updateTable('event').set({ decision: 'Approve', risk_score: 5 }).execute()
  await put([purchase('p-1', { TotalAmount: '1' })])
  const run = await uploads.run(['Purchases'])
  expect(run.files.at(-1)).toMatchObject({ read: 1, accepted: 0, replaced: 0, skipped: 1 })
  expect(await events()).toMatchObject([{ decision: 'Approve', amount: 2050 }])
})

it('a file with errors is not stored, or its rows without errors are', async () => {
  await put([purchase('p-1'), purchase('p-2', { TotalAmount: 'ten', Currency: 'EURO' }), purchase('p-3')])
  const stopped = await uploads.run(['Purchases'])
  expect(stopped).toMatchObject({ state: 'Failed', failure: { reason: 'dataErrors' }, statistics: null })
  expect(stopped.files.at(-1)).toMatchObject({
    outcome: 'failed',
    read: 3,
    accepted: 0,
    rejected: 1,
    skipped: 2,
    errors: 2,
    counts: [
      { code: 'U-13', severity: 'error', count: 1 },
      { code: 'U-17', severity: 'error', count: 1 },
    ],
  })
  expect(await events()).toEqual([])
  expect((await uploads.get('Purchases')).state).toBe('ValidationFailed')
  expect((await uploads.get('Products')).state).toBe('Ready')
  const taken = await uploads.run(['Purchases'], { onErrors: 'takeGoodRows' })
  expect(taken.files.at(-1)).toMatchObject({ outcome: 'stored', accepted: 2, rejected: 1, skipped: 0 })
  expect((await events()).map(event => event.external_id)).toEqual(['p-1', 'p-3'])
})

it('a dry run stores nothing, and the files can be processed after it', async () => {
  await put([purchase('p-1'), purchase('p-1'), purchase('p-2')])
  const run = await uploads.run(['Purchases'], { dryRun: true })
  expect(run).toMatchObject({ state: 'Finished', dryRun: true, statistics: null })
  expect(run.files.at(-1)).toMatchObject({ outcome: 'passed', read: 3, accepted: 2, skipped: 1 })
  expect(await events()).toEqual([])
  expect((await uploads.run(['Purchases'])).files.at(-1)).toMatchObject({ outcome: 'stored', accepted: 2, skipped: 1 })
})

it('rows of children without a purchase are warned of and left out; above a twentieth of them the file fails', async () => {
  const many = Array.from({ length: 30 }, (_row, index) => purchase(`p-${index}`))
  const [columnsOf] = instruments
  const row = (id: string) => [id, `card-${id}`, 'CreditCard', '411111', '1111', 'DE', '10115']
  await put(many, [columnsOf, ...many.map(cells => row(cells[0] ?? '')), row('nobody')])
  const run = await uploads.run(['Purchases'])
  expect(run.files[0]).toMatchObject({ outcome: 'stored', read: 31, accepted: 30, skipped: 1, warnings: 1 })
  await put(many, [columnsOf, row('p-1'), row('nobody')])
  expect(await uploads.run(['Purchases'])).toMatchObject({
    state: 'Failed',
    files: [{ outcome: 'failed' }, { outcome: 'passed' }, { outcome: 'passed' }],
  })
})

it('rows of children whose purchase this run does not store are skipped, also where it was uploaded before', async () => {
  await put([purchase('p-1'), purchase('p-2')])
  await uploads.run(['Purchases'])
  const [columnsOf, ...rows]: readonly (readonly string[])[] = instruments
  await put(
    [purchase('p-1', { TotalAmount: 'ten' }), purchase('p-2', { TotalAmount: '99' })],
    [columnsOf, ...rows.map(cells => cells.with(1, 'card-9')).slice(1)],
  )
  const run = await uploads.run(['Purchases'], { onErrors: 'takeGoodRows' })
  expect(run.files).toMatchObject([
    { entity: 'PaymentInstruments', outcome: 'stored', read: 2, accepted: 1, skipped: 1 },
    { entity: 'Products', outcome: 'stored', read: 1, accepted: 0, skipped: 1 },
    { entity: 'Purchases', outcome: 'stored', read: 2, accepted: 1, replaced: 1, rejected: 1 },
  ])
  expect(await events()).toMatchObject([
    {
      external_id: 'p-1',
      amount: 2050,
      request: { paymentInstrumentList: [{ merchantPaymentInstrumentId: 'card-1' }, {}] },
    },
    {
      external_id: 'p-2',
      amount: 9900,
      request: { paymentInstrumentList: [{ merchantPaymentInstrumentId: 'card-9' }] },
    },
  ])
})

it('who requested a run, and what became of it, is in the activity log and in a notification', async () => {
  await put([purchase('p-1')])
  await uploads.run(['Purchases'])
  expect(await uploads.auditOf('Purchases')).toContainEqual({ operation: 'Activate', actor_name: 'Name of engineer' })
  expect(await uploads.auditOf('Purchases')).toContainEqual({ operation: 'Update', actor_name: 'Assay' })
  const notices = await uploads.bench.store.db
    .selectFrom('notification')
    .select(['event', 'params', 'environment_id'])
    .orderBy('at', 'desc')
    .execute()
  expect(notices).toContainEqual({
    event: 'UploadFinished',
    environment_id: places.eu,
    params: { name: 'PaymentInstruments, Products, Purchases', count: 5 },
  })
})
