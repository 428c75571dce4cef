import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ratesOf } from '../../../engine/enrich/exchange-rates.ts'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { seedTenants } from '../../demo/seed/seed-tenants.ts'
import { importRetail, RetailFileError } from './import-retail.ts'

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
const secretKey = 'k'.repeat(32)
const run = (environment: string = environmentId, key = secretKey) =>
  importRetail(store.db, environment, { folder, now, secretKey: key })
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
  expect(sale).toMatchObject({
    line: 1,
    product: 'I-7',
    category: 'Shoes',
    quantity: 2,
    is_discounted: true,
    manual_discount_usd: 125,
  })
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
  ['A3,T1,U1,eva,0000-09-03,0,1,0,,,USD', "TRANSACTIONDATE: '0000-09-03' is before 1970"],
  ['A3,T1,U1,eva,2026-09-03,0,9999999999999,0,,,USD', "NETAMOUNT: '9999999999999' is too large"],
  ['A3\0,T1,U1,eva,2026-09-03,0,1,0,,,USD', 'TRANSACTIONNUMBER: it has a character that a text cannot have'],
  ['A3,T1,U1,eva,2026-09-03,0,1,0,,,XYZ', "CURRENCY: 'XYZ' is not a known currency"],
])('%s is refused, and nothing is stored', async (line, fault) => {
  const header =
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,TRANSACTIONTIME,NETAMOUNT,SALEISRETURNSALE,REFUNDRECEIPTID,TOTALMANUALDISCOUNTAMOUNT,CURRENCY'
  write('Transactions', header, line, 'A1,T1,U1,maria,2026-09-01,3600,10.50,0,,1.25,USD')
  const error: unknown = await run().catch((thrown: unknown) => thrown)
  expect(error).toHaveProperty('faults', [expect.stringContaining(fault)])
  expect(await stored()).toEqual([])
})

const transactionHeader =
  'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,NETAMOUNT,CURRENCY,TRANSACTIONSTATUS'
const whole = ['A1,T1,U1,maria,2026-09-01,10,EUR,2', 'A8,T1,U1,maria,2026-09-30,10,USD,0']

it('needs no column of discounts on whole transactions, and converts those of lines like their transaction', async () => {
  write('Transactions', transactionHeader, ...whole)
  await run()
  const [sale] = await store.db.selectFrom('loss_sale').select('manual_discount_usd').execute()
  const rate = ratesOf(new Date('2026-09-01')).factor('EUR') ?? 0
  expect(rate).toBeGreaterThan(1)
  expect(sale?.manual_discount_usd).toBe(Math.round(125 * rate))
})

it.each([1, 4, 5, 6])(
  'what has the status %i did not take place: it is left out, and removes what was stored of it',
  async status => {
    const salesHeader =
      'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,QUANTITY,LINEDISCOUNT,LINEMANUALDISCOUNTAMOUNT,PERIODICDISCOUNTAMOUNT,CATEGORYNAME,TRANSACTIONSTATUS'
    const files = (of: number) => {
      write('Transactions', transactionHeader, ...whole, `A3,T1,U1,maria,2026-09-03,10,USD,${of}`)
      write(
        'Sales',
        salesHeader,
        'A1,T1,U1,1,1,0,0,0,Shoes,0',
        `A1,T1,U1,2,1,0,0,0,Shoes,${of}`,
        'A3,T1,U1,1,1,0,0,0,Shoes,0',
      )
      write(
        'Payments',
        'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,TENDERTYPE,VOIDSTATUS,TRANSACTIONSTATUS',
        `A1,T1,U1,1,1,0,${of}`,
        'A3,T1,U1,1,1,0,0',
      )
    }
    const read = async () => ({
      transactions: (await stored()).map(({ number }) => number),
      lines: await store.db
        .selectFrom('loss_sale')
        .select(['number', 'line'])
        .orderBy('number')
        .orderBy('line')
        .execute(),
      payments: await store.db.selectFrom('loss_payment').select(['number', 'is_void']).orderBy('number').execute(),
    })
    const left = {
      transactions: ['A1', 'A8'],
      lines: [{ number: 'A1', line: 1 }],
      payments: [{ number: 'A1', is_void: true }],
    }
    files(status)
    expect(await run()).toMatchObject({ Transactions: 2, Sales: 1, Payments: 1 })
    expect(await read()).toEqual(left)
    files(3)
    await run()
    expect((await read()).transactions).toEqual(['A1', 'A3', 'A8'])
    files(status)
    await run()
    expect(await read()).toEqual(left)
  },
)

it('an instrument is hashed with a key of the environment and of the installation', async () => {
  const hashOf = async (...of: Parameters<typeof run>) => {
    await run(...of)
    const [payment] = await store.db.selectFrom('loss_payment').select('instrument').execute()
    await store.db.deleteFrom('loss_transaction').execute()
    await store.db.deleteFrom('loss_payment').execute()
    return payment?.instrument
  }
  const hashes = [
    await hashOf(),
    await hashOf(demoEnvironmentIds.harborUs),
    await hashOf(environmentId, 'x'.repeat(32)),
  ]
  expect(new Set(hashes).size).toBe(3)
  expect(await hashOf()).toBe(hashes[0])
  expect(hashes).not.toContain(createHash('sha256').update('card-1').digest('base64url').slice(0, 22))
})

it.each([
  [
    'a missing column',
    'Sales',
    ['TRANSACTIONNUMBER,TERMINAL', 'A1,T1'],
    /^Sales, line 1, .*LINENUMBER.*: the header lacks/,
  ],
  ['an empty file', 'Sales', [], /^Sales: it is empty/],
  [
    'an open quote',
    'PaymentMethod',
    ['PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME', '1,Cash,Cash', '2,"Card,Card'],
    /^PaymentMethod, line 3, DEFAULTFUNCTION: a quote/,
  ],
  [
    'a stray quote',
    'PaymentMethod',
    ['PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME', '1,Cash,"Ca"sh', '2,Card,Card'],
    /^PaymentMethod, line 2, NAME: /,
  ],
  [
    'a row that is too short',
    'PaymentMethod',
    ['PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME', '1,Cash'],
    /^PaymentMethod, line 2, NAME: /,
  ],
] as const)('%s names the file, the line and the column', async (_, name, lines, fault) => {
  writeFileSync(path.join(folder, `${name}.csv`), lines.join('\n'))
  const error: unknown = await run().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RetailFileError)
  expect(error).toHaveProperty('faults', [expect.stringMatching(fault)])
  expect(await stored()).toEqual([])
})

it('a damaged archive and a folder in place of a file are errors of the file', async () => {
  rmSync(path.join(folder, 'Sales.csv'))
  writeFileSync(path.join(folder, 'Sales.csv.gz'), Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))
  await expect(run()).rejects.toMatchObject({ faults: [expect.stringMatching(/^Sales: it cannot be unpacked/)] })
  rmSync(path.join(folder, 'Sales.csv.gz'))
  mkdirSync(path.join(folder, 'Sales.csv'))
  await expect(run()).rejects.toMatchObject({ faults: [expect.stringMatching(/^Sales: it cannot be read/)] })
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
