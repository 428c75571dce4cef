import { type Candidate, membership } from './candidates.ts'
import type { ContrastTable } from './contrast-table.ts'

/** Above this correlation two values select nearly the same events; below its negative, nearly the opposite ones. */
const sameFrom = 0.95

/** The events of both sets that have a value, one bit each. */
export interface EventSet {
  bits: Uint32Array
  count: number
  labels: { fraud: number; labelled: number }
}

/** Collects the events that have the value of a candidate. */
export function eventSetOf(table: ContrastTable, candidate: Candidate): EventSet {
  const has = membership(table, candidate)
  const size = table.inA.length
  const set: EventSet = { bits: new Uint32Array((size + 31) >> 5), count: 0, labels: { fraud: 0, labelled: 0 } }
  for (let event = 0; event < size; event++) {
    if (!has(event)) continue
    set.bits[event >> 5] = (set.bits[event >> 5] ?? 0) | (1 << (event & 31))
    set.count++
    const label = table.labels[event] ?? -1
    if (label < 0) continue
    set.labels.labelled++
    set.labels.fraud += label
  }
  return set
}

/**
 * Returns whether two values select nearly the same events, or nearly the opposite ones, by the correlation of their
 * events (phi); null for neither.
 * @param size events of both sets
 */
export function relationOf(x: EventSet, y: EventSet, size: number): 'same' | 'opposite' | null {
  const scale = Math.sqrt(x.count * (size - x.count) * y.count * (size - y.count))
  if (scale === 0) return null
  const correlation = (both: number): number => (size * both - x.count * y.count) / scale
  // Counts alone show that most pairs cannot be related.
  const most = correlation(Math.min(x.count, y.count))
  const least = correlation(Math.max(0, x.count + y.count - size))
  if (most < sameFrom && least > -sameFrom) return null
  const actual = correlation(sharedCount(x.bits, y.bits))
  return actual >= sameFrom ? 'same' : actual <= -sameFrom ? 'opposite' : null
}

function sharedCount(x: Uint32Array, y: Uint32Array): number {
  let sum = 0
  for (let index = 0; index < x.length; index++) sum += bitCount((x[index] ?? 0) & (y[index] ?? 0))
  return sum
}

/** The number of bits that are set in 32. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
