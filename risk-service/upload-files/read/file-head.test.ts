import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { detectDelimiter } from './delimiter.ts'
import { checkFile, readHead } from './file-head.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = (content: string | Uint8Array, hasHeader = true) =>
  readHead(typeof content === 'string' ? bytes(content) : content, true, { hasHeader })
const codes = (content: string | Uint8Array) => {
  const found = head(content)
  return Array.isArray(found) ? found.map(({ code, detail }) => [code, detail]) : []
}
const utf16 = (text: string, mark: boolean) => new Uint8Array(Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le'))

describe('a file before it is opened', () => {
  it.each([
    ['purchases.xlsx', 10, ['U-01']],
    ['purchases', 10, ['U-01']],
    ['purchases.csv.exe', 10, ['U-01']],
    ['purchases.csv', 10 * 2 ** 30 + 1, ['U-02']],
    ['purchases.csv', 0, ['U-03']],
    ['purchases.csv', 10 * 2 ** 30, []],
    ['Purchases.TSV', 10, []],
  ])('%s of %d bytes: %j', (name, size, expected) => {
    expect(checkFile(name, size).map(({ code }) => code)).toEqual(expected)
  })
})

describe('the head of a file', () => {
  it.each([
    ['nothing', '', [['U-03', null]]],
    ['blank lines', '\n\r\n', [['U-03', null]]],
    ['UTF-16 with its mark', utf16('a,b\n1,2', true), [['U-04', 'UTF-16 LE']]],
    ['UTF-16 without a mark', utf16('a,b\n1,2', false), [['U-04', 'UTF-16 LE']]],
    ['gzip', new Uint8Array(gzipSync('a,b\n1,2')), [['U-04', 'gzip']]],
    ['Latin-1', new Uint8Array([0x61, 0xfc, 0x2c, 0x62, 0x0a]), [['U-04', null]]],
    ['one column', 'a\n1\n', [['U-05', null]]],
    ['two delimiters alike', 'a,b;c\n1,2;3\n', [['U-05', null]]],
    ['a name twice', 'a,b, a \n1,2,3', [['U-06', null]]],
    ['an open quote', '"a,b\n1,2', [['U-08', null]]],
    ['too many columns', `${'a,'.repeat(10_000)}b\n`, [['U-07', null]]],
  ])('of %s', (_what, content, expected) => {
    expect(codes(content)).toEqual(expected)
  })
  it('of a file without a header repeats no card number of its first row', () => {
    const found = head('p1,4111 1111 1111 1111,078-05-1120\np2,x,y\n')
    expect(found).toMatchObject([
      { code: 'U-20', severity: 'error', row: 1, column: '*'.repeat(19), params: { a: '*'.repeat(19) } },
      { code: 'U-20', severity: 'error', row: 1, column: '*'.repeat(11) },
    ])
    expect(JSON.stringify(found)).not.toMatch(/4111|1120/)
    expect(head('p1,4111 1111 1111 1111\n', false)).toMatchObject({ columns: ['Column1', 'Column2'] })
  })
  it('shortens a long name that is there twice', () => {
    const name = 'x'.repeat(300)
    expect(JSON.stringify(head(`${name},a,${name}\n`))).not.toContain('x'.repeat(201))
  })
  it('has columns and rows', () => {
    expect(head('\ufeffa, b ,\n1,"x\ny",3\n\n4,5,6')).toEqual({
      delimiter: ',',
      lineEnd: '\n',
      hasHeader: true,
      columns: ['a', 'b', 'Column3'],
      rows: [
        ['1', 'x\ny', '3'],
        ['4', '5', '6'],
      ],
    })
    expect(head('1;2\r3;4\r', false)).toMatchObject({ lineEnd: '\r', columns: ['Column1', 'Column2'], delimiter: ';' })
  })
  it('is read without a last character that is cut', () => {
    expect(readHead(bytes('a,b\n1,é').subarray(0, 7), false)).toMatchObject({ columns: ['a', 'b'], rows: [] })
  })
})

describe('a delimiter', () => {
  it.each([
    ['a,b,c\n1,2,3', ','],
    ['a;b;c\n1,5;2,5;3,5', ';'],
    ['1,5;2,5;3,5\n1,6;2,6;3,6', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['"x;y";"z";a,b\n1;2;3', ';'],
    ['"a,b"\n1', null],
    ['a b\n1 2', null],
  ])('of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text, '\n', true)).toBe(delimiter)
  })
})
