import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UploadEntityName } from '../../../contract/index.ts'
import { createDataWrite, dataEventTypes } from '../../../engine/data-events/data-event-types.ts'
import { createLabelWrite } from '../../../engine/data-events/labels.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { EventWriter } from '../../../ports/index.ts'
import { csvOf, openRunBench, type RunBench } from '../testing/run-bench.ts'

/** Uploads of what the risk API has stored, too. */
let uploads: RunBench
let writer: EventWriter
beforeAll(async () => {
  uploads = await openRunBench()
  writer = await createEventWriter({ connect: uploads.bench.store.writer, log: silentLog })
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['data_event', 'data_event_key', 'event_label'] as const) await db().deleteFrom(table).execute()
})
afterAll(async () => {
  await writer.close()
  await uploads.close()
})

const db = () => uploads.bench.store.db
type Row = Record<string, string>
/** Puts a file with the attributes of its rows as columns. */
const put = (entity: UploadEntityName, rows: readonly Row[]) => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return uploads.put(
    entity,
    csvOf(
      columns,
      rows.map(row => columns.map(column => row[column] ?? '')),
    ),
  )
}
const upload = async (entity: UploadEntityName, rows: readonly Row[]) => {
  await put(entity, rows)
  return uploads.run([entity])
}
/** Uploads rows of accounts with an address and an instrument of the first one. */
const uploadAccounts = async (rows: readonly Row[]) => {
  const UserId = rows[0]?.['UserId'] ?? ''
  await put('UpdateAddress', [{ UserId, Addresstype: 'Billing', City: 'Bonn' }])
  await put('UpdatePaymentInstrument', [{ UserId, MerchantPaymentInstrumentId: 'card-1' }])
  return upload('UpdateAccount', rows)
}

it('an older uploaded label does not change one that the risk API wrote after an upload', async () => {
  const uploaded = (LabelState: string, EventTimeStamp: string) =>
    upload('Labels', [
      { LabelObjectType: 'Purchase', LabelObjectId: 'p-1', LabelSource: 'ManualReview', LabelState, EventTimeStamp },
    ])
  const labels = () => db().selectFrom('event_label').select(['is_fraud', 'label_at', 'body']).execute()
  await uploaded('Fraud', '2025-09-01T00:00:00Z')
  const sent = {
    labelObjectType: 'Purchase',
    labelObjectId: 'p-1',
    labelSource: 'ManualReview',
    labelState: 'FalsePositive',
    eventTimeStamp: '2025-10-01T00:00:00Z',
  }
  await writer.label(createLabelWrite(places.eu, sent, new Date()))
  expect(await labels()).toEqual([{ is_fraud: false, label_at: new Date(sent.eventTimeStamp), body: sent }])
  expect((await uploaded('Fraud', '2025-09-01T00:00:00Z')).files[0]).toMatchObject({ accepted: 0, skipped: 1 })
  expect(await labels()).toEqual([{ is_fraud: false, label_at: new Date(sent.eventTimeStamp), body: sent }])
  expect((await uploaded('Fraud', '2025-11-01T00:00:00Z')).files[0]).toMatchObject({ accepted: 1, replaced: 1 })
  expect(await labels()).toMatchObject([{ is_fraud: true, label_at: new Date('2025-11-01T00:00:00Z') }])
})

describe('rows of what the risk API has stored', () => {
  const receive = (eventType: 'updateaccount' | 'refund', event: Record<string, unknown>) =>
    writer.data(
      createDataWrite(dataEventTypes[eventType], event, {
        environmentId: places.eu,
        eventType,
        dataId: randomUUID(),
        receivedAt: new Date('2025-09-05T12:00:00Z'),
        correlationId: 'call',
      }),
    )
  const stored = () => db().selectFrom('data_event').select(['happened_at', 'body']).execute()
  const account = { userId: 'u-1', customerLocalDate: '2025-09-05T00:00:00Z', email: 'new@example.com' }
  const happened_at = new Date('2025-09-05T00:00:00Z')

  it('a row without a date gives way to it', async () => {
    await receive('updateaccount', account)
    const rows = ['old@example.com', 'older@example.com'].map(Email => ({ UserId: 'u-1', Email }))
    const run = await uploadAccounts(rows)
    expect(run.files).toMatchObject([
      { entity: 'UpdateAccount', accepted: 0, replaced: 0, skipped: 2 },
      { entity: 'UpdateAddress', accepted: 0, skipped: 1 },
      { entity: 'UpdatePaymentInstrument', accepted: 0, skipped: 1 },
    ])
    expect(await stored()).toEqual([{ happened_at, body: account }])
  })
  it('a refund without a date gives way to it', async () => {
    const refund = { refundId: 'r-1', status: 'Completed', userId: 'u-1', purchaseId: 'p-1', amount: 5 }
    await receive('refund', refund)
    const row = { RefundId: 'r-1', Status: 'Declined', UserId: 'u-1', PurchaseId: 'p-1', Amount: '4' }
    expect((await upload('Refunds', [row])).files[0]).toMatchObject({ accepted: 0, skipped: 1 })
    expect(await stored()).toMatchObject([{ body: refund }])
  })
  it('of several rows of an account only the later ones change it', async () => {
    await receive('updateaccount', account)
    const run = await uploadAccounts([
      { UserId: 'u-1', CustomerLocalDate: '2025-08-01T00:00:00Z', Email: 'old@example.com' },
      { UserId: 'u-1', CustomerLocalDate: '2025-09-10T00:00:00Z', FirstName: 'Ana' },
      { UserId: 'u-1', CustomerLocalDate: '2025-09-01T00:00:00Z', LastName: 'Older' },
    ])
    expect(run.files).toMatchObject([
      { accepted: 1, replaced: 1, skipped: 2 },
      { entity: 'UpdateAddress', accepted: 1, skipped: 0 },
      { entity: 'UpdatePaymentInstrument', accepted: 1, skipped: 0 },
    ])
    const customerLocalDate = '2025-09-10T00:00:00Z'
    const [row] = await stored()
    expect(row).toMatchObject({
      happened_at: new Date(customerLocalDate),
      body: { ...account, customerLocalDate, firstName: 'Ana', addressList: [{ city: 'Bonn' }] },
    })
    expect(row?.body).not.toHaveProperty('lastName')
  })
  it('rows of an account that only uploads have add to one another, with a date or without', async () => {
    const rows = [
      { UserId: 'u-2', FirstName: 'Ana' },
      { UserId: 'u-2', Email: 'a@example.com' },
    ]
    expect((await uploadAccounts(rows)).files[0]).toMatchObject({ accepted: 2, skipped: 0 })
    expect(await stored()).toMatchObject([{ body: { userId: 'u-2', firstName: 'Ana', email: 'a@example.com' } }])
  })
})
