import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UploadEntityName } from '../../../contract/index.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { csvOf, openRunBench, type RunBench, runsPath } from '../testing/run-bench.ts'

let uploads: RunBench
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['loss_sale', 'loss_payment', 'loss_transaction', 'loss_payment_method', 'loss_report'] as const)
    await uploads.bench.store.db.deleteFrom(table).execute()
})
afterAll(() => uploads.close())

const filler = { string: 'x', int: '0', double: '1.00', boolean: 'True', datetime: '2025-10-01T00:00:00Z', json: '{}' }

/** A file with every required attribute, and those of the rows. */
async function put(entity: UploadEntityName, rows: readonly Record<string, string>[]) {
  const own = new Set(rows.flatMap(row => Object.keys(row)))
  const columns = (findEntity(entity)?.columns ?? []).filter(
    ({ name, requirement }) => requirement !== undefined || own.has(name),
  )
  const cells = rows.map(row => columns.map(({ name, type }) => row[name] ?? filler[type]))
  await uploads.put(
    entity,
    csvOf(
      columns.map(({ name }) => name),
      cells,
    ),
  )
}
const place = { TERMINAL: 't-1', OPERATINGUNITNUMBER: 'shop' }
const transaction = (number: string, day: string, more: Record<string, string> = {}) => ({
  ...place,
  TRANSACTIONNUMBER: number,
  TRANSACTIONDATE: `${day}T00:00:00Z`,
  STAFF: 's-1',
  NETAMOUNT: '-20.00',
  CURRENCY: 'USD',
  ...more,
})
async function putAll(transactions: readonly Record<string, string>[]) {
  await put('Transactions', transactions)
  await put('Sales', [
    {
      ...place,
      TRANSACTIONNUMBER: 'n-1',
      LINENUMBER: '1',
      QUANTITY: '2',
      CATEGORYNAME: 'Shoes',
      LINEMANUALDISCOUNTAMOUNT: '3.00',
    },
    {
      ...place,
      TRANSACTIONNUMBER: 'n-2',
      LINENUMBER: '1',
      LINEDISCOUNT: '0',
      LINEMANUALDISCOUNTAMOUNT: '0',
      PERIODICDISCOUNTAMOUNT: '0',
    },
    { ...place, TRANSACTIONNUMBER: 'nobody', LINENUMBER: '1' },
  ])
  await put('Payments', [
    { ...place, TRANSACTIONNUMBER: 'n-1', LINENUMBER: '1', TENDERTYPE: '1' },
    { ...place, TRANSACTIONNUMBER: 'n-2', LINENUMBER: '1', TENDERTYPE: '7' },
  ])
  await put('PaymentMethod', [{ PAYMENTMETHODNUMBER: '1', DEFAULTFUNCTION: 'Cash', NAME: 'Cash' }])
}

it('the four files feed loss prevention, whose report is requested', async () => {
  await putAll([
    transaction('n-1', '2025-09-01'),
    transaction('n-2', '2025-09-30', { SALEISRETURNSALE: '1' }),
    transaction('n-3', '2025-09-10', { TRANSACTIONSTATUS: '1' }),
  ])
  const run = await uploads.run(['Sales'])
  expect(run).toMatchObject({ state: 'Finished', area: 'lossprevention', statistics: null })
  expect(run.files).toMatchObject([
    { entity: 'PaymentMethod', outcome: 'stored', accepted: 1 },
    { entity: 'Payments', outcome: 'stored', accepted: 2 },
    { entity: 'Sales', outcome: 'stored', read: 3, accepted: 2, skipped: 1 },
    { entity: 'Transactions', outcome: 'stored', read: 3, accepted: 2, skipped: 1 },
  ])
  expect(run.lossStatistics).toEqual({
    months: { value: 1, good: true, from: '2025-09-01T00:00:00.000Z', to: '2025-09-30T00:00:00.000Z' },
    transactions: 2,
    staff: 1,
    terminals: 1,
    returns: 1,
    discountedLines: 1,
    namedPayments: 0.5,
  })
  const { db } = uploads.bench.store
  const report = await db.selectFrom('loss_report').select(['environment_id', 'status']).execute()
  expect(report).toEqual([{ environment_id: places.eu, status: 'waiting' }])
  await putAll([transaction('n-1', '2025-09-01'), transaction('n-2', '2025-09-30')])
  expect((await uploads.run(['Sales'])).files.at(-1)).toMatchObject({ accepted: 2, replaced: 2 })
  expect(await db.selectFrom('loss_transaction').select('number').execute()).toHaveLength(2)
})

it('less than a full month of transactions is U-40, also for rows without errors', async () => {
  await putAll([transaction('n-1', '2025-09-02'), transaction('n-2', '2025-10-30')])
  const run = await uploads.run(['Sales'], { onErrors: 'takeGoodRows' })
  expect(run).toMatchObject({ state: 'Failed', failure: { reason: 'dataErrors' }, lossStatistics: null })
  const issues = await uploads.bench.call('engineer', 'GET', `${runsPath}/${run.id}/issues?code=U-40`)
  expect(issues.json).toMatchObject({
    issues: [
      {
        entity: 'Transactions',
        row: null,
        message: 'At least one full month of transactions is needed. The file covers 2025-09-02 to 2025-10-30.',
      },
    ],
  })
  expect(await uploads.bench.store.db.selectFrom('loss_transaction').selectAll().execute()).toEqual([])
})
