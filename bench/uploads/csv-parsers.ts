import { median, type Row } from '../support/harness.ts'
import { type Parsed, parsers } from './parsers.ts'
import { wideFile } from './wide-file.ts'

const size = Number(process.env['BENCH_PARSER_MIB'] ?? 64) * 2 ** 20
const rounds = 3
const encoder = new TextEncoder()

/** A text that every parser should read, with its rows, or null where it should say that the quotes are wrong. */
const cases: readonly { name: string; text: string; rows: string[][] | null }[] = [
  {
    name: 'Delimiters, line ends and quotes in quoted cells',
    text: 'a,b\n"1,\n2","3 ""x"""\n,\n',
    rows: [
      ['a', 'b'],
      ['1,\n2', '3 "x"'],
      ['', ''],
    ],
  },
  {
    name: 'CR LF and LF in one file',
    text: 'a,b\r\n1,2\n3,4\r\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  },
  {
    name: 'The same, with quotes',
    text: 'a,b\n"1",2\r\n3,"4"\r\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  },
  {
    name: 'A byte order mark',
    text: '\ufeffa,b\n1,2\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    name: 'A carriage return in a cell',
    text: 'a,b\n1,"2\r"\n3,4\n',
    rows: [
      ['a', 'b'],
      ['1', '2\r'],
      ['3', '4'],
    ],
  },
  {
    name: 'No line end at the end',
    text: 'a,b\n1,2',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  { name: 'Rows of another width', text: 'a,b\n1\n1,2,3\n', rows: [['a', 'b'], ['1'], ['1', '2', '3']] },
  { name: 'A quote that is not closed', text: 'a,b\n1,"2\n3,4\n', rows: null },
  { name: 'Text behind a quote', text: 'a,b\n1,"2"x\n3,4\n', rows: null },
]

async function parse(read: (typeof parsers)[number]['read'], pieces: readonly Uint8Array[]): Promise<Parsed | null> {
  const rows: string[][] = []
  try {
    const isRefused = await read(pieces, cells => rows.push([...cells]))
    // Blank lines at the end are no rows.
    while (rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop()
    return { rows, isRefused }
  } catch {
    return null
  }
}

/** Cuts bytes in pieces of a size, so that every place is cut with one of the sizes. */
function piecesOf(bytes: Uint8Array, length: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += length) pieces.push(bytes.subarray(from, from + length))
  return pieces
}

async function isRight(read: (typeof parsers)[number]['read'], text: string, rows: string[][] | null): Promise<string> {
  const bytes = encoder.encode(text)
  const isSame = (found: Parsed | null): boolean =>
    rows === null ? found === null || found.isRefused : JSON.stringify(found?.rows) === JSON.stringify(rows)
  if (!isSame(await parse(read, [bytes]))) return 'no'
  for (let length = 1; length < bytes.length; length++)
    if (!isSame(await parse(read, piecesOf(bytes, length)))) return 'not in pieces'
  return 'yes'
}

async function rateOf(read: (typeof parsers)[number]['read'], file: Uint8Array): Promise<number> {
  const pieces = piecesOf(file, 1 << 20)
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    let cells = 0
    const started = performance.now()
    await read(pieces, row => {
      cells += row.length
    })
    if (cells === 0) return 0
    rates.push(file.length / 2 ** 20 / ((performance.now() - started) / 1000))
  }
  return median(rates)
}

/** A quote that is opened in the second row and closed nowhere, with so much behind it. */
const openQuote = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length).fill(0x61)
  bytes.set(encoder.encode('a,b\n1,"'))
  for (let at = 100; at < length; at += 100) bytes[at] = 10
  return bytes
}

/** The CSV reader of the project beside the parsers that others use: what they read rightly, and how fast. */
export async function benchCsvParsers(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, text, rows: expected } of cases) {
    const found: string[] = []
    for (const parser of parsers) found.push(`${parser.name} ${await isRight(parser.read, text, expected)}`)
    rows.push({ name, value: '', note: found.join(', ') })
  }
  for (const isQuoted of [false, true]) {
    const file = wideFile(size, isQuoted)
    for (const { name, read } of parsers)
      rows.push({
        name: `${name}, ${isQuoted ? 'a third of the text quoted' : 'nothing quoted'}`,
        value: `${Math.round(await rateOf(read, file))} MiB/s`,
        note: `${Math.round(file.length / 2 ** 20)} MiB of 20 columns in pieces of 1 MiB, bytes to cells; median of ${rounds}`,
      })
  }
  const file = openQuote(32 * 2 ** 20)
  for (const { name, read } of parsers) {
    const started = performance.now()
    await parse(read, piecesOf(file, 1 << 16))
    rows.push({
      name: `${name}, 32 MiB behind a quote that is not closed`,
      value: `${((performance.now() - started) / 1000).toFixed(1)} s`,
      note: 'in pieces of 64 KiB',
    })
  }
  return rows
}
