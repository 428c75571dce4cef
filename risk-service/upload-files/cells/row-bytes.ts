/** What the bytes of a cell are besides its text: doubled quotation marks in a quoted cell, characters beyond ASCII. */
export const cellMarks = { doubled: 1, beyondAscii: 2 } as const

/**
 * A row as places in bytes: most cells are checked and stored as they are, so that no text is made of them. Valid until
 * the next row is read.
 */
export interface RowBytes {
  readonly bytes: Uint8Array
  /** Places of the cells, without quotation marks around them. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** The bytes of a cell without a mark are its text in ASCII. */
  readonly marks: Uint8Array
  /** Number of cells. */
  readonly count: number
  /** Returns the text of a cell; an empty one for a cell that is not there. */
  text: (index: number) => string
}

const encoder = new TextEncoder()

/** Returns the row of cells that were read elsewhere. */
export function rowOfCells(cells: readonly string[]): RowBytes {
  const bytes = encoder.encode(cells.join(''))
  const count = cells.length
  const [starts, ends, marks] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)]
  let at = 0
  for (let index = 0; index < count; index++) {
    const cell = cells[index] as string
    starts[index] = at
    if (isAscii(cell)) at += cell.length
    else {
      at += encoder.encode(cell).length
      marks[index] = cellMarks.beyondAscii
    }
    ends[index] = at
  }
  return { bytes, starts, ends, marks, count, text: index => cells[index] ?? '' }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}
