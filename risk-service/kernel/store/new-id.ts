/** Random bytes are drawn for a few hundred ids at a time: a draw costs much more than its bytes. */
const pool = new Uint8Array(10 * 400)
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
let used = pool.length

/**
 * Creates a source of ids: UUIDs of version 7 (RFC 9562), of milliseconds, a counter inside the millisecond and
 * randomness. Values rise, also where the clock is set back.
 */
export function createIds(): () => string {
  let last = 0
  let sequence = 0
  return () => {
    if (used === pool.length) {
      crypto.getRandomValues(pool)
      used = 0
    }
    const start = used
    used += 10
    const byte = (index: number) => pool[start + index] ?? 0
    const now = Date.now()
    if (now > last) {
      last = now
      sequence = (byte(0) << 3) | (byte(1) & 7)
    } else if (++sequence > 0xfff) {
      last++
      sequence = 0
    }
    const time = last.toString(16).padStart(12, '0')
    let node = ''
    for (let index = 4; index < 10; index++) node += hex[byte(index)]
    const variant = `${hex[(byte(2) & 0x3f) | 0x80]}${hex[byte(3)]}`
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}-${node}`
  }
}

/**
 * Returns an id whose value is above all others of the process. Runs in pages, too: the service of the sample data
 * writes events there.
 */
export const newId: () => string = createIds()

/** Returns whether a text is an id of the store, in any letter case. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
