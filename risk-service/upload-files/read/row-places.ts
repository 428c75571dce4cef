import type { Delimiter, LineEnd } from './delimiter.ts'

/** Where a row is in its file: from its first byte to that behind its last one, without the line end. */
export interface RowPlace {
  row: number
  from: number
  to: number
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]
/** What precedes a byte: the beginning of a cell, a plain cell, an open quoted cell, its closing mark. */
type Place = 'start' | 'plain' | 'quoted' | 'closed'

/**
 * Finds rows in the bytes of a file, in pieces of which the first has three bytes or more. Rows are numbered as by `CsvReader`: every line is one, and a
 * quoted cell may have several. No byte of a character of several bytes is a delimiter, a quotation mark or a line end.
 */
export class RowPlaces {
  readonly found: RowPlace[] = []
  readonly #wanted: readonly number[]
  readonly #delimiter: number
  readonly #lineEnd: number
  #next = 0
  #row = 1
  #at = 0
  #from = 0
  #place: Place = 'start'
  #isAfterReturn = false

  /** @param rows numbers of the rows to find */
  constructor(rows: readonly number[], { delimiter, lineEnd }: { delimiter: Delimiter; lineEnd: LineEnd }) {
    this.#wanted = [...new Set(rows)].sort((one, other) => one - other)
    this.#delimiter = delimiter.charCodeAt(0)
    this.#lineEnd = lineEnd.charCodeAt(0)
  }

  /** Reads the next bytes; false when every row was found. */
  push(bytes: Uint8Array): boolean {
    const skipped = this.#at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    if (skipped > 0) this.#from = skipped
    for (let index = skipped; index < bytes.length; index++) {
      const byte = bytes[index] as number
      if (this.#place === 'quoted') {
        if (byte === quote) this.#place = 'closed'
        continue
      }
      if (byte === this.#lineEnd) {
        const end = this.#at + index
        this.#end(this.#isAfterReturn ? end - 1 : end, end + 1)
        if (this.#next >= this.#wanted.length) return false
      } else if (byte === this.#delimiter) {
        this.#place = 'start'
        this.#isAfterReturn = false
      } else {
        // A mark in a closed cell is one of its characters, at the beginning of a cell it opens it.
        this.#place = byte === quote && this.#place !== 'plain' ? 'quoted' : 'plain'
        this.#isAfterReturn = byte === carriageReturn && this.#lineEnd === lineFeed
      }
    }
    this.#at += bytes.length
    return true
  }

  /** Ends the file: the last row need not have a line end. */
  finish(): RowPlace[] {
    if (this.#next < this.#wanted.length && this.#from < this.#at) this.#end(this.#at, this.#at)
    return this.found
  }

  #end(to: number, next: number): void {
    if (this.#wanted[this.#next] === this.#row) {
      this.found.push({ row: this.#row, from: this.#from, to })
      this.#next++
    }
    this.#row++
    this.#from = next
    this.#place = 'start'
    this.#isAfterReturn = false
  }
}
