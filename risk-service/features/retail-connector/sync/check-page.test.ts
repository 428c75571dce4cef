import { describe, expect, it } from 'vitest'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { createRetailStorages } from '../../loss-prevention/transactions/retail-storages.ts'
import { checkPage } from './check-page.ts'
import { cellOf } from './row-cells.ts'

const now = new Date('2026-11-20T12:00:00Z')
const storages = createRetailStorages('20000000-0000-4000-8000-000000000002', text => `hash of ${text}`)
const transaction = {
  TRANSACTIONNUMBER: 'A1',
  TERMINAL: 'T1',
  OPERATINGUNITNUMBER: 'U1',
  STAFF: 'p-1',
  TRANSACTIONDATE: '2026-11-03T00:00:00Z',
  NETAMOUNT: -12.345_678,
  SALEISRETURNSALE: 'Yes',
  TRANSACTIONSTATUS: 'Posted',
  SYNCSTARTDATETIME: '2026-11-19T22:00:00Z',
  CUSTOMERACCOUNT: 'never read',
}
const check = (rows: Record<string, unknown>[]) => checkPage('Transactions', rows, storages.Transactions, now)

describe('a value of a retail system', () => {
  const column = (entity: string, name: string) => {
    const found = findEntity(entity)?.columns.find(each => each.name === name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    return found
  }
  it.each<[unknown, string, string, string]>([
    [12.345, 'Transactions', 'NETAMOUNT', '12.35'],
    [-0.001, 'Transactions', 'NETAMOUNT', '0'],
    ['12.5', 'Transactions', 'NETAMOUNT', '12.5'],
    ['Voided', 'Transactions', 'TRANSACTIONSTATUS', '1'],
    ['OnHold', 'Sales', 'TRANSACTIONSTATUS', '5'],
    [2, 'Transactions', 'TRANSACTIONSTATUS', '2'],
    ['Yes', 'Transactions', 'SALEISRETURNSALE', '1'],
    [true, 'Transactions', 'SALEISRETURNSALE', '1'],
    ['None', 'Payments', 'VOIDSTATUS', '0'],
    ['Yes', 'Transactions', 'STAFF', 'Yes'],
    [null, 'Transactions', 'STAFF', ''],
    [undefined, 'Transactions', 'STAFF', ''],
    [[1], 'Transactions', 'NETAMOUNT', '[1]'],
  ])('%j of %s.%s is the cell %j', (value, entity, name, cell) => {
    expect(cellOf(value, column(entity, name))).toBe(cell)
  })
})

describe('a page', () => {
  it('has the rows as they are stored, and of a key the latest one', () => {
    const { values, refused, latest } = check([transaction, { ...transaction, STAFF: 'p-2' }])
    expect(values).toMatchObject([
      { number: 'A1', staff: 'p-2', amount_usd: 1235, is_return: true, usd_rate: 1, tookPlace: true },
    ])
    expect([refused, latest]).toEqual([0, '2026-11-19T22:00:00.000Z'])
  })
  it('reaches no later than now, and has no time where its rows have none', () => {
    expect(check([{ ...transaction, SYNCSTARTDATETIME: '2099-01-01T00:00:00Z' }]).latest).toBe(now.toISOString())
    expect(check([{ ...transaction, SYNCSTARTDATETIME: undefined }]).latest).toBeNull()
  })
  it('with a column of card numbers is not stored, and its faults do not repeat them', () => {
    const rows = Array.from({ length: 20 }, (_, row) => ({
      ...transaction,
      TRANSACTIONNUMBER: row < 4 ? '4111111111111111' : `A${row}`,
      NETAMOUNT: row === 0 ? 'x' : 1,
    }))
    const { isSensitive, issues } = check(rows)
    expect(isSensitive).toBe(true)
    expect(JSON.stringify(issues)).not.toContain('4111')
    expect(check(rows.slice(1, 10)).isSensitive).toBe(false)
  })
})
