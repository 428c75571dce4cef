import { expect, it } from 'vitest'
import { CsvReader } from '../../contract/csv/csv-reader.ts'
import { RowPlaces } from './row-places.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** The text of rows at their places, read in pieces of some bytes. */
function rowsAt(text: string, rows: number[], size: number, options = { delimiter: ',', lineEnd: '\n' } as const) {
  const bytes = encode(text)
  const places = new RowPlaces(rows, options)
  for (let from = 0; from < bytes.length; from += size) if (!places.push(bytes.subarray(from, from + size))) break
  return places
    .finish()
    .map(({ row, from, to }) => [row, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to))])
}

const text = [
  '\ufeffid,note',
  '1,"two\nlines, and ""marks"""',
  '',
  '2,a "plain" mark\r',
  '3,"closed" late',
  '4,"ü, €"\r',
  '5,last',
].join('\n')

it.each([3, 5, 7, 64, 1000])('finds rows in pieces of %s bytes', size => {
  expect(rowsAt(text, [7, 2, 1, 4, 5, 6], size)).toEqual([
    [1, 'id,note'],
    [2, '1,"two\nlines, and ""marks"""'],
    [4, '2,a "plain" mark'],
    [5, '3,"closed" late'],
    [6, '4,"ü, €"'],
    [7, '5,last'],
  ])
})

it('numbers rows as the reader does', () => {
  const reader = new CsvReader()
  reader.push(text.replace('\ufeff', ''))
  reader.end()
  const rows: [number, string[]][] = []
  for (let cells = reader.next(); cells !== null; cells = reader.next()) rows.push([reader.row, cells])
  for (const [row, cells] of rows) {
    const [[, found] = [0, '']] = rowsAt(text, [row], 3)
    const own = new CsvReader()
    own.push(String(found))
    own.end()
    expect(own.next() ?? ['']).toEqual(cells)
  }
})

it('finds rows that end with carriage returns alone', () => {
  expect(rowsAt('a;b\r1;2\r3;4', [2, 3], 2, { delimiter: ';', lineEnd: '\r' } as never)).toEqual([
    [2, '1;2'],
    [3, '3;4'],
  ])
})

it('does not find rows that are not there', () => {
  expect(rowsAt('a,b\n1,2\n', [2, 3, 9], 4)).toEqual([[2, '1,2']])
})
