import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readRows } from './csv-rows.ts'
import { ecommerceColumns, mapEcommerce, type Row, timeOf } from './ecommerce-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const good: Row = {
  user_id: '22058',
  signup_time: '2015-02-24T22:55:49Z',
  purchase_time: '2015-04-18 02:47:11',
  purchase_value: '34',
  device_id: 'QVPSPJUOCKZAR',
  source: 'SEO',
  browser: 'Chrome',
  sex: 'M',
  age: '39',
  ip_address: '43.173.1.96',
  is_fraud: '0',
}
const header = ecommerceColumns.join(',')
const lineOf = (row: Row) => ecommerceColumns.map(column => row[column] ?? '').join(',')
const now = Date.parse('2026-01-01T00:00:00Z')
let files = 0
function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `${++files}.csv`)
  writeFileSync(file, content)
  return file
}
async function read(content: string | Buffer) {
  const rows = []
  for await (const row of readRows(fileOf(content), ecommerceColumns)) rows.push(row)
  return rows
}

describe('a row', () => {
  it('a row becomes a purchase and a label, with all times moved alike', () => {
    const shift = 1000
    expect(mapEcommerce({ ...good, is_fraud: '1' }, shift, now)).toMatchObject({
      purchase: {
        purchaseId: 'shop-22058',
        totalAmount: 34,
        currency: 'USD',
        merchantLocalDate: '2015-04-18T02:47:12.000Z',
        user: { userId: 'shop-user-22058', creationDate: '2015-02-24T22:55:50.000Z' },
        deviceContext: { externalDeviceId: 'QVPSPJUOCKZAR', ipAddress: '43.173.1.96' },
        customData: { source: 'SEO', browser: 'Chrome', sex: 'M', age: '39' },
      },
      label: {
        labelObjectType: 'Purchase',
        labelObjectId: 'shop-22058',
        isFraud: true,
        labelState: 'Fraud',
        eventTimeStamp: '2015-05-09T02:47:12.000Z',
      },
    })
  })
  it('a row never has a label from the future', () => {
    expect(mapEcommerce(good, 0, Date.parse('2015-04-19T00:00:00Z'))).toMatchObject({
      label: { isFraud: false, eventTimeStamp: '2015-04-19T00:00:00.000Z' },
    })
  })
  it('a row may come without an address of the network', () => {
    expect(mapEcommerce({ ...good, ip_address: '' }, 0, now)).toMatchObject({
      purchase: { deviceContext: { externalDeviceId: 'QVPSPJUOCKZAR' } },
    })
  })
  it.each([
    ['user_id', '', 'is empty'],
    ['user_id', undefined, 'is empty'],
    ['purchase_value', '', 'is empty'],
    ['purchase_value', 'ten', "'ten' is not an amount"],
    ['purchase_value', '-3', "'-3' is not an amount"],
    ['purchase_time', 'yesterday', "'yesterday' is not a time"],
    ['signup_time', '', "'' is not a time"],
    ['signup_time', '2015-13-40 00:00:00', 'is not a time'],
    ['is_fraud', 'maybe', "'maybe' is neither 0 nor 1"],
    ['ip_address', 'home', "'home' is not an IPv4 address"],
    ['device_id', ' ', 'is empty'],
    ['purchase_value', '0x10', "'0x10' is not an amount"],
    ['purchase_time', '2015-02-31 10:00:00', 'is not a time'],
    ['purchase_time', '9999-12-31 23:59:59', 'has not been yet'],
    ['user_id', 'J\ufffdrg', 'is not UTF-8'],
    ['ip_address', '999.1.1.1', "'999.1.1.1' is not an IPv4 address"],
  ])('a row with %s = %j says so', (column, value, problem) => {
    expect(mapEcommerce({ ...good, [column]: value }, 0, now)).toEqual([
      { column, problem: expect.stringContaining(problem) as string },
    ])
  })
  it('a row names all its faults', () => {
    expect(mapEcommerce({ ...good, user_id: '', is_fraud: '2', purchase_value: 'x' }, 0, now)).toMatchObject([
      { column: 'user_id' },
      { column: 'purchase_value' },
      { column: 'is_fraud' },
    ])
  })
  it.each([
    ['2015-04-18 02:47:11', '2015-04-18T02:47:11.000Z'],
    ['2015-04-18T02:47:11Z', '2015-04-18T02:47:11.000Z'],
    ['2015-04-18T02:47:11+02:00', '2015-04-18T00:47:11.000Z'],
  ])('a row reads the time %s', (text, time) => {
    expect(new Date(timeOf(text) ?? 0).toISOString()).toBe(time)
  })
})

describe('a file', () => {
  const text = `${header}\n${lineOf(good)}\n${lineOf({ ...good, user_id: '2' })}\n`
  it('a file may be plain or gzip, whatever its name, with a byte-order mark or Windows line ends', async () => {
    const plain = await read(text)
    expect(plain.map(({ line, row }) => [line, row['user_id']])).toEqual([
      [2, '22058'],
      [3, '2'],
    ])
    expect(await read(gzipSync(text))).toEqual(plain)
    expect(await read(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  })
  it('a file may have its columns in any order and more of them', async () => {
    const [row] = await read(
      `extra,${[...ecommerceColumns].reverse().join(',')}\nx,${ecommerceColumns
        .map(column => good[column])
        .reverse()
        .join(',')}\n`,
    )
    expect(row?.row).toMatchObject(good)
  })
  it('a file names the line and the cells of a row that is too short or too long', async () => {
    const rows = await read(`${header}\n${lineOf(good)}\n1,2,3\n\n${lineOf(good)},more\n`)
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, undefined],
      [3, { column: 'purchase_value', problem: 'the row has 3 cells, the header 11' }],
      [5, { column: 'row', problem: 'the row has 12 cells, the header 11' }],
    ])
  })
  it('a file without a column is refused by name', async () => {
    await expect(read(`${header.replace('device_id,', '').replace(',is_fraud', '')}\n1\n`)).rejects.toThrow(
      /lacks the columns device_id, is_fraud\.$/,
    )
  })
  it('a file may have rows that end with a carriage return alone, or be UTF-16', async () => {
    const plain = await read(text)
    expect(await read(text.replaceAll('\n', '\r'))).toEqual(plain)
    expect(await read(gzipSync(text.replaceAll('\n', '\r')))).toEqual(plain)
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(plain)
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(plain)
  })
  it('a file with Windows line ends may have a line feed in a cell, and one of both has rows of both', async () => {
    const broken = lineOf({ ...good, source: 'S\nEO' })
    const windows = await read([header, lineOf(good), broken, lineOf(good), ''].join('\r\n'))
    expect(windows.map(({ line, row, fault }) => [line, row['source'], fault])).toEqual([
      [2, 'SEO', undefined],
      [3, 'S\nEO', undefined],
      [5, 'SEO', undefined],
    ])
    const both = await read(`${header}\r\n${lineOf(good)}\n${lineOf(good)}\r\n${lineOf(good)}`)
    expect(both.map(({ line, fault }) => [line, fault])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, undefined],
    ])
  })
  it('a file is read the same beyond its head', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => lineOf({ ...good, user_id: String(index) }))
    for (const end of ['\n', '\r\n', '\r']) {
      const found = await read([header, ...rows].join(end))
      expect([found.length, found.at(-1)?.line, found.at(-1)?.row['user_id']]).toEqual([30_000, 30_001, '29999'])
    }
  })
  it('a file of a header alone is refused', async () => {
    await expect(read(`${header}\n`)).rejects.toThrow(/has a header line and no rows/)
  })
  it('a file that is empty, or is not CSV, is refused', async () => {
    await expect(read('')).rejects.toThrow(/it has no header line/)
    await expect(read(Buffer.from([0, 1, 2, 3]))).rejects.toThrow(/lacks the columns/)
  })
  it('a file with broken quotes is refused with the line', async () => {
    const open = `${header}\n${lineOf(good)}\n"${lineOf(good)}\n${`${lineOf(good)}\n`.repeat(5000)}`
    await expect(read(open)).rejects.toThrow(/^Line 3 of .* a quote \("\) opens here and is never closed/)
    await expect(read(`${header}\n1,a"b,3\n`)).rejects.toThrow(/^Line 2 of /)
  })
  it('a file whose gzip is cut off is refused in words', async () => {
    await expect(read(gzipSync(text).subarray(0, 60))).rejects.toThrow(/cannot be unpacked/)
  })
})
