/** Text of a file in UTF-8, in pieces, without its byte order mark. */

/** Names what bytes are instead of UTF-8, as far as their beginning says so. */
export function encodingOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16 LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16 BE'
  if (first === 0x1f && second === 0x8b) return 'gzip'
  if (first === 0x50 && second === 0x4b && third === 3) return 'a ZIP archive, as spreadsheets are'
  // A text in UTF-16 without a mark has a NUL in every other byte.
  const head = bytes.subarray(0, 200)
  const zeros = [0, 1].map(from => head.filter((byte, index) => byte === 0 && index % 2 === from).length)
  const most = head.length / 4
  if (head.length >= 4 && (zeros[0] ?? 0) > most) return 'UTF-16 BE'
  if (head.length >= 4 && (zeros[1] ?? 0) > most) return 'UTF-16 LE'
  return null
}

/** Decodes pieces of a file. */
export class Utf8Pieces {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Bytes of a character that the next piece completes. */
  #open: Uint8Array = new Uint8Array()

  /** Returns the text of a piece; null if it is not UTF-8 or contains a NUL. */
  decode(bytes: Uint8Array, isLast = false): string | null {
    try {
      const text = this.#decoder.decode(bytes, { stream: !isLast })
      if (text.includes('\0')) return null
      const tail = bytes.length < 4 ? joined(this.#open, bytes) : bytes
      // A copy, also of a buffer whose memory is used again.
      this.#open = new Uint8Array(tail.subarray(tail.length - openLength(tail)))
      return text
    } catch {
      return null
    }
  }

  /**
   * Returns the whole lines before the fault in a piece that `decode` refused. No byte of a character of several bytes
   * is a line feed, so that lines can be decoded one by one.
   */
  goodLines(piece: Uint8Array): string {
    const bytes = joined(this.#open, piece)
    let text = ''
    for (let from = 0; ; ) {
      const feed = bytes.indexOf(10, from)
      if (feed < 0) return text
      try {
        const line = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(from, feed + 1))
        if (line.includes('\0')) return text
        text += line
      } catch {
        return text
      }
      from = feed + 1
    }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

/** Returns how many bytes of an incomplete character a piece ends with. */
function openLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
