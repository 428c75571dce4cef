import { createYieldPoint } from '../../../contract/cooperative.ts'
import { CsvReader } from '../../../contract/csv/csv-reader.ts'
import { type DualRunFormat, dualRunReportLimits } from '../../../contract/dual-runs/dual-run-report.ts'
import { isObject, type Json } from '../../../engine/lib/json.ts'
import type { EntryFault, EntryFormat, FormerEvent } from './former-event.ts'
import { readEntry } from './read-entry.ts'
import { FileFault, unpack } from './unpack.ts'

/** The events of a file in order of time, and what else is in it. */
export interface FormerEvents {
  format: DualRunFormat
  events: FormerEvent[]
  outOfOrder: number
  faults: Record<EntryFault, number>
  unreadable: number
  unreadableLines: number[]
}

/** Longest text that is parsed as a whole: a document that is no NDJSON. */
const maxDocument = 256 * 1024 * 1024
const [lineFeed, bracket, brace] = [10, 91, 123]

/**
 * Reads events with the answers of the former system: NDJSON, a JSON document or CSV, packed with gzip or not. A line
 * that is no JSON, such as the last one of a file that was cut off, is counted.
 * @throws FileFault for a file without any event
 */
export async function readFormerEvents(bytes: Uint8Array, assessment: string): Promise<FormerEvents> {
  const content = withoutByteOrderMark(await unpack(bytes))
  const collected = createCollector(assessment)
  const pause = createYieldPoint()
  const first = content.findIndex(byte => byte > 32)
  if (first < 0) throw new FileFault('empty')
  if (content[first] !== bracket && content[first] !== brace) await readTable(content, collected, pause)
  else if (isLineJson(content, first)) await readLines(content, collected, pause)
  else readDocument(content, collected)
  return collected.end()
}

type Pause = () => Promise<void>
type Collector = ReturnType<typeof createCollector>

function createCollector(assessment: string) {
  const formats = new Set<EntryFormat>()
  const events: FormerEvent[] = []
  const faults: FormerEvents['faults'] = { dataEvent: 0, noAnswer: 0, noTime: 0, unknownType: 0 }
  const unreadableLines: number[] = []
  let unreadable = 0
  let outOfOrder = 0
  let latest = -Infinity
  return {
    add(value: unknown): void {
      const entry = readEntry(value, assessment)
      if (entry.event === null) {
        if (entry.fault !== null) faults[entry.fault] += 1
        return
      }
      formats.add(entry.format)
      if (entry.event.at < latest) outOfOrder += 1
      else latest = entry.event.at
      events.push(entry.event)
    },
    fail(line: number): void {
      unreadable += 1
      if (unreadableLines.length < dualRunReportLimits.lines) unreadableLines.push(line)
    },
    end(): FormerEvents {
      if (events.length === 0) throw new FileFault(faults.noAnswer > 0 ? 'noAnswers' : 'noEvents')
      // The sort is stable: of events of one time the order of the file stays.
      if (outOfOrder > 0) events.sort((a, b) => a.at - b.at)
      const [only] = formats
      return {
        format: formats.size === 1 && only !== undefined ? only : 'mixed',
        events,
        outOfOrder,
        faults,
        unreadable,
        unreadableLines,
      }
    },
  }
}

const decoder = new TextDecoder()
const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** Whether the first line is JSON by itself. */
function isLineJson(content: Uint8Array, first: number): boolean {
  const end = content.indexOf(lineFeed, first)
  return parseJson(decoder.decode(content.subarray(first, end < 0 ? undefined : end))) !== null
}

/** A line is an event or, as messages of event tracing are sent, an array of events. */
async function readLines(content: Uint8Array, collected: Collector, pause: Pause): Promise<void> {
  let from = 0
  for (let line = 1; from < content.length; line += 1) {
    const next = content.indexOf(lineFeed, from)
    const end = next < 0 ? content.length : next
    const text = decoder.decode(content.subarray(from, end)).trim()
    from = end + 1
    if (text === '') continue
    const found = parseJson(text)
    if (found === null) collected.fail(line)
    else for (const each of entriesOf(found.value)) collected.add(each)
    if (line % 64 === 0) await pause()
  }
}

/** An array of events, an object with such an array, or one event. */
function readDocument(content: Uint8Array, collected: Collector): void {
  if (content.length > maxDocument) throw new FileFault('documentTooLong')
  const found = parseJson(decoder.decode(content))
  if (found === null) throw new FileFault('notJson')
  for (const each of entriesOf(found.value)) collected.add(each)
}

function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  if (!isObject(value)) return [value]
  const list = [value.events, value.value, value.rows, value.items, value.records].find(Array.isArray)
  return list === undefined || value.request !== undefined ? [value] : (list as unknown[])
}

/** CSV with a header, as the search exports it. */
async function readTable(content: Uint8Array, collected: Collector, pause: Pause): Promise<void> {
  const header = decoder.decode(content.subarray(0, Math.max(0, content.indexOf(lineFeed))))
  const delimiter = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const reader = new CsvReader({ delimiter })
  const texts = new TextDecoder()
  let columns: string[] | null = null
  for (let from = 0; from <= content.length; from += 1 << 20) {
    const isLast = from + (1 << 20) > content.length
    reader.push(texts.decode(content.subarray(from, from + (1 << 20)), { stream: !isLast }))
    if (isLast) reader.end()
    for (let cells = reader.next(); cells !== null; cells = reader.next()) {
      if (columns === null) columns = cells.map(name => name.trim())
      else if (reader.fault !== null || cells.length !== columns.length) collected.fail(reader.line)
      else collected.add(rowOf(columns, cells))
      await pause()
    }
    if (reader.fault !== null) {
      collected.fail(reader.line)
      break
    }
  }
}

function rowOf(columns: readonly string[], cells: readonly string[]): Json {
  const row: Json = Object.create(null) as Json
  for (const [index, name] of columns.entries()) row[name] = cells[index] ?? ''
  return row
}
