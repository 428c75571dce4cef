import { describe, expect, it } from 'vitest'
import { createColumns } from '../columns/columns.tsx'
import { type CsvColumn, exportColumns, toCsv, toTsv } from './csv.ts'

interface Row {
  id: string
  amount: number
  at: Date
  note: string | null
}

const columns: CsvColumn<Row>[] = [
  { name: 'Purchase, ID', value: row => row.id },
  { name: 'Amount', value: row => row.amount },
  { name: 'Time', value: row => row.at },
  { name: 'Note', value: row => row.note },
]
const at = new Date('2026-11-21T13:55:07Z')

describe('toCsv', () => {
  it('toCsv writes raw values with point decimals and ISO UTC times', () => {
    expect(toCsv(columns, [{ id: 'P-1', amount: -2418.9, at, note: null }])).toBe(
      '"Purchase, ID",Amount,Time,Note\r\nP-1,-2418.9,2026-11-21T13:55:07.000Z,\r\n',
    )
  })

  it.each(['=1+1', '+49 40', '-2', '@user', '\tx', '\rx', '＝1+1'])('toCsv disarms %j', note => {
    const cell = toCsv([{ name: 'n', value: (row: string) => row }], [note])
      .split('\r\n')
      .slice(1)
      .join('\r\n')
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it('toCsv quotes separators, quotes and line ends', () => {
    expect(toCsv([{ name: 'n', value: (row: string) => row }], ['a "b", c\nd'])).toBe('n\r\n"a ""b"", c\nd"\r\n')
  })

  it('toCsv writes lists as one cell and invalid values as nothing', () => {
    expect(toCsv([{ name: 'n', value: (row: readonly string[]) => row }], [['a', 'b']])).toBe('n\r\na; b\r\n')
    expect(toCsv([{ name: 'n', value: (row: number) => row }], [Number.NaN])).toBe('n\r\n\r\n')
  })
})

describe('exportColumns', () => {
  const c = createColumns<{ id: string; amount: number; currency: string }>()
  const all = [
    c.text('id', { labelId: 'Id', value: row => row.id }),
    c.money('amount', { labelId: 'Amount', value: row => row.amount, currency: row => row.currency }),
    c.text('currency', {
      labelId: 'Currency',
      value: row => row.currency,
      initiallyHidden: true,
      alwaysExported: true,
    }),
    c.text('note', { labelId: 'Note', value: () => 'n', initiallyHidden: true }),
  ]
  const rows = [
    { id: 'P-1', amount: 898, currency: 'EUR' },
    { id: 'P-2', amount: -4.5, currency: 'JPY' },
    { id: 'P-3', amount: 1.234, currency: 'KWD' },
  ]

  it('exportColumns adds the currency of amounts while its column is hidden, and fixes their decimals', () => {
    expect(
      toCsv(
        exportColumns(all.slice(0, 2), all, column => column.labelId ?? ''),
        rows,
      ),
    ).toBe('Id,Amount,Currency\r\nP-1,898.00,EUR\r\nP-2,-4.50,JPY\r\nP-3,1.234,KWD\r\n')
  })

  it('exportColumns leaves a currency that is shown in its place', () => {
    const shown = all.slice(0, 3).reverse()
    expect(exportColumns(shown, all, column => column.labelId ?? '').map(({ name }) => name)).toEqual([
      'Currency',
      'Amount',
      'Id',
    ])
  })
})

describe('toTsv', () => {
  it('toTsv separates with tabs and quotes what holds one', () => {
    expect(
      toTsv([
        ['a', 1],
        ['b\tc', null],
      ]),
    ).toBe('a\t1\n"b\tc"\t')
  })
})
