import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../contract/lists/csv-cells.ts'
import { uploadEntities } from '../entities/entities.ts'
import { writeErrorFile } from '../issues/issue-list.ts'
import { checkText, issuesOf, resultOf } from '../testing/check-text.ts'
import { KeySet } from './key-set.ts'

const header = 'PurchaseId,MerchantLocalDate,TotalAmount,Currency,UserId'
const good = ['p1', '2026-02-01T10:00:00Z', '12.50', 'EUR', 'u1']
/** A file of purchases: the good row with one cell changed, and further columns. */
function purchases(changes: Readonly<Record<string, string>>, rows = 1): string {
  const names = header.split(',')
  const more = Object.keys(changes).filter(name => !names.includes(name))
  const lines = Array.from({ length: rows }, (_, row) => [
    ...names.map((name, index) => changes[name] ?? (index === 0 ? `p${row + 1}` : (good[index] ?? ''))),
    ...more.map(name => changes[name] ?? ''),
  ])
  return writeCsv([[...names, ...more], ...lines])
}
const of = (changes: Readonly<Record<string, string>>) => issuesOf('Purchases', purchases(changes))

describe('a good file', () => {
  it('has no issues', () => {
    const { rows, fails, issues, keys } = resultOf('Purchases', purchases({}, 3))
    expect([rows, fails, issues.errors, issues.warnings, keys?.size]).toEqual([3, false, 0, 0, 3])
  })
  it('may have a byte order mark, CR and LF mixed, blank lines, tabs, semicolons, no header', () => {
    const lines = [header, good.join(','), ['p2', ...good.slice(1)].join(',')]
    expect(issuesOf('Purchases', `\ufeff${lines.join('\r\n')}\n\n`)).toEqual([])
    expect(issuesOf('Purchases', `${lines[0]}\r\n${lines[1]}\n\n${lines[2]}\r\n`)).toEqual([])
    for (const delimiter of [';', '\t'])
      expect(issuesOf('Purchases', lines.join('\n').replaceAll(',', delimiter))).toEqual([])
    const mapping = Object.fromEntries(header.split(',').map((name, index) => [name, `Column${index + 1}`]))
    expect(issuesOf('Purchases', lines.slice(1).join('\n'), { hasHeader: false, mapping })).toEqual([])
  })
})

describe('issues of rows', () => {
  it.each([
    ['U-11', { UserId: '' }, "U-11 error 2 'UserId' is empty in row 2."],
    ['U-11', { TotalAmount: '' }, "U-11 error 2 'TotalAmount' is empty in row 2."],
    [
      'U-12',
      { MerchantLocalDate: '14.03.2019' },
      "U-12 error 2 '14.03.2019' in 'MerchantLocalDate', row 2, is not an ISO 8601 date and time.",
    ],
    [
      'U-12',
      { MerchantLocalDate: '2019-02-29T10:00:00Z' },
      "U-12 error 2 '2019-02-29T10:00:00Z' in 'MerchantLocalDate', row 2, is not an ISO 8601 date and time.",
    ],
    ['U-13', { TotalAmount: '12,50' }, "U-13 error 2 '12,50' in 'TotalAmount', row 2, is not a number."],
    [
      'U-13',
      { RecurringChargeSequence: '1.5' },
      "U-13 error 2 '1.5' in 'RecurringChargeSequence', row 2, is not a whole number.",
    ],
    ['U-14', { TotalAmount: '1.234' }, "U-14 error 2 '1.234' in 'TotalAmount', row 2, has more than two decimals."],
    ['U-15', { IsTest: '1' }, "U-15 error 2 '1' in 'IsTest', row 2, must be True or False."],
    ['U-16', { CvvVerify: 'X' }, "U-16 warning 2 'X' in 'CvvVerify', row 2, is not one of: Y, N, U, A."],
    [
      'U-17',
      { UserCountryCode: 'QQ' },
      "U-17 error 2 'QQ' in 'UserCountryCode', row 2, is not a valid country code of two letters.",
    ],
    [
      'U-17',
      { Currency: 'EURO' },
      "U-17 error 2 'EURO' in 'Currency', row 2, is not a valid currency code of three letters.",
    ],
    ['U-17', { UserEmail: 'a@b' }, "U-17 error 2 'a@b' in 'UserEmail', row 2, is not a valid email address."],
    ['U-17', { IPAddress: '1.2.3.256' }, "U-17 error 2 '1.2.3.256' in 'IPAddress', row 2, is not a valid IP address."],
    [
      'U-17',
      { UserPhoneNumber: '555' },
      "U-17 error 2 '555' in 'UserPhoneNumber', row 2, is not a valid phone number such as +1-1234567890.",
    ],
    ['U-19', { CustomData: '{"a":' }, "U-19 error 2 'CustomData' in row 2 is not valid JSON."],
    [
      'U-24',
      { MerchantLocalDate: '2026-03-02T12:00:01Z' },
      "U-24 warning 2 '2026-03-02T12:00:01Z' in 'MerchantLocalDate', row 2, is more than 24 hours in the future.",
    ],
  ])('%s of %j', (_code, changes, expected) => {
    expect(of(changes)).toEqual([expected])
  })
  it.each([
    { MerchantLocalDate: '2019-03-14T20:18:11.254Z' },
    { MerchantLocalDate: '2024-02-29T23:59:60+02:00' },
    { MerchantLocalDate: '2019-11-01T01:27:15.811098' },
    { MerchantLocalDate: '2026-03-02T12:00:00Z' },
    { MerchantLocalDate: '2026-03-03T01:00:00+14:00' },
    { TotalAmount: '-3' },
    { TotalAmount: '+0.5' },
    { IsTest: 'tRUE' },
    { CvvVerify: 'y' },
    { UserCountryCode: 'de' },
    { IPAddress: '2001:db8::1' },
    { IPAddress: '::ffff:192.0.2.1' },
    { UserPhoneNumber: '+1-1234567890' },
    { UserEmail: 'ada+shop@mail.example.com' },
    { CustomData: '{"a":[1]}' },
    { City: '' },
  ])('none of %j', changes => {
    expect(of(changes)).toEqual([])
  })
  it('U-16 is an error of the object of a label', () => {
    const file = 'LabelObjectType,LabelObjectId,LabelSource,EventTimeStamp\nPurchases,p1,x,2026-02-01T10:00:00Z\n'
    expect(issuesOf('Labels', file)).toEqual([
      "U-16 error 2 'Purchases' in 'LabelObjectType', row 2, is not one of: Purchase, Signup, CustomFraudEvaluation, Account, PI, Email.",
    ])
  })
  it('U-17 of card digits', () => {
    const file = `PurchaseId,MerchantPaymentInstrumentId,Type,BIN,LastFourDigits\n1,2,card,4111111,123\n1,3,card,41111111,0123\n`
    expect(issuesOf('PaymentInstruments', file)).toEqual([
      "U-17 error 2 '4111111' in 'BIN', row 2, is not a valid BIN of 6 or 8 digits.",
      "U-17 error 2 '123' in 'LastFourDigits', row 2, is not a valid number of last four digits.",
    ])
  })
  it('U-18 of a column with a limit; empty texts of the earlier release pass, but not in keys', () => {
    const methods = `PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME\n1,x,${'é'.repeat(60)}\n2,x,${'é'.repeat(61)}\n`
    expect(issuesOf('PaymentMethod', methods)).toEqual(["U-18 error 3 'NAME' in row 3 is longer than 60 characters."])
    const payments = 'TRANSACTIONNUMBER,LINENUMBER,RECEIPTID,AMOUNTTENDERED\nt1,1,,5\n,2,r,5\nt2,3,r,\n'
    expect(issuesOf('Payments', payments).filter(issue => !issue.startsWith('U-10'))).toEqual([
      "U-11 error 3 'TRANSACTIONNUMBER' is empty in row 3.",
      "U-11 error 4 'AMOUNTTENDERED' is empty in row 4.",
    ])
  })
  it('U-07 and U-08, each with the row, and the rows behind them are checked', () => {
    const file = `${header}\n${good.join(',')}\n1,2\n"p3"x,${good.slice(1).join(',')}\np4,2026-02-01T10:00:00Z,ten,EUR,u1\n`
    expect(issuesOf('Purchases', file)).toEqual([
      'U-07 error 3 Row 3 has 2 values, expected 5. Check that delimiters and line breaks inside values are quoted.',
      'U-08 error 4 Row 4 has a quoted value that is not closed.',
      "U-13 error 5 'ten' in 'TotalAmount', row 5, is not a number.",
    ])
    expect(issuesOf('Purchases', `${header}\n"p1,${good.slice(1).join(',')}\n`)).toEqual([
      'U-08 error 2 Row 2 has a quoted value that is not closed.',
    ])
  })
  it('U-07 of a row with more values than are read, quoted or not', () => {
    for (const cell of ['x', '"x"'])
      expect(issuesOf('Purchases', `${header}\n${good.join(',')}\n${`${cell},`.repeat(10_001)}\n`)).toEqual([
        expect.stringContaining('U-07 error 3 Row 3 has more than 10000 values, expected 5.'),
      ])
  })
  it('one column may have several attributes', () => {
    const mapping = {
      ...Object.fromEntries(header.split(',').map(name => [name, name])),
      CustomerLocalDate: 'MerchantLocalDate',
    }
    expect(issuesOf('Purchases', purchases({ MerchantLocalDate: 'now' }), { mapping })).toHaveLength(2)
  })
})

describe('issues of whole columns', () => {
  const cards = (bad: number) =>
    writeCsv([
      [...header.split(','), 'note'],
      ...Array.from({ length: 100 }, (_, row) => [
        `p${row}`,
        ...good.slice(1),
        row < bad ? '4111 1111 1111 1111' : `n${row}`,
      ]),
    ])
  it('U-20 refuses a file from a share of 20 % on, also in a column that is not mapped', () => {
    const message =
      "Row 2, 'note': looks like a full card number or social security number. Remove it and upload again."
    expect(issuesOf('Purchases', cards(20))).toEqual([`U-20 error 2 ${message}`])
    expect(issuesOf('Purchases', cards(19))).toEqual([`U-20 warning 2 ${message}`])
    expect(resultOf('Purchases', cards(20)).fails).toBe(true)
    expect(resultOf('Purchases', cards(19)).fails).toBe(false)
    expect(of({ UserId: '078-05-1120' })).toMatchObject([expect.stringContaining('U-20 error')])
    expect(of({ UserId: '4111111111111112' })).toEqual([])
  })
  it.each([
    '4111111111111111 ',
    ' 4111 1111 1111 1111',
    '\u00a0378282246310005\t',
    '3782 822463 10005',
    '3782-822463-10005 ',
    '3056 930902 5904',
    ' 078-05-1120 ',
  ])('U-20 finds %j, and no issue repeats it', cell => {
    const { issues } = resultOf('Purchases', purchases({ Currency: cell }))
    expect([...issues.counts.keys()].sort()).toEqual(['U-17', 'U-20'])
    expect(writeErrorFile('Purchases', issues)).not.toMatch(/4111|3782|3056|5904|1120|10005/)
  })
  it.each(['3782 822463 10006', '3782 822463-10005', 'x4111111111111111', '2026-02-01T10:00:00Z', '             '])(
    'U-20 does not find %j',
    cell => {
      expect(resultOf('Purchases', purchases({ note: cell })).issues.counts.get('U-20')).toBeUndefined()
    },
  )
  it('no issue repeats a card number', () => {
    const { issues } = resultOf('Purchases', purchases({ TotalAmount: '4111 1111 1111 1111' }))
    expect(writeErrorFile('Purchases', issues)).not.toMatch(/4111/)
    expect(issues.counts.get('U-13')).toBe(1)
  })
  it('U-22 warns of orphans, and refuses a file above 5 %', () => {
    const parentKeys = new KeySet()
    for (let row = 0; row < 95; row++) parentKeys.add([`p${row}`])
    const file = (rows: number) =>
      `PurchaseId,ProductId\n${Array.from({ length: rows }, (_, row) => `p${row},x`).join('\n')}`
    const some = resultOf('Products', file(100), { parentKeys })
    expect([some.fails, some.issues.counts.get('U-22')]).toEqual([false, 5])
    expect(issuesOf('Products', file(96), { parentKeys })).toEqual([
      "U-22 warning 97 Row 97: no Purchases row with PurchaseId 'p95'.",
    ])
    expect(resultOf('Products', file(101), { parentKeys }).fails).toBe(true)
  })
  it('U-23 warns of keys that are repeated', () => {
    const line = `p1,${good.slice(1).join(',')}`
    expect(issuesOf('Purchases', `${header}\n${line}\n${line}\n`)).toEqual([
      'U-23 warning 3 Row 3 repeats the key p1; the last row is used.',
    ])
    expect(issuesOf('Products', 'PurchaseId,ProductId\na,bc\nab,c\na,bc')).toEqual([
      'U-23 warning 4 Row 4 repeats the key a + bc; the last row is used.',
    ])
  })
  it('U-23 repeats no card number of a key, alone or as a part, and shortens a long one', () => {
    const line = ['4111111111111111', ...good.slice(1)].join(',')
    const part = `078-05-1120,${'x'.repeat(300)}`
    const found = [
      ...issuesOf('Purchases', `${header}\n${line}\n${line}\n`),
      ...issuesOf('Products', `PurchaseId,ProductId\n${part}\n${part}\n`),
    ].filter(issue => issue.startsWith('U-23'))
    expect(found).toEqual([
      `U-23 warning 3 Row 3 repeats the key ${'*'.repeat(16)}; the last row is used.`,
      `U-23 warning 3 Row 3 repeats the key ${'*'.repeat(11)} + ${'x'.repeat(200)}…; the last row is used.`,
    ])
    const { issues } = resultOf('Products', `PurchaseId,ProductId\n${part}\n${part}\n`)
    expect(JSON.stringify(issues.listed())).not.toMatch(/078-05|x{201}/)
  })
})

describe('formats of a column', () => {
  const dates = (...cells: string[]) =>
    writeCsv([header.split(','), ...cells.map((cell, row) => [`p${row}`, cell, ...good.slice(2)])])
  it.each([
    [['03/04/2024', '25/04/2024'], ['day-month-year']],
    [['03/04/2024', '04/25/2024 10:00 PM'], ['month-day-year']],
    [
      ['03/04/2024', '05/06/2024'],
      ['day-month-year', 'month-day-year'],
    ],
    [['13/04/2024', '04/13/2024'], []],
    [['2024-04-03 10:00:00', '2026-02-01T10:00:00Z'], ['year-month-day']],
    [['1712138400'], ['seconds-since-1970']],
    [['3.4.24', '25.4.24 7:05'], ['day-month-year']],
    [['soon'], []],
  ])('%j are %j', (cells, formats) => {
    expect(resultOf('Purchases', dates(...cells)).formats.flatMap(found => found.formats)).toEqual(formats)
  })
  it('a chosen format is read', () => {
    const formats = { MerchantLocalDate: 'day-month-year' } as const
    expect(issuesOf('Purchases', dates('03/04/2024', '25/04/2024', '2024-04-03T10:00:00Z'), { formats })).toEqual([])
    expect(issuesOf('Purchases', dates('04/25/2024'), { formats })).toHaveLength(1)
    expect(issuesOf('Purchases', dates('05/03/2026'), { formats })).toMatchObject([expect.stringContaining('U-24')])
  })
  it('a decimal comma is found, unless a point is among the numbers', () => {
    const amounts = (...cells: string[]) =>
      writeCsv([header.split(','), ...cells.map((cell, row) => [`p${row}`, good[1] ?? '', cell, 'EUR', 'u'])])
    const found = (...cells: string[]) => resultOf('Purchases', amounts(...cells)).formats.flatMap(each => each.formats)
    expect(found('12,50', '1.234,5', '7')).toEqual(['decimal-comma'])
    expect(found('12,50', '1.5')).toEqual([])
    expect(found('1,234.50', '12.5')).toEqual(['grouped'])
    expect(issuesOf('Purchases', amounts('12,50', '1.234,5'), { formats: { TotalAmount: 'decimal-comma' } })).toEqual(
      [],
    )
  })
  it('booleans of other words are found', () => {
    expect(resultOf('Purchases', purchases({ IsTest: 'yes' })).formats[0]?.formats).toEqual(['yes-no'])
    expect(issuesOf('Purchases', purchases({ IsTest: '0' }), { formats: { IsTest: 'one-zero' } })).toEqual([])
  })
})

describe('a whole file', () => {
  it('is checked the same wherever it is cut, with characters of several bytes', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r\n', 'a', '1', 'é', '😀'), maxLength: 5 })
    const rows = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    const pieces = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, pieces, (cells, places) => {
        const file = writeCsv([header.split(','), ...cells])
        expect(issuesOf('Purchases', file, { pieces: places })).toEqual(issuesOf('Purchases', file))
      }),
      { numRuns: 300 },
    )
  })
  it('U-04 names the row that is not UTF-8, wherever the file is cut', () => {
    const text = new TextEncoder().encode(`${purchases({ City: 'Köln' }, 3)}p4,`)
    const file = new Uint8Array([...text, 0xfc, ...text])
    for (const pieces of [[], [0.3], [0.2, 0.5, 0.6]])
      expect(issuesOf('Purchases', file, { pieces })).toEqual(['U-04 error 5 The file is not UTF-8 text.'])
  })
  it('U-03 has no rows behind its header', () => {
    expect(issuesOf('Purchases', `${header}\n\n`)).toEqual(['U-03 error - The file has no data rows.'])
  })
  it('U-10 and U-21 of a mapping', () => {
    const found = issuesOf('Products', 'a,b\n1,2\n', { mapping: { ProductId: 'a', Sku: 'gone', Type: 'away' } })
    expect(found).toEqual([
      'U-21 error - The saved mapping uses columns that are not in this file: gone, away.',
      "U-10 error - Map a column to 'PurchaseId'.",
    ])
  })
  it('repeats no card number and no long text of the names of columns', () => {
    const [card, long] = ['4111 1111 1111 1111', 'y'.repeat(300)]
    const mapping = { ProductId: card, PurchaseId: long }
    const { issues } = resultOf('Products', `${long},b\n078-05-1120,2\n,1\n`, { mapping })
    expect([...issues.counts.keys()].sort()).toEqual(['U-11', 'U-20', 'U-21'])
    expect(JSON.stringify(issues.listed())).not.toMatch(/4111|y{201}/)
  })
  it('lists ten thousand issues, and counts more', () => {
    const { issues } = resultOf(
      'Purchases',
      purchases({ TotalAmount: 'x', MerchantLocalDate: '2027-01-01T00:00:00Z' }, 10_001),
    )
    const lines = writeErrorFile('Purchases', issues).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 10_000 + 2)
    expect(lines.slice(0, 2)).toEqual([
      'entity,row,column,code,message',
      `Purchases,2,TotalAmount,U-13,"'x' in 'TotalAmount', row 2, is not a number."`,
    ])
    expect(lines.slice(-2)).toEqual(['Purchases,,,U-13,Count: 10001', 'Purchases,,,U-24,Count: 10001'])
  })
  it('writes an error file that no spreadsheet runs, with messages as they are', () => {
    const file = purchases({ TotalAmount: '+1-2' }).replace('TotalAmount', '=HYPERLINK(1)')
    const mapping = { ...Object.fromEntries(header.split(',').map(name => [name, name])), TotalAmount: '=HYPERLINK(1)' }
    const { issues } = resultOf('Purchases', file, { mapping })
    expect(writeErrorFile('Purchases', issues).split('\r\n')[1]).toBe(
      `Purchases,2,'=HYPERLINK(1),U-13,"'+1-2' in 'TotalAmount', row 2, is not a number."`,
    )
  })
  it('every entity has its columns, and a key among them', () => {
    expect(uploadEntities.map(({ name, columns }) => [name, columns.length])).toEqual([
      ['Purchases', 172],
      ['PaymentInstruments', 28],
      ['Products', 16],
      ['Chargebacks', 9],
      ['Refunds', 9],
      ['PurchaseStatus', 5],
      ['BankEvents', 20],
      ['UpdateAccount', 31],
      ['UpdateAddress', 13],
      ['UpdatePaymentInstrument', 28],
      ['Labels', 13],
      ['Transactions', 63],
      ['Sales', 94],
      ['Payments', 32],
      ['PaymentMethod', 3],
    ])
    for (const { key, columns, parent } of uploadEntities) {
      expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...key]))
      if (parent !== undefined) expect(uploadEntities.some(({ name }) => name === parent)).toBe(true)
    }
  })
  it('needs no head for what no file can be', () => {
    expect(checkText('Purchases', '')).toMatchObject([{ code: 'U-03' }])
  })
})

describe('a set of keys', () => {
  it('finds what was added, and stops at its limit', () => {
    const keys = new KeySet(10_000)
    for (let key = 0; key < 9_999; key++) expect(keys.add([`k${key}`, 'x'])).toBe(false)
    expect(keys.isComplete).toBe(true)
    keys.add(['last'])
    expect(keys.isComplete).toBe(false)
    expect([keys.add(['more']), keys.add(['more']), keys.size]).toEqual([false, false, 10_000])
    expect([keys.has(['k77', 'x']), keys.has(['k7', '7x']), keys.add(['k77', 'x'])]).toEqual([true, false, true])
  })
})
