import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { writeCsv } from '../lists/csv-cells.ts'
import { type CsvFault, type CsvOptions, CsvReader } from './csv-reader.ts'

interface Read {
  rows: string[][]
  faults: CsvFault[]
  lines: number[]
}

function read(pieces: readonly string[], options?: CsvOptions): Read {
  const reader = new CsvReader(options)
  const found: Read = { rows: [], faults: [], lines: [] }
  const take = () => {
    for (let cells = reader.next(); cells !== null; cells = reader.next()) {
      found.rows.push(cells)
      found.lines.push(reader.line)
      if (reader.fault) found.faults.push(reader.fault)
    }
  }
  for (const piece of pieces) {
    reader.push(piece)
    take()
  }
  reader.end()
  take()
  if (reader.fault && !found.faults.includes(reader.fault)) found.faults.push(reader.fault)
  return found
}

/** Cuts a text at places between 0 and 1. */
function cut(text: string, places: readonly number[]): string[] {
  const marks = [0, ...places.map(place => Math.floor(place * text.length)).sort((a, b) => a - b), text.length]
  return marks.slice(1).map((mark, index) => text.slice(marks[index], mark))
}

const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', ' ', 'é', '😀'), maxLength: 6 })
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })

describe('a CSV reader', () => {
  it('returns the rows that were written, wherever the text is cut', () => {
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }))
    fc.assert(
      fc.property(table, places, (rows, at) => {
        const { rows: found, faults } = read(cut(writeCsv(rows), at))
        expect(faults).toEqual([])
        expect(found).toEqual(rows)
      }),
      { numRuns: 1000 },
    )
  })
  it('reads any text the same, wherever it is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'a', 'bc'), maxLength: 40 })
    fc.assert(
      fc.property(text, places, (content, at) => {
        expect(read(cut(content, at))).toEqual(read([content]))
      }),
      { numRuns: 2000 },
    )
  })
  it('reads what csv-parse reads, with any delimiter', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ';', '\n', '\r\n', 'a', 'b', ' '), maxLength: 30 })
    fc.assert(
      fc.property(text, content => {
        const { rows, faults } = read([content], { delimiter: ';' })
        let other: string[][] | null = null
        try {
          other = parse(content.replace(/(\r?\n)+$/, ''), {
            delimiter: ';',
            record_delimiter: ['\r\n', '\n'],
            relax_column_count: true,
          })
        } catch {
          /* Refused. */
        }
        if (other === null) expect(faults).not.toEqual([])
        else expect([rows, faults]).toEqual([other, []])
      }),
      { numRuns: 2000 },
    )
  })
  it('counts rows, and the lines in which they begin', () => {
    expect(read(['a,b\r\n"1\n2",x\n\ny,z\n\n\n'])).toEqual({
      rows: [['a', 'b'], ['1\n2', 'x'], [''], ['y', 'z']],
      faults: [],
      lines: [1, 2, 4, 5],
    })
  })
  it('reads files whose rows end with a carriage return alone', () => {
    expect(read(['a,"b\nc"\r1,2\r'], { lineEnd: '\r' }).rows).toEqual([
      ['a', 'b\nc'],
      ['1', '2'],
    ])
  })
  it('reads a line feed alone as a character of its cell where rows end with two characters', () => {
    const text = 'a,b\r\n1\n2,x\r\n\r\n"3\n4",\n5\r\n\r\n'
    const rows = [['a', 'b'], ['1\n2', 'x'], [''], ['3\n4', '\n5']]
    for (let at = 0; at <= text.length; at++)
      expect(read([text.slice(0, at), text.slice(at)], { lineEnd: '\r\n' })).toEqual({
        rows,
        faults: [],
        lines: [1, 2, 4, 5],
      })
  })
  it('goes on behind a misplaced quotation mark', () => {
    expect(read(['1,5" pipe,x\n2,"a"b"c,y\n3,,z\n'])).toEqual({
      rows: [
        ['1', '5" pipe', 'x'],
        ['2', 'ab"c', 'y'],
        ['3', '', 'z'],
      ],
      faults: [
        { kind: 'misplaced', row: 1, column: 2 },
        { kind: 'after quote', row: 2, column: 2 },
      ],
      lines: [1, 2, 3],
    })
  })
  it('reads pieces that are longer than any row may be, and a cell of many lines over them', () => {
    const rows = Array.from({ length: 3000 }, (_, row) => [`k${row}`, row % 1000 === 7 ? 'x\n'.repeat(900) : 'v'])
    const text = writeCsv(rows)
    for (const pieces of [[0.001], [0.5], [0.2, 0.3, 0.9]])
      expect(read(cut(text, pieces), { maxLength: 2000 }).rows).toEqual(rows)
  })
  it('reads a long row behind many blank lines once', () => {
    const [blanks, length] = [500, 2000]
    for (const text of [
      `a\n${'\n'.repeat(blanks)}${'x'.repeat(length)}`,
      `a\n${'\r\n'.repeat(blanks)}"${'x'.repeat(length)}`,
    ]) {
      const steps = vi.spyOn(String.prototype, 'charCodeAt')
      const { rows } = read([`${text}"\n`])
      const count = steps.mock.calls.length
      steps.mockRestore()
      expect(rows).toHaveLength(blanks + 2)
      expect(count).toBeLessThan(10 * (blanks + length))
    }
  })
  it('ends at a quote that is not closed, and before it takes all memory', () => {
    expect(read(['a\nb,"c\nd'])).toEqual({ rows: [['a']], faults: [{ kind: 'open', row: 2, column: 2 }], lines: [1] })
    const endless = Array.from({ length: 100 }, () => 'x'.repeat(1000))
    expect(read(['a,"', ...endless], { maxLength: 5000 }).faults).toEqual([{ kind: 'too long', row: 1, column: 2 }])
    expect(read(endless, { maxLength: 5000 }).faults).toEqual([{ kind: 'too long', row: 1, column: 1 }])
  })
  it('ends at a row of more than ten thousand cells, quoted or not, and reads that many', () => {
    const row = (count: number, cell: string) => `${Array.from({ length: count }, () => cell).join(',')}\n`
    for (const [cell, at] of [
      ['', []],
      ['x', [0.3, 0.7]],
      ['"x"', [0.5]],
    ] as const) {
      expect(read(cut(row(10_000, cell), at))).toMatchObject({ rows: [{ length: 10_000 }], faults: [] })
      for (const count of [10_001, 10_002, 20_000])
        expect(read(cut(`a\n\n${row(count, cell)}b\n`, at))).toMatchObject({
          rows: [['a'], ['']],
          faults: [{ kind: 'too many', row: 3, column: 10_001 }],
        })
    }
    expect(read([`${row(10_001, 'x').trimEnd()}`]).faults).toMatchObject([{ kind: 'too many' }])
    expect(read([`${row(10_000, 'x').trimEnd()},"y"\n`]).faults).toMatchObject([{ kind: 'too many', column: 10_001 }])
  })
})
