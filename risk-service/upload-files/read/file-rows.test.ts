import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader } from '../../contract/csv/csv-reader.ts'
import { rowOfCells } from '../cells/row-bytes.ts'
import { FileRows } from './file-rows.ts'

interface Read {
  /** Cells of a faulty row are not read. */
  rows: [row: number, cells: string[], isFaulty: boolean][]
  fault: unknown
}
type Head = ConstructorParameters<typeof FileRows>[0]
const plain: Head = { delimiter: ',', lineEnd: '\n' }
const encode = (text: string) => new TextEncoder().encode(text)

/** Pieces of bytes that are cut at shares of their length. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const marks = [0, ...places.map(place => Math.floor(place * bytes.length)).sort((a, b) => a - b), bytes.length]
  return marks.slice(1).map((mark, index) => bytes.subarray(marks[index], mark))
}

function readRows(pieces: readonly Uint8Array[], head = plain, width = 2): Read {
  const reader = new FileRows(head, width)
  const rows: Read['rows'] = []
  const take = () => {
    while (reader.next()) {
      const cells = Array.from({ length: reader.count }, (_, index) => reader.text(index))
      rows.push([reader.row, reader.isFaulty ? [] : cells, reader.isFaulty])
    }
  }
  for (const piece of pieces) {
    // Memory that is used again.
    const memory = new Uint8Array(piece)
    reader.push(memory)
    take()
    memory.fill(0)
  }
  reader.push(new Uint8Array(), true)
  take()
  return { rows, fault: reader.fault }
}

function readCells(text: string, head = plain, width = 2): Read {
  const reader = new CsvReader(head)
  const rows: Read['rows'] = []
  reader.push(text)
  reader.end()
  for (let cells = reader.next(); cells !== null; cells = reader.next()) {
    const isFaulty = reader.fault?.kind === 'after quote'
    if (width < 2 || cells.length > 1 || cells[0] !== '') rows.push([reader.row, isFaulty ? [] : cells, isFaulty])
  }
  return { rows, fault: reader.fault }
}

describe('rows of a file', () => {
  it('are those of the reader of CSV, wherever the file is cut', () => {
    const part = fc.constantFrom('"', '""', ',', ';', '\n', '\r\n', '\r', 'a', '1 2', 'é', '😀', '\ufeff', '","', '"\n')
    const texts = fc.array(part, { maxLength: 30 }).map(parts => parts.join(''))
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
    const heads = fc.constantFrom<Head>(plain, { ...plain, delimiter: ';' }, { ...plain, lineEnd: '\r' })
    fc.assert(
      fc.property(texts, places, heads, fc.constantFrom(1, 2, 3), (text, marks, head, width) => {
        expect(readRows(cut(encode(`h${text}`), marks), head, width)).toEqual(readCells(`h${text}`, head, width))
      }),
      { numRuns: 3000 },
    )
  })
  it('have no byte order mark, also in pieces of one byte', () => {
    const bytes = encode('\ufeffa,"b"\n1,2')
    const rows = [
      [1, ['a', 'b'], false],
      [2, ['1', '2'], false],
    ]
    for (const pieces of [[bytes], [...bytes].map(byte => Uint8Array.of(byte))])
      expect(readRows(pieces)).toEqual({ rows, fault: null })
  })
  it('may be longer than a piece, and end with a fault where nothing closes them', () => {
    const pieces = (text: string) => cut(encode(text), [0.1, 0.3, 0.5, 0.7])
    const long = `a,b\n1,"${'x\n'.repeat(1_200_000)}"\n3,4\n`
    expect(readRows(pieces(long)).rows.map(([row, cells]) => [row, cells.map(cell => cell.length)])).toEqual([
      [1, [1, 1]],
      [2, [1, 2_400_000]],
      [3, [1, 1]],
    ])
    expect(readRows(pieces(`a,b\n\n1,"${'x'.repeat(3_000_000)}\n`))).toEqual({
      rows: [[1, ['a', 'b'], false]],
      fault: { kind: 'open', row: 3, column: 2 },
    })
  })
  it('have ten thousand cells at most', () => {
    const row = (count: number) => `${Array.from({ length: count }, () => 'x').join(',')}\n`
    expect(readRows([encode(`a,b\n${row(10_000)}c,d\n`)]).rows.map(([, cells]) => cells.length)).toEqual([2, 10_000, 2])
    expect(readRows([encode(`a,b\n${row(10_001)}c,d\n`)])).toEqual({
      rows: [[1, ['a', 'b'], false]],
      fault: { kind: 'too many', row: 2, column: 10_001 },
    })
  })
  it('end before bytes that are no text', () => {
    const reader = new FileRows(plain, 2)
    reader.push(new Uint8Array([...encode('a,b\n1,'), 0xc3]))
    expect([reader.next(), reader.next(), reader.isText]).toEqual([true, false, true])
    reader.push(new Uint8Array([0xa9, ...encode('\n2,3\n4,'), 0xfc]))
    expect([reader.next(), reader.text(1), reader.next(), reader.text(1), reader.next()]).toEqual([
      true,
      'é',
      true,
      '3',
      false,
    ])
    expect([reader.isText, reader.row]).toEqual([false, 3])
  })
})

it('cells that were read elsewhere have their places in bytes', () => {
  const row = rowOfCells(['a', '', 'é"', '\ud800'])
  expect([...row.marks]).toEqual([0, 0, 2, 2])
  expect([row.text(0), row.text(1), row.text(2), row.text(3), row.text(4)]).toEqual(['a', '', 'é"', '\ud800', ''])
  expect([...row.ends].map((to, index) => to - (row.starts[index] ?? 0))).toEqual([1, 0, 3, 3])
})
