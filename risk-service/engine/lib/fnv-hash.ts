import { mixBits } from './murmur-hash.ts'

const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/**
 * Returns FNV-1a, 32 bit, over the UTF-16 code units of a text (http://www.isthe.com/chongo/tech/comp/fnv/). Unsigned.
 * `from` is the hash of a text before it. Hashes are stored with events, so they must never change.
 */
export function fnvHash(text: string, from = offsetBasis): number {
  let hash = from
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), prime)
  return hash >>> 0
}

/** Returns a pseudo-random number in 0..1, always the same for a text; consecutive ids differ, too. */
export const hashFraction = (text: string): number => mixBits(fnvHash(text)) / 2 ** 32
