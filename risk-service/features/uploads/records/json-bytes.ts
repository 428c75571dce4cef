import { dayOf, decimalsOf, isTrueOrFalse } from '../../../upload-files/cells/byte-cells.ts'

const [quote, backslash, minus, point, zero, open, close] = [34, 92, 45, 46, 48, 123, 125]
const encoder = new TextEncoder()

/**
 * JSON that is written as bytes: cells of a file are copied into it, and no text is made of them. Functions that copy a
 * cell write nothing and return false where its bytes are not those of the value.
 */
export class JsonBytes {
  bytes = new Uint8Array(1 << 14)
  length = 0

  /** Makes room for so many bytes more. */
  ensure(size: number): void {
    if (this.length + size <= this.bytes.length) return
    const bytes = new Uint8Array(2 * (this.length + size))
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
  }

  /** Writes bytes for which there is room. */
  put(part: Uint8Array): void {
    const { bytes } = this
    let at = this.length
    // A loop: these parts are so short that a call of the runtime would take longer.
    for (let index = 0; index < part.length; index++) bytes[at++] = part[index] as number
    this.length = at
  }

  putText(text: string, more: number): void {
    this.ensure(3 * text.length + more)
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written
  }

  /** Makes an object of the fields that were written from a place on, each behind a comma. */
  closeObject(from: number): void {
    if (this.length === from) this.bytes[this.length++] = open
    else this.bytes[from] = open
    this.bytes[this.length++] = close
  }

  copyText(cells: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this
    let at = this.length
    bytes[at++] = quote
    for (let index = from; index < to; index++) {
      const byte = cells[index] as number
      if (byte < 32 || byte === quote || byte === backslash) return false
      bytes[at++] = byte
    }
    bytes[at++] = quote
    this.length = at
    return true
  }

  /** Copies a number as JavaScript writes it: without zeros that say nothing. */
  copyNumber(cells: Uint8Array, from: number, to: number): boolean {
    const decimals = decimalsOf(cells, from, to)
    const first = cells[from] === minus ? from + 1 : from
    if (decimals === null || to - from > 15 || (cells[first] as number) < zero) return false
    let end = to
    if (decimals > 0) {
      while (cells[end - 1] === zero) end--
      if (cells[end - 1] === point) end--
    }
    // A leading zero is none of a number in JSON, and -0 is 0.
    if (cells[first] === zero && end > first + 1 && cells[first + 1] !== point) return false
    if (first > from && cells[first] === zero && end === first + 1) return false
    const { bytes } = this
    let at = this.length
    for (let index = from; index < end; index++) bytes[at++] = cells[index] as number
    this.length = at
    return true
  }

  /** Copies a date and time in UTC as it is stored: with seconds, and no more than nine decimals of them. */
  copyTime(cells: Uint8Array, from: number, to: number): boolean {
    const isWhole = cells[to - 1] === 90 && to - from <= 30 && dayOf(cells, from, to) > 0
    return isWhole && this.copyText(cells, from, to)
  }

  copyBoolean(cells: Uint8Array, from: number, to: number): boolean {
    if (!isTrueOrFalse(cells, from, to)) return false
    this.put(to - from === 4 ? yes : no)
    return true
  }
}

const yes = encoder.encode('true')
const no = encoder.encode('false')

/** Bytes in front of the value of a field. */
export const prefixOf = (name: string): Uint8Array => encoder.encode(`,${JSON.stringify(name)}:`)
