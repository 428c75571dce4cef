const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

export interface RowCounter {
  push: (bytes: Uint8Array) => void
  /** Returns the number of rows with content, the header among them. */
  finish: () => number
}

/**
 * Counts the rows of a file that arrives in pieces of any size. Line ends inside quoted values end no row (RFC 4180);
 * a quote opens a value at its beginning only.
 */
export function createRowCounter(delimiter: string): RowCounter {
  /** Marks the bytes that mean something outside quotes. */
  const isSpecial = new Uint8Array(256)
  const separator = delimiter.charCodeAt(0)
  for (const byte of [quote, lineFeed, carriageReturn, separator]) isSpecial[byte] = 1
  let rows = 0
  let isQuoted = false
  let hasContent = false
  /** A quote here opens a value, or continues one: two of them in a value are one. */
  let mayOpen = true
  return {
    push(bytes) {
      const { length } = bytes
      for (let at = 0; at < length; at++) {
        if (isQuoted) {
          at = bytes.indexOf(quote, at)
          if (at < 0) return
          isQuoted = false
          mayOpen = true
          continue
        }
        const start = at
        // Nearly all bytes: no state is written for them.
        while (at < length && isSpecial[bytes[at] as number] === 0) at++
        if (at > start) {
          hasContent = true
          mayOpen = false
        }
        if (at === length) return
        const byte = bytes[at]
        if (byte === lineFeed || byte === carriageReturn) {
          if (hasContent) rows += 1
          hasContent = false
          mayOpen = true
        } else {
          isQuoted = byte === quote && mayOpen
          mayOpen = byte === separator
          hasContent = true
        }
      }
    },
    finish: () => (hasContent ? rows + 1 : rows),
  }
}
