import { once } from 'node:events'
import { Readable } from 'node:stream'
import { parse as csvParse } from 'csv-parse'
import Papa from 'papaparse'
import { inferSchema, initParser } from 'udsv'
import { CsvReader } from '../../risk-service/contract/csv/csv-reader.ts'

/** What a parser said of a text in pieces. */
export interface Parsed {
  rows: string[][]
  /** Whether it said that something is wrong with the quotes. */
  isRefused: boolean
}

interface CsvParser {
  name: string
  /** Reads pieces of bytes and passes every row. Resolves to whether the quotes are wrong. */
  read: (pieces: readonly Uint8Array[], row: (cells: string[]) => void) => Promise<boolean>
}

async function readOwn(pieces: readonly Uint8Array[], row: (cells: string[]) => void): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = new CsvReader()
  let isRefused = false
  const take = () => {
    for (let cells = reader.next(); cells !== null; cells = reader.next()) {
      isRefused ||= reader.fault !== null
      row(cells)
    }
    isRefused ||= reader.fault !== null
  }
  for (const piece of pieces) {
    reader.push(decoder.decode(piece, { stream: true }))
    take()
  }
  reader.push(decoder.decode())
  reader.end()
  take()
  return Promise.resolve(isRefused)
}

async function readCsvParse(pieces: readonly Uint8Array[], row: (cells: string[]) => void): Promise<boolean> {
  const parser = csvParse({ bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'] })
  let isRefused = false
  parser.on('error', () => {
    isRefused = true
  })
  parser.on('data', row)
  const ended = Promise.race([once(parser, 'end'), once(parser, 'close')]).catch(() => undefined)
  Readable.from(pieces).pipe(parser)
  await ended
  return isRefused
}

function readPapaParse(pieces: readonly Uint8Array[], row: (cells: string[]) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isRefused = false
    Papa.parse<string[]>(Readable.from(pieces.map(piece => Buffer.from(piece))), {
      delimiter: ',',
      chunk: ({ data, errors }) => {
        isRefused ||= errors.length > 0
        for (const cells of data) row(cells)
      },
      complete: () => resolve(isRefused),
      error: reject,
    })
  })
}

async function readUdsv(pieces: readonly Uint8Array[], row: (cells: string[]) => void): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let parser: ReturnType<typeof initParser> | undefined
  const take = (cells: string[]): boolean => {
    row(cells)
    return true
  }
  for (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    parser ??= initParser(inferSchema(text, { col: ',', header: () => [] }))
    parser.chunk(text, parser.stringArrs, take)
  }
  parser?.end()
  return Promise.resolve(false)
}

export const parsers: readonly CsvParser[] = [
  { name: 'contract/csv', read: readOwn },
  { name: 'csv-parse', read: readCsvParse },
  { name: 'PapaParse', read: readPapaParse },
  { name: 'uDSV', read: readUdsv },
]
