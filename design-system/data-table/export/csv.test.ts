import { describe, expect, it } from 'vitest'
import { type CsvColumn, toCsv, toTsv } from './csv.ts'

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

  it.each(['=1+1', '+49 40', '-2', '@user', '\tx', '\rx'])('toCsv disarms %j', note => {
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
