let last = 0
let sequence = 0

/**
 * Returns a UUID version 7 (RFC 9562), as on the server: milliseconds, a counter inside the millisecond, randomness.
 * Increases within a page.
 */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(9))
  const now = Date.now()
  if (now > last) {
    last = now
    sequence = (random[8] ?? 0) & 0x7f
  } else if (++sequence > 0xfff) {
    last++
    sequence = 0
  }
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  const time = last.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${hex(random.subarray(0, 2))}-${hex(random.subarray(2, 8))}`
}
