import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn for a few hundred ids at a time: a draw costs much more than its bytes. */
const pool = Buffer.alloc(10 * 400)
let used = pool.length
let last = 0
let sequence = 0

/**
 * Returns a UUID version 7 (RFC 9562): milliseconds, a counter inside the millisecond, randomness. Values rise within a
 * process.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, (used += 10))
  const now = Date.now()
  if (now > last) {
    last = now
    sequence = ((random[0] ?? 0) << 3) | ((random[1] ?? 0) & 7)
  } else if (++sequence > 0xfff) {
    last++
    sequence = 0
  }
  const time = last.toString(16).padStart(12, '0')
  const tail = random.toString('hex', 2)
  const variant = ((Number.parseInt(tail.slice(0, 1), 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`
}
