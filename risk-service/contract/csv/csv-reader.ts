/**
 * The reader of CSV files, for lists, uploads and commands, in the browser and in the service: RFC 4180 with LF and
 * CRLF in one file, any delimiter, text in pieces of any size. No library is used: of those that `bench/uploads` measures,
 * uDSV is as fast (136 and 135 MiB/s; with quotes 76 and 110) but joins cells of pieces and of rows with CRLF wrongly and
 * reports no faulty quotes, PapaParse mixes no line ends, and csv-parse reads 13 MiB/s.
 */

/** What is wrong with the quotes or the size of a row. After `open`, `too long` and `too many` no row is read. */
export interface CsvFault {
  kind: 'open' | 'misplaced' | 'after quote' | 'too long' | 'too many'
  row: number
  /** Number of the cell, from 1. */
  column: number
}

export interface CsvOptions {
  delimiter?: string
  /**
   * `\r` for files of old systems, whose rows end with nothing else; `\r\n` for files in which a line feed alone is a
   * character of its cell. A row ends with `\n` or `\r\n` otherwise.
   */
  lineEnd?: '\n' | '\r' | '\r\n'
  /** Characters of a cell, or of an incomplete row, that are read: a file may be one quoted cell. */
  maxLength?: number
}

/** Most cells of a row, more of which end the reading: a file of nothing but delimiters is a row of millions. */
const maxCells = 10_000
const [quoteCode, lineFeed, carriageReturn] = [34, 10, 13]

/**
 * Reads rows of cells. Blank lines at the end of the file are no rows; others are rows of one empty cell. A misplaced
 * quotation mark is a character of its cell, and `fault` says so.
 */
export class CsvReader {
  /** Number of the row that `next` returned last. */
  row = 0
  /** Number of the line in which that row begins: a quoted cell may have several. */
  line = 0
  /** The fault of that row, or the one that ended the reading. */
  fault: CsvFault | null = null
  #text = ''
  #at = 0
  /** A piece that follows the text: only its first row is joined to it, since a joined text is slower to read. */
  #later = ''
  #laterAt = 0
  /** Cells of the row before. */
  #width = 1
  /** Number of the line at which `#at` is. */
  #line = 1
  /** Blank lines that were read and are rows if another row follows. */
  #blanks = 0
  #ended = false
  #broken = false
  readonly #delimiterCode: number
  readonly #lineEnd: string
  readonly #lineEndCode: number
  /** Whether a line feed alone ends no row. */
  readonly #needsPair: boolean
  readonly #maxLength: number

  constructor({ delimiter = ',', lineEnd = '\n', maxLength = 1 << 22 }: CsvOptions = {}) {
    this.#delimiterCode = delimiter.charCodeAt(0)
    this.#needsPair = lineEnd === '\r\n'
    this.#lineEnd = this.#needsPair ? '\n' : lineEnd
    this.#lineEndCode = this.#lineEnd.charCodeAt(0)
    this.#maxLength = maxLength
  }

  push(text: string): void {
    if (this.#at >= this.#text.length && this.#laterAt >= this.#later.length) {
      this.#text = text
      this.#at = 0
      return
    }
    this.#later = this.#laterAt >= this.#later.length ? text : this.#later.slice(this.#laterAt) + text
    this.#laterAt = 0
  }

  /** No more text follows: the last row need not have a line end. */
  end(): void {
    this.#ended = true
  }

  /** Returns the cells of the next row; null when more text is needed, at the end and after a fault that ends it. */
  next(): string[] | null {
    if (this.#broken) return null
    for (;;) {
      this.fault = null
      const cells = this.#read()
      if (cells !== null || this.#broken || !this.#join()) return cells
    }
  }

  /** Returns the next row of the text; null if it is incomplete there. */
  #read(): string[] | null {
    const text = this.#text
    const { length } = text
    const delimiter = this.#delimiterCode
    const lineEnd = this.#lineEndCode
    const highest = Math.max(delimiter, quoteCode)
    // Most rows begin with a character above all line ends.
    if (text.charCodeAt(this.#at) <= carriageReturn) this.#skipBlanks()
    const start = this.#at
    if (this.#blanks > 0) return this.#isText(start) ? this.#blank() : null
    let from = start
    let count = 0
    const cells = new Array<string>(this.#width)
    for (let at = start; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > highest) continue
      if (code === delimiter) {
        if (count === maxCells) return this.#end(count + 1, 'too many')
        cells[count++] = text.slice(from, at)
        from = at + 1
      } else if (code === lineEnd) {
        const isPair = lineEnd === lineFeed && at > from && text.charCodeAt(at - 1) === carriageReturn
        if (!isPair && this.#needsPair) continue
        return this.#row(cells, count, text.slice(from, isPair ? at - 1 : at), at + 1)
      } else if (code === quoteCode) {
        cells.length = count
        return this.#quoted(from, cells)
      }
    }
    if (from >= length && count === 0) return null
    if (!this.#isLast) return this.#incomplete(start, 1)
    return this.#row(cells, count, text.slice(from), length)
  }

  /** Counts blank lines and moves behind them, so that the row behind them is read once, not once for each. */
  #skipBlanks(): void {
    const text = this.#text
    const lineEnd = this.#lineEndCode
    for (;;) {
      const code = text.charCodeAt(this.#at)
      const isPair = code === carriageReturn && lineEnd === lineFeed && text.charCodeAt(this.#at + 1) === lineFeed
      if (!isPair && (code !== lineEnd || this.#needsPair)) return
      this.#at += isPair ? 2 : 1
      this.#line++
      this.#blanks++
    }
  }

  /** Whether a row begins at a position where no blank line is. */
  #isText(at: number): boolean {
    if (at >= this.#text.length) return false
    // At the end of a piece it is still open whether a line feed follows.
    const isOpen = at + 1 >= this.#text.length && this.#text.charCodeAt(at) === carriageReturn && !this.#isLast
    return !isOpen
  }

  #row(cells: string[], count: number, last: string, at: number): string[] | null {
    if (count === maxCells) return this.#end(count + 1, 'too many')
    cells[count++] = last
    if (cells.length !== count) cells.length = count
    this.#width = count
    this.row++
    this.line = this.#line
    const from = this.#at
    this.#at = at
    this.#line += this.#needsPair ? this.#linesOf(from) : 1
    return cells
  }

  /** Joins the next row of the later piece to the text; false without one. */
  #join(): boolean {
    const later = this.#later
    if (this.#laterAt >= later.length) return false
    if (this.#at >= this.#text.length) {
      this.#text = later
      this.#at = this.#laterAt
      this.#later = ''
      this.#laterAt = 0
      return true
    }
    const rest = this.#text.slice(this.#at)
    // As much as there is already: a quoted cell of many lines is joined in few steps.
    const found = later.indexOf(this.#lineEnd, this.#laterAt + rest.length)
    const to = found < 0 ? later.length : found + 1
    this.#text = rest + later.slice(this.#laterAt, to)
    this.#at = 0
    this.#laterAt = to
    return true
  }

  /** Whether the text is the last of the file. */
  get #isLast(): boolean {
    return this.#ended && this.#laterAt >= this.#later.length
  }

  #blank(): string[] {
    this.line = this.#line - this.#blanks
    this.#blanks--
    this.row++
    return ['']
  }

  /** Reads the rest of a row, from a cell with a quotation mark on. */
  #quoted(from: number, cells: string[]): string[] | null {
    const text = this.#text
    const start = this.#at
    const isLast = this.#isLast
    let fault: CsvFault | null = null
    for (let at = from; ; ) {
      const column = cells.length + 1
      let cell = ''
      const isQuoted = text.charCodeAt(at) === quoteCode
      if (isQuoted) {
        const closed = this.#closing(at + 1)
        if (closed === 'too long') return this.#end(column, 'too long')
        if (closed < 0 || (closed + 1 >= text.length && !isLast))
          return isLast ? this.#end(column, 'open') : this.#incomplete(start, column)
        const inner = text.slice(at + 1, closed)
        cell = inner.includes('"') ? inner.replaceAll('""', '"') : inner
        at = closed + 1
      }
      const rest = this.#cellEnd(at, isLast)
      if (rest >= text.length && !isLast) return this.#incomplete(start, column)
      if (rest > at) {
        const plain = text.slice(at, rest)
        // It is the graver one: the row cannot be read for certain.
        if (isQuoted && fault?.kind !== 'after quote') fault = { kind: 'after quote', row: this.row + 1, column }
        else if (plain.includes('"')) fault ??= { kind: 'misplaced', row: this.row + 1, column }
        cell += plain
      }
      cells.push(cell)
      if (cells.length > maxCells) return this.#end(column, 'too many')
      const code = text.charCodeAt(rest)
      at = rest + 1
      if (rest < text.length && code === this.#delimiterCode) continue
      // The line end is one character or, with a carriage return before the line feed, two.
      this.#at = code === carriageReturn && this.#lineEndCode === lineFeed ? rest + 2 : rest + 1
      this.row++
      this.fault = fault
      this.line = this.#line
      this.#width = cells.length
      this.#line += this.#linesOf(start)
      return cells
    }
  }

  /** Returns the number of lines of the row that was read from a position on. */
  #linesOf(from: number): number {
    let count = 0
    for (let at = from; at < this.#at; count++) {
      const found = this.#text.indexOf(this.#lineEnd, at)
      at = found < 0 ? this.#at : found + 1
    }
    return count
  }

  /** Returns the position of the delimiter or line end behind the characters of a cell that are in no quotes. */
  #cellEnd(from: number, isLast: boolean): number {
    const text = this.#text
    const { length } = text
    const delimiter = this.#delimiterCode
    const lineEnd = this.#lineEndCode
    for (let at = from; at < length; at++) {
      const code = text.charCodeAt(at)
      // Most characters are above all of these.
      if (code > 13 && code !== delimiter) continue
      if (code === delimiter || (code === lineEnd && !this.#needsPair)) return at
      if (code !== carriageReturn || lineEnd !== lineFeed) continue
      // At the end of a piece it is still open whether a line feed follows.
      if (at + 1 >= length && !isLast) return length
      if (text.charCodeAt(at + 1) === lineFeed) return at
    }
    return length
  }

  /** Returns the position of the quotation mark that closes the cell opened before `from`; -1 without one. */
  #closing(from: number): number | 'too long' {
    for (let at = from; ; ) {
      const mark = this.#text.indexOf('"', at)
      if ((mark < 0 ? this.#text.length : mark) - from > this.#maxLength) return 'too long'
      if (mark < 0 || this.#text.charCodeAt(mark + 1) !== quoteCode) return mark
      at = mark + 2
    }
  }

  /** Waits for more text, unless the row is longer than any. */
  #incomplete(from: number, column: number): null {
    return this.#text.length - from > 4 * this.#maxLength ? this.#end(column, 'too long') : null
  }

  #end(column: number, kind: CsvFault['kind']): null {
    this.#broken = true
    this.row += this.#blanks + 1
    this.line = this.#line
    this.fault = { kind, row: this.row, column }
    return null
  }
}
