import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UploadEntityName } from '../../../contract/index.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { csvOf, openRunBench, type RunBench } from '../testing/run-bench.ts'

let uploads: RunBench
beforeAll(async () => {
  uploads = await openRunBench()
})
const tables = [
  'event',
  'event_body',
  'event_entity',
  'event_key',
  'data_event',
  'data_event_key',
  'event_label',
] as const
beforeEach(async () => {
  await uploads.clear()
  for (const table of tables) await uploads.bench.store.db.deleteFrom(table).execute()
})
afterAll(() => uploads.close())

const db = () => uploads.bench.store.db
/** A file with the attributes of its rows as columns. */
const put = (entity: UploadEntityName, rows: readonly Record<string, string>[], formats = {}) => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return uploads.put(
    entity,
    csvOf(
      columns,
      rows.map(row => columns.map(column => row[column] ?? '')),
    ),
    formats,
  )
}
const data = () => db().selectFrom('data_event').selectAll().orderBy('event_key').execute()

const chargeback = {
  ChargebackId: 'c-1',
  Status: 'Inquiry',
  BankEventTimestamp: '2025-09-10T00:00:00Z',
  UserId: 'u',
  PurchaseId: 'p-1',
}

describe('events about purchases', () => {
  it('each entity becomes its data event under the key that the risk API uses', async () => {
    await put('PurchaseStatus', [{ PurchaseId: 'p-1', StatusType: 'Approved', StatusDate: '2025-09-01T10:00:00Z' }])
    await put('BankEvents', [
      {
        BankEventId: 'b-1',
        Type: 'Auth',
        Status: 'Approved',
        BankEventTimestamp: '2025-09-01T10:00:01Z',
        PurchaseId: 'p-1',
        MRN: 'm',
      },
    ])
    await put('Chargebacks', [chargeback])
    await put('Refunds', [
      {
        RefundId: 'r-1',
        Status: 'Completed',
        UserId: 'u',
        PurchaseId: 'p-1',
        MerchantLocalDate: '2025-09-12T00:00:00Z',
        Amount: '5.25',
      },
    ])
    const run = await uploads.run(['PurchaseStatus', 'BankEvents', 'Chargebacks', 'Refunds'])
    expect(run).toMatchObject({
      state: 'Finished',
      files: Array.from({ length: 4 }, () => ({ outcome: 'stored', accepted: 1 })),
    })
    expect(await data()).toMatchObject([
      {
        event_type: 'bankevent',
        event_key: 'b-1',
        entity_id: 'b-1',
        subject_type: 'purchase',
        subject_id: 'p-1',
        body: { mrn: 'm' },
      },
      {
        event_type: 'chargeback',
        event_key: 'c-1\n2025-09-10T00:00:00.000Z',
        happened_at: new Date('2025-09-10T00:00:00Z'),
      },
      { event_type: 'purchasestatus', event_key: 'p-1\n2025-09-01T10:00:00.000Z\nApproved' },
      { event_type: 'refund', happened_at: new Date('2025-09-12T00:00:00Z'), body: { amount: 5.25 } },
    ])
    expect((await data()).every(row => row.correlation_id === `upload:${run.id}`)).toBe(true)
  })
  it('a later upload replaces a record, also with less in it', async () => {
    await put('BankEvents', [
      {
        BankEventId: 'b-1',
        Type: 'Auth',
        Status: 'Approved',
        BankEventTimestamp: '2025-09-02T00:00:00Z',
        PurchaseId: 'p-1',
        MID: 'm',
      },
    ])
    await uploads.run(['BankEvents'])
    await put('BankEvents', [
      {
        BankEventId: 'b-1',
        Type: 'Auth',
        Status: 'Declined',
        BankEventTimestamp: '2025-09-01T00:00:00Z',
        PurchaseId: 'p-1',
      },
    ])
    const run = await uploads.run(['BankEvents'])
    expect(run.files[0]).toMatchObject({ accepted: 1, replaced: 1, skipped: 0 })
    const [row, ...others] = await data()
    expect(others).toEqual([])
    expect(row?.body).toEqual({
      bankEventId: 'b-1',
      type: 'Auth',
      status: 'Declined',
      bankEventTimestamp: '2025-09-01T00:00:00Z',
      purchaseId: 'p-1',
    })
  })
  it.each([
    ['2025-09-09T00:00:00Z', 0, 'Approved'],
    ['2025-09-10T00:00:00Z', 0, 'Approved'],
    ['2025-09-11T00:00:00Z', 1, 'Declined'],
  ])('what the risk API stored is changed only by a later record: %s', async (time, accepted, status) => {
    const bank = (Status: string, BankEventTimestamp: string) => [
      { BankEventId: 'b-1', Type: 'Auth', Status, BankEventTimestamp, PurchaseId: 'p-1' },
    ]
    await put('BankEvents', bank('Approved', '2025-09-10T00:00:00Z'))
    await uploads.run(['BankEvents'])
    await db().updateTable('data_event').set({ correlation_id: 'call' }).execute()
    await put('BankEvents', bank('Declined', time))
    expect((await uploads.run(['BankEvents'])).files[0]).toMatchObject({ accepted, skipped: 1 - accepted })
    expect(await data()).toMatchObject([{ correlation_id: 'call', body: { status } }])
  })
  it('a date in a chosen format is read in it', async () => {
    await put('Chargebacks', [{ ...chargeback, BankEventTimestamp: '03/04/2025', Amount: '1.234,50' }], {
      BankEventTimestamp: 'day-month-year',
      Amount: 'decimal-comma',
    })
    expect(await uploads.run(['Chargebacks'])).toMatchObject({ state: 'Finished' })
    expect(await data()).toMatchObject([
      {
        happened_at: new Date('2025-04-03T00:00:00Z'),
        body: { amount: 1234.5, bankEventTimestamp: '2025-04-03T00:00:00.000Z' },
      },
    ])
  })
})

it('accounts have the addresses and instruments of their files, and all that their rows say', async () => {
  await put('UpdateAccount', [
    { UserId: 'u-1', CustomerLocalDate: '2025-08-01T00:00:00Z', Email: 'a@example.com', FirstName: 'Ana' },
    { UserId: 'u-1', CustomerLocalDate: '2025-08-02T00:00:00Z', Email: 'b@example.com', IpAddress: '203.0.113.7' },
  ])
  await put('UpdateAddress', [{ UserId: 'u-1', Addresstype: 'Billing', City: 'Bonn', CountryCode: 'DE' }])
  await put('UpdatePaymentInstrument', [
    { UserId: 'u-1', MerchantPaymentInstrumentId: 'card-1', BIN: '411111', BillingAddressfirstName: 'Ana' },
  ])
  const run = await uploads.run(['UpdateAccount'])
  expect(run.files).toMatchObject([
    { entity: 'UpdateAccount', outcome: 'stored', accepted: 2 },
    { entity: 'UpdateAddress', outcome: 'stored', accepted: 1 },
    { entity: 'UpdatePaymentInstrument', outcome: 'stored', accepted: 1 },
  ])
  expect(await data()).toMatchObject([
    {
      event_type: 'updateaccount',
      event_key: 'u-1',
      subject_type: 'user',
      happened_at: new Date('2025-08-02T00:00:00Z'),
      body: {
        userId: 'u-1',
        email: 'b@example.com',
        firstName: 'Ana',
        deviceContext: { ipAddress: '203.0.113.7' },
        addressList: [{ type: 'Billing', city: 'Bonn', country: 'DE' }],
        paymentInstrumentList: [
          { merchantPaymentInstrumentId: 'card-1', bin: '411111', billingAddress: { firstName: 'Ana' } },
        ],
      },
    },
  ])
})

it('an address without a type is stored once, whatever the number of rows of its account and of uploads', async () => {
  await put('UpdateAccount', [
    { UserId: 'u-1', CustomerLocalDate: '2025-08-01T00:00:00Z', FirstName: 'Ana' },
    { UserId: 'u-1', FirstName: 'Anna' },
  ])
  await put('UpdateAddress', [{ UserId: 'u-1', City: 'Bonn', CountryCode: 'DE' }])
  await put('UpdatePaymentInstrument', [{ UserId: 'u-1', MerchantPaymentInstrumentId: 'card-1' }])
  const addresses = [{ city: 'Bonn', country: 'DE' }]
  await uploads.run(['UpdateAccount'])
  expect(await data()).toMatchObject([{ body: { firstName: 'Anna', addressList: addresses } }])
  await put('UpdateAccount', [{ UserId: 'u-1', FirstName: 'Ana' }])
  await put('UpdateAddress', [{ UserId: 'u-1', City: 'Bonn', CountryCode: 'DE' }])
  await put('UpdatePaymentInstrument', [{ UserId: 'u-1', MerchantPaymentInstrumentId: 'card-1' }])
  await uploads.run(['UpdateAccount'])
  expect(await data()).toMatchObject([{ body: { firstName: 'Ana', addressList: addresses } }])
})

describe('labels', () => {
  const columns = ['PurchaseId', 'MerchantLocalDate', 'TotalAmount', 'Currency', 'UserId']
  const label = (LabelState: string, EventTimeStamp = '2025-09-20T00:00:00Z') => [
    { LabelObjectType: 'Purchase', LabelObjectId: 'p-1', LabelSource: 'ManualReview', LabelState, EventTimeStamp },
  ]
  const labelOf = async () => (await db().selectFrom('event').select('label').executeTakeFirst())?.label
  beforeEach(async () => {
    await uploads.put('Purchases', csvOf(columns, [['p-1', '2025-09-01T10:00:00Z', '5', 'USD', 'u-1']]))
    await uploads.put(
      'PaymentInstruments',
      csvOf(['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'], [['p-1', 'c', 'CreditCard']]),
    )
    await uploads.put('Products', csvOf(['PurchaseId', 'ProductId'], [['p-1', 'shoe']]))
  })
  it('label the purchases that are stored before them', async () => {
    await uploads.run(['Purchases'])
    await put('Labels', label('Fraud'))
    expect(await uploads.run(['Labels'])).toMatchObject({ files: [{ accepted: 1, outcome: 'stored' }] })
    expect(await labelOf()).toBe('Fraud')
    await put('Labels', label('Reversed', '2025-09-19T00:00:00Z'))
    expect(await uploads.run(['Labels'])).toMatchObject({ files: [{ accepted: 1, replaced: 1 }] })
    expect(await labelOf()).toBe('NonFraud')
    expect(await db().selectFrom('event_hour').selectAll().execute()).toEqual([])
  })
  it('label those that are stored in the same run or after them, also by their user', async () => {
    await put('Labels', [
      {
        LabelObjectType: 'Account',
        LabelObjectId: 'U-1',
        LabelSource: 'CustomerEscalation',
        LabelState: 'Fraud',
        EventTimeStamp: '2025-09-20T00:00:00Z',
      },
    ])
    await uploads.run(['Labels'])
    await uploads.run(['Purchases'])
    expect(await labelOf()).toBe('Fraud')
  })
})

it('every attribute has a place in a body, and none is listed that an entity does not have', async () => {
  const { pathOfAttribute, unknownAttributes } = await import('../records/attribute-paths.ts')
  for (const name of [
    'Purchases',
    'PaymentInstruments',
    'Products',
    'BankEvents',
    'UpdateAccount',
    'Labels',
  ] as const) {
    expect(unknownAttributes(name), name).toEqual([])
    const paths = findEntity(name)?.columns.flatMap(column => pathOfAttribute(name, column.name)?.join('.') ?? []) ?? []
    expect(new Set(paths).size, name).toBe(paths.length)
  }
})
