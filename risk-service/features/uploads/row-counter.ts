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
  const separator = delimiter.charCodeAt(0)
  let rows = 0
  let isQuoted = false
  let hasContent = false
  /** A quote here opens a value, or continues one: two of them in a value are one. */
  let mayOpen = true
  return {
    push(bytes) {
      for (const byte of bytes) {
        if (byte === quote) {
          if (isQuoted) {
            isQuoted = false
            mayOpen = true
          } else if (mayOpen) isQuoted = true
          hasContent = true
        } else if (isQuoted) continue
        else if (byte === lineFeed || byte === carriageReturn) {
          if (hasContent) rows += 1
          hasContent = false
          mayOpen = true
        } else {
          mayOpen = byte === separator
          hasContent = true
        }
      }
    },
    finish: () => (hasContent ? rows + 1 : rows),
  }
}
