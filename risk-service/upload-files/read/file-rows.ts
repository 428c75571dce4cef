import { type CsvFault, CsvReader } from '../../contract/csv/csv-reader.ts'
import { cellMarks, type RowBytes, rowOfCells } from '../cells/row-bytes.ts'
import type { FileHead } from './file-head.ts'
import { Utf8Pieces } from './text-decoder.ts'

const [quote, lineFeed, carriageReturn] = [34, 10, 13]
/** Bytes of an incomplete row, and cells of a row, from which on `CsvReader` reads, which has limits for both. */
const limits = { open: 1 << 20, cells: 10_000 }
const none = new Uint8Array()

/**
 * Reads the rows of a file in pieces of any size as places in its bytes: three times as fast as the cells that
 * `CsvReader` makes of them, and the same ones, which a test of random files compares. What has no place in a row of
 * a table is left to that reader from its row on: a quotation mark that nothing closes, cells without end, a last row
 * without a line end, rows that end with carriage returns.
 */
export class FileRows implements RowBytes {
  /** Number of the row that `next` read last; every line is one, blank ones among them. */
  row = 0
  /** Whether that row has text behind a quoted cell. */
  isFaulty = false
  /** The fault that ended the reading. */
  fault: CsvFault | null = null
  /** False from the first bytes on that are no text in UTF-8: the rows before them are read. */
  isText = true
  bytes: Uint8Array = none
  starts: Int32Array
  ends: Int32Array
  marks: Uint8Array
  count = 0
  readonly #head: Pick<FileHead, 'delimiter' | 'lineEnd'>
  readonly #delimiter: number
  /** Columns of the table. */
  readonly #width: number
  readonly #pieces = new Utf8Pieces()
  /** The end of the bytes, and the beginning of the next row. */
  #length = 0
  #at = 0
  #isFirst = true
  /** Reads the rest of the file, where it has begun. */
  #reader: CsvReader | null = null
  /** The row that it read. */
  #cells: RowBytes | null = null
  /** The text of the last piece, where all of it is ASCII, and its place. */
  #ascii: string | null = null
  #asciiAt = 0
  /** The text of the row, made when a part of it is needed. */
  #rowText: string | null = null

  /** @param width number of columns */
  constructor(head: Pick<FileHead, 'delimiter' | 'lineEnd'>, width: number) {
    this.#head = head
    this.#delimiter = head.delimiter.charCodeAt(0)
    this.#width = width
    const room = Math.min(width + 1, limits.cells)
    this.starts = new Int32Array(room)
    this.ends = new Int32Array(room)
    this.marks = new Uint8Array(room)
    // Blank lines are rows of a table with one column.
    if (head.lineEnd !== '\n' || width < 2) this.#reader = new CsvReader(head)
  }

  /** Takes the next bytes, whose memory the caller may use again. */
  push(piece: Uint8Array, isLast = false): void {
    const text = this.#pieces.decode(piece, isLast)
    this.isText = text !== null
    if (text === null || isLast) this.#readOn()
    if (this.#reader !== null) {
      this.#reader.push(text ?? this.#pieces.goodLines(piece))
      if (isLast && text !== null) this.#reader.end()
      return
    }
    const open = this.#append(piece)
    // Without a character that the piece before it began.
    this.#ascii = text?.length === piece.length && (piece[0] ?? 0) < 0x80 ? text : null
    this.#asciiAt = open
  }

  /** Reads the next row; false when more bytes are needed, and at the end. Blank lines are left out. */
  next(): boolean {
    while (this.#reader === null && this.#find())
      // A cell of two quotation marks is all of a blank row, too.
      if (this.count > 1 || this.isFaulty || this.starts[0] !== this.ends[0]) return true
    return this.#reader !== null && this.#readCells(this.#reader)
  }

  text(index: number): string {
    if (this.#cells !== null) return this.#cells.text(index)
    if (index < 0 || index >= this.count) return ''
    const from = this.starts[index] as number
    const to = this.ends[index] as number
    const mark = this.marks[index] as number
    if ((mark & cellMarks.beyondAscii) === 0) {
      const plain = this.#plainText(from, to)
      return (mark & cellMarks.doubled) === 0 ? plain : plain.replaceAll('""', '"')
    }
    const text = utf8.decode(this.bytes.subarray(from, to))
    return (mark & cellMarks.doubled) === 0 ? text : text.replaceAll('""', '"')
  }

  /** Returns a part of the row in ASCII: of a text of the piece, or of the row, as far as they have no other characters. */
  #plainText(from: number, to: number): string {
    if (this.#ascii !== null && from >= this.#asciiAt)
      return this.#ascii.slice(from - this.#asciiAt, to - this.#asciiAt)
    const start = this.starts[0] as number
    this.#rowText ??= utf8.decode(this.bytes.subarray(start, this.#at))
    if (this.#rowText.length === this.#at - start) return this.#rowText.slice(from - start, to - start)
    return utf8.decode(this.bytes.subarray(from, to))
  }

  /** Adds a piece behind the row that the one before it left open; returns its place. */
  #append(piece: Uint8Array): number {
    const open = this.#length - this.#at
    if (open + piece.length > this.bytes.length) {
      const bytes = new Uint8Array(open + piece.length)
      bytes.set(this.bytes.subarray(this.#at, this.#length))
      this.bytes = bytes
    } else this.bytes.copyWithin(0, this.#at, this.#length)
    this.bytes.set(piece, open)
    this.#length = open + piece.length
    this.#at = 0
    if (this.#isFirst && this.#length >= 3) {
      this.#isFirst = false
      if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.#at = 3
    }
    return open
  }

  /** Leaves the rest of the file to the other reader, from the beginning of the next row on. */
  #readOn(): void {
    if (this.#reader !== null) return
    this.#reader = new CsvReader(this.#head)
    this.#reader.row = this.row
    // Without the bytes of a character that is cut: the decoder of the pieces has them.
    const text = new TextDecoder('utf-8', { ignoreBOM: !this.#isFirst }).decode(
      this.bytes.subarray(this.#at, this.#length),
      { stream: true },
    )
    this.#reader.push(text)
    this.#at = this.#length
  }

  #readCells(reader: CsvReader): boolean {
    for (let cells = reader.next(); cells !== null; cells = reader.next()) {
      this.row = reader.row
      if (cells.length === 1 && cells[0] === '' && this.#width > 1) continue
      const row = rowOfCells(cells)
      this.isFaulty = reader.fault?.kind === 'after quote'
      this.bytes = row.bytes
      this.starts = row.starts
      this.ends = row.ends
      this.marks = row.marks
      this.count = row.count
      this.#cells = row
      return true
    }
    this.fault = reader.fault
    return false
  }

  /** Finds the cells of the next row. */
  #find(): boolean {
    const { bytes } = this
    const length = this.#length
    const delimiter = this.#delimiter
    let at = this.#at
    let rows = 1
    for (; at < length; at++, rows++) {
      if (bytes[at] === carriageReturn && at + 1 < length && bytes[at + 1] === lineFeed) at++
      else if (bytes[at] !== lineFeed) break
    }
    let isFaulty = false
    for (let index = 0; at < length; index++) {
      if (index >= this.starts.length && !this.#widen()) break
      let from = at
      let to = -1
      let mark = 0
      let high = 0
      if (bytes[at] === quote) {
        from++
        for (at++; ; at++) {
          let byte = 0
          while (at < length && (byte = bytes[at] as number) !== quote) {
            high |= byte
            at++
          }
          // Whether a mark closes the cell, or is doubled, is seen of the byte behind it.
          if (at + 1 >= length || bytes[at + 1] !== quote) break
          at++
          mark = cellMarks.doubled
        }
        to = at++
        if (at >= length) break
        const byte = bytes[at]
        if (byte === carriageReturn && at + 1 >= length) break
        const isEnd = byte === lineFeed || (byte === carriageReturn && bytes[at + 1] === lineFeed)
        if (byte !== delimiter && !isEnd) isFaulty = true
      }
      let byte = 0
      while (at < length && (byte = bytes[at] as number) !== delimiter && byte !== lineFeed) {
        high |= byte
        at++
      }
      if (at >= length) break
      if (to < 0) to = byte === lineFeed && at > from && bytes[at - 1] === carriageReturn ? at - 1 : at
      this.starts[index] = from
      this.ends[index] = to
      this.marks[index] = high > 0x7f ? mark | cellMarks.beyondAscii : mark
      at++
      if (byte !== lineFeed) continue
      this.count = index + 1
      this.row += rows
      this.isFaulty = isFaulty
      this.#at = at
      this.#rowText = null
      return true
    }
    // The row goes on in the next piece.
    if (length - this.#at > limits.open || (at < length && this.starts.length >= limits.cells)) this.#readOn()
    return false
  }

  /** Makes room for more cells than there are columns; false for more than a row may have. */
  #widen(): boolean {
    const size = this.starts.length
    if (size >= limits.cells) return false
    const more = Math.min(4 * size, limits.cells)
    const [starts, ends, marks] = [new Int32Array(more), new Int32Array(more), new Uint8Array(more)]
    starts.set(this.starts)
    ends.set(this.ends)
    marks.set(this.marks)
    this.starts = starts
    this.ends = ends
    this.marks = marks
    return true
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
