import { createYieldPoint } from '../../../contract/cooperative.ts'
import { CsvReader } from '../../../contract/csv/csv-reader.ts'
import { type DualRunFormat, dualRunReportLimits } from '../../../contract/dual-runs/dual-run-report.ts'
import { isObject, type Json } from '../../../engine/lib/json.ts'
import type { EntryFault, EntryFormat, FormerEvent } from './former-event.ts'
import { readEntry } from './read-entry.ts'
import { readHead, readTexts, readWhole, splitLines, type Texts } from './read-text.ts'
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

/** Most bytes of a file once it is unpacked; the service permits less. */
const maxUnpacked = 2 * 1024 * 1024 * 1024 - 1

/**
 * Reads events with the answers of the former system: NDJSON, a JSON document or CSV, packed with gzip or not. A line
 * that is no JSON, such as the last one of a file that was cut off, is counted. A packed file is never in memory as a
 * whole, unless it is a JSON document.
 * @param most bytes of the file once it is unpacked
 * @throws FileFault for a file without any event
 */
export async function readFormerEvents(
  bytes: Uint8Array,
  assessment: string,
  most: number = maxUnpacked,
): Promise<FormerEvents> {
  const texts = readTexts(unpack(bytes, most))
  try {
    const head = await readHead(texts)
    const start = head.trimStart()
    if (start === '') throw new FileFault('empty')
    const line = start.split('\n', 1).join('')
    const collected = createCollector(assessment)
    const pause = createYieldPoint()
    if (!/^[[{]/.test(start)) await readTable(line, chain(head, texts), collected, pause)
    else if (parseJson(line) !== null) await readLines(chain(head, texts), collected, pause)
    else await readDocument(chain(head, texts), collected)
    return collected.end()
  } finally {
    await texts.return()
  }
}

async function* chain(head: string, texts: Texts): Texts {
  yield head
  yield* texts
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

const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** A line is an event or, as messages of event tracing are sent, an array of events. */
async function readLines(texts: Texts, collected: Collector, pause: Pause): Promise<void> {
  let line = 0
  for await (const lines of splitLines(texts))
    for (const text of lines) {
      line += 1
      if (text.trim() === '') continue
      const found = parseJson(text)
      if (found === null) collected.fail(line)
      else for (const each of entriesOf(found.value)) collected.add(each)
      if (line % 64 === 0) await pause()
    }
}

/** An array of events, an object with such an array, or one event. */
async function readDocument(texts: Texts, collected: Collector): Promise<void> {
  const found = parseJson(await readWhole(texts))
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
async function readTable(header: string, texts: Texts, collected: Collector, pause: Pause): Promise<void> {
  const delimiter = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const reader = new CsvReader({ delimiter })
  let columns: string[] | null = null
  for await (const text of withEnd(texts)) {
    if (text === null) reader.end()
    else reader.push(text)
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

/** Null after the last text. */
async function* withEnd(texts: Texts): AsyncGenerator<string | null, void, undefined> {
  yield* texts
  yield null
}

function rowOf(columns: readonly string[], cells: readonly string[]): Json {
  const row: Json = Object.create(null) as Json
  for (const [index, name] of columns.entries()) row[name] = cells[index] ?? ''
  return row
}
