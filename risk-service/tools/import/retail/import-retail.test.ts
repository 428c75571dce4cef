import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { seedTenants } from '../../demo/seed/seed-tenants.ts'
import { importRetail } from './import-retail.ts'

const now = new Date('2026-11-20T12:00:00Z')
const environmentId = demoEnvironmentIds.harborEu
let store: Store
let folder: string
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
})
afterAll(() => store.close())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'retail-'))
  write('PaymentMethod', 'PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME', '1,Cash,Cash')
  write(
    'Transactions',
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,TRANSACTIONTIME,NETAMOUNT,SALEISRETURNSALE,REFUNDRECEIPTID,TOTALMANUALDISCOUNTAMOUNT,CURRENCY',
    'A1,T1,U1,maria,2026-09-01,3600,10.50,0,,1.25,USD',
    'A2,T1,U1,maria,2026-09-30T00:00:00Z,7200,-39.00,1,R7,,USD',
  )
  write(
    'Sales',
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,QUANTITY,LINEDISCOUNT,LINEMANUALDISCOUNTAMOUNT,PERIODICDISCOUNTAMOUNT,CATEGORYNAME,ITEMID',
    'A1,T1,U1,1.00,2,0,1.25,0,Shoes,I-7',
    'A9,T1,U1,1.00,2,0,0,0,Shoes,I-7',
  )
  write(
    'Payments',
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,TENDERTYPE,VOIDSTATUS,MERCHANTPAYMENTINSTRUMENTID',
    'A1,T1,U1,1,1,0,card-1',
  )
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const table of ['loss_sale', 'loss_payment', 'loss_transaction', 'loss_report'] as const)
    await store.db.deleteFrom(table).execute()
})

function write(name: string, ...lines: string[]): void {
  writeFileSync(path.join(folder, `${name}.csv`), `${lines.join('\n')}\n`)
}
const run = () => importRetail(store.db, environmentId, { folder, now })
const stored = () => store.db.selectFrom('loss_transaction').selectAll().orderBy('number').execute()

it('stores transactions with their lines, leaves out what belongs to none, and requests a report', async () => {
  expect(await run()).toEqual({ Transactions: 2, Sales: 1, Payments: 1, PaymentMethod: 1 })
  expect(await stored()).toMatchObject([
    {
      number: 'A1',
      staff: 'maria',
      at: new Date('2026-09-01T01:00:00Z'),
      month: '2026-09',
      is_return: false,
      amount_usd: 1050,
      discount_usd: 125,
    },
    { number: 'A2', is_return: true, has_receipt: true, amount_usd: 3900, discount_usd: 0 },
  ])
  const [sale] = await store.db.selectFrom('loss_sale').selectAll().execute()
  expect(sale).toMatchObject({ line: 1, product: 'I-7', category: 'Shoes', quantity: 2, is_discounted: true })
  const [payment] = await store.db.selectFrom('loss_payment').selectAll().execute()
  expect(payment?.instrument).toHaveLength(22)
  const report = await store.db.selectFrom('loss_report').selectAll().executeTakeFirstOrThrow()
  expect(report).toMatchObject({ environment_id: environmentId, status: 'waiting' })
})

it('a later import replaces rows with the same key', async () => {
  await run()
  await run()
  expect(await stored()).toHaveLength(2)
})

it.each([
  ['A3,T1,U1,,2026-09-03,0,1,0,,,USD', 'Transactions, line 2, STAFF: it is empty'],
  ['A3,T1,U1,eva,2026-02-31,0,1,0,,,USD', "TRANSACTIONDATE: '2026-02-31' is not an ISO 8601 date and time"],
  ['A3,T1,U1,eva,2026-09-03,86400,1,0,,,USD', "TRANSACTIONTIME: '86400' is not a number of seconds of a day"],
  ['A3,T1,U1,eva,2026-09-03,0,"1,5",0,,,USD', "NETAMOUNT: '1,5' is not a number"],
  ['A3,T1,U1,eva,2026-09-03,0,1,0,,,XYZ', "CURRENCY: 'XYZ' is not a known currency"],
])('%s is refused, and nothing is stored', async (line, fault) => {
  const header =
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,TRANSACTIONTIME,NETAMOUNT,SALEISRETURNSALE,REFUNDRECEIPTID,TOTALMANUALDISCOUNTAMOUNT,CURRENCY'
  write('Transactions', header, line, 'A1,T1,U1,maria,2026-09-01,3600,10.50,0,,1.25,USD')
  const error: unknown = await run().catch((thrown: unknown) => thrown)
  expect(error).toHaveProperty('faults', [expect.stringContaining(fault)])
  expect(await stored()).toEqual([])
})

it('needs a whole month, and every file', async () => {
  write(
    'Transactions',
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,NETAMOUNT,TOTALMANUALDISCOUNTAMOUNT',
    'A1,T1,U1,maria,2026-09-02,10,0',
    'A2,T1,U1,maria,2026-10-30,10,0',
  )
  await expect(run()).rejects.toThrow('The file covers 2026-09-02 to 2026-10-30.')
  rmSync(path.join(folder, 'Sales.csv'))
  await expect(run()).rejects.toThrow('There is no Sales.csv')
  expect(await stored()).toEqual([])
})
