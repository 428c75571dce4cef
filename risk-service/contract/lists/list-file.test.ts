import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runInSlices, runSync } from '../cooperative.ts'
import { exportCell, writeCsv } from './csv-cells.ts'
import { listLimits } from './list-definitions.ts'
import { readListFile } from './list-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
function read(content: string | Uint8Array, name = 'list.csv') {
  const rows: string[][] = []
  const facts = runSync(
    readListFile(typeof content === 'string' ? bytes(content) : content, name, cells => rows.push(cells)),
  )
  return { ...facts, cells: rows }
}
const faults = (content: string | Uint8Array, name?: string) =>
  read(content, name).problems.map(({ code, row, column }) => [code, row, column])

describe('a list file', () => {
  it.each([
    ['LF', 'SKU,Limit\nA-1,250\nB-2,90.5\n'],
    ['CRLF', 'SKU,Limit\r\nA-1,250\r\nB-2,90.5\r\n'],
    ['no end of line at the end', 'SKU,Limit\nA-1,250\nB-2,90.5'],
    ['a byte order mark', '\uFEFFSKU,Limit\nA-1,250\nB-2,90.5'],
    ['blank lines at the end', 'SKU,Limit\nA-1,250\nB-2,90.5\n\r\n\n'],
    ['quotes', '"SKU","Limit"\r\n"A-1",250\nB-2,"90.5"'],
    ['blanks around headers', ' SKU , Limit\nA-1,250\nB-2,90.5'],
  ])('a list file is read with %s', (_what, text) => {
    expect(read(text)).toEqual({
      columns: ['SKU', 'Limit'],
      rows: 2,
      problems: [],
      cells: [
        ['A-1', '250'],
        ['B-2', '90.5'],
      ],
    })
  })
  it('a list file keeps commas, quotation marks and lines inside quotes, and rows by their number in the file', () => {
    expect(read('k,v\n"a,b","say ""hi"""\n"two\r\nlines",\nx,"1\n').problems).toMatchObject([
      { code: 'LST007', row: 4, column: '2' },
    ])
    expect(read('k,v\n"a,b","say ""hi"""\n"two\r\nlines",\n').cells).toEqual([
      ['a,b', 'say "hi"'],
      ['two\r\nlines', ''],
    ])
  })
  it('a list file may be a header alone, and blank lines are values of a single column', () => {
    expect(read('Key')).toMatchObject({ columns: ['Key'], rows: 0, problems: [] })
    expect(read('Key\na\n\nb\n').cells).toEqual([['a'], [''], ['b']])
  })
  it.each([
    ['another kind of file', 'a\n1', 'list.xlsx', [['LST001', null, null]]],
    ['no name', 'a\n1', '', [['LST001', null, null]]],
    ['no text', 'a\nb\n\0', undefined, [['LST001', 3, null]]],
    ['nothing', '', undefined, [['LST006', null, null]]],
    ['blank lines', '\n\r\n', undefined, [['LST006', null, null]]],
    ['blanks', '  ', undefined, [['LST006', null, null]]],
    ['a header twice', 'SKU,Owner, sku \n', undefined, [['LST003', 1, 'sku']]],
    ['an empty header', 'a,,b', undefined, [['LST004', 1, '2']]],
    ['a header of control characters', 'a,b\u0007\n', undefined, [['LST012', 1, '2']]],
    ['an endless header', `a,${'x'.repeat(101)}`, undefined, [['LST012', 1, '2']]],
    [
      'too few and too many fields',
      'a,b\n1\n1,2\n1,2,3\n\n1,2',
      undefined,
      [
        ['LST005', 2, null],
        ['LST005', 4, null],
        ['LST005', 5, null],
      ],
    ],
    ['an open quote', 'a\n"1', undefined, [['LST007', 2, '1']]],
    ['an open quote in the header', '"a\n1', undefined, [['LST007', 1, '1']]],
    ['text behind a quote', 'a,b\n1,"2"3\n', undefined, [['LST011', 2, '2']]],
    ['a quote amid text', 'a,b\n1,5" pipe\n', undefined, [['LST011', 2, '2']]],
  ])('a list file is refused for %s', (_what, content, name, expected) => {
    expect(faults(content, name)).toEqual(expected)
  })
  it('a list file is refused when it is not UTF-8, naming the line', () => {
    expect(faults(new Uint8Array([...bytes('a,b\nü,1\n'), 0x4d, 0xfc, 0x6c, 0x2c, 0x32, 0x0a]))).toEqual([
      ['LST001', 3, null],
    ])
    expect(faults(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toEqual([['LST001', 1, null]])
  })
  it('a list file is refused at 20 MB and read just below', () => {
    const large = new Uint8Array(listLimits.fileSize).fill(0x61)
    expect(faults(large)).toEqual([['LST002', null, null]])
    large[1] = 0x0a
    expect(read(large.subarray(1, listLimits.fileSize)).problems.map(({ code }) => code)).not.toContain('LST002')
  })
  it('a list file names a hundred faults at most', () => {
    expect(faults(`a,b\n${'1\n'.repeat(500)}`)).toHaveLength(100)
  })
  it('a list file is refused with too many columns', () => {
    expect(faults(Array.from({ length: 101 }, (_, n) => `c${n}`).join(','))).toEqual([['LST013', 1, null]])
  })
  it.each([
    ['commas', ',', 'LST013'],
    ['quoted cells', '"",', 'LST013'],
    ['quotation marks', '"', 'LST019'],
  ])('a file of nothing but %s is refused in a short answer, in steps of a moment', (_what, piece, code) => {
    const size = listLimits.fileSize - 1
    const content = bytes(piece.repeat(Math.floor(size / piece.length)))
    const reading = readListFile(content, 'list.csv')
    let longest = 0
    for (let step = reading.next(), from = performance.now(); ; step = reading.next()) {
      const now = performance.now()
      longest = Math.max(longest, now - from)
      from = now
      if (step.done !== true) continue
      expect(step.value.problems.map(problem => problem.code)).toContain(code)
      expect(JSON.stringify(step.value).length).toBeLessThan(100_000)
      break
    }
    // The column limit: it took seconds, and hundreds of megabytes.
    expect(longest).toBeLessThan(1000)
  })
  it('a list file says what is wrong in a sentence', () => {
    expect(read('a,b\n1').problems[0]).toMatchObject({
      message: 'Row 2 has 1 fields, expected 2.',
      params: { row: 2, fields: 1, expected: 2 },
    })
  })
})

const cell = fc
  .oneof(
    fc.string({ maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', 'é', '😀', '=', '+', '-', '@', '\t', "'"),
      maxLength: 6,
    }),
  )
  .map(text => text.toWellFormed().replaceAll('\0', ''))
const table = fc
  .integer({ min: 1, max: 4 })
  .chain(width =>
    fc
      .array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 })
      .map(rows => [Array.from({ length: width }, (_, n) => `c${n}`), ...rows]),
  )

describe('any file', () => {
  it('any file reads back what was written', () => {
    fc.assert(
      fc.property(table, rows => {
        // As it is exported: what a spreadsheet would run as a formula is a text there.
        const exported = rows.map(row => row.map(exportCell))
        expect(exported.flat().filter(text => /^[=+\-@\t\r]/.test(text))).toEqual([])
        const { problems, cells } = read(writeCsv(exported))
        expect(problems).toEqual([])
        expect(cells).toEqual(rows.slice(1))
      }),
      { numRuns: 500 },
    )
  })
  it('any file is read as csv-parse reads it, or refused where it does', () => {
    const text = fc
      .string({ unit: fc.constantFrom('"', ',', '\n', '\r\n', 'a', 'b', ' '), maxLength: 30 })
      .map(body => `h1,h2\n${body}`)
    fc.assert(
      fc.property(text, content => {
        const { problems, cells } = read(content)
        let other: string[][] | null = null
        try {
          // The same end of file: blank lines at the end are no rows.
          other = parse(content.replace(/(\r?\n)+$/, ''), {
            record_delimiter: ['\r\n', '\n'],
            relax_column_count: false,
          })
        } catch {
          /* Refused. */
        }
        if (other === null || other.some(row => row.length !== 2)) expect(problems.length).toBeGreaterThan(0)
        else expect([problems, cells]).toEqual([[], other.slice(1)])
      }),
      { numRuns: 1500 },
    )
  })
  it('any file never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), content => {
        const { problems, columns } = read(content)
        expect(problems.length > 0 || columns.length > 0).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
  it('any file is read the same in steps', async () => {
    const large = bytes(`k,v\n${Array.from({ length: 30_000 }, (_, n) => `key${n},"v ${n}"\n`).join('')}`)
    let last: string[] = []
    expect(
      await runInSlices(
        readListFile(large, 'l.csv', cells => {
          last = cells
        }),
        1,
      ),
    ).toEqual({ columns: ['k', 'v'], rows: 30_000, problems: [] })
    expect(last).toEqual(['key29999', 'v 29999'])
  })
})
