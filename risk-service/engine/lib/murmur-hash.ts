/**
 * Returns MurmurHash3, 32 bit, over the UTF-16 code units of a text, one per block; Austin Appleby, public domain
 * (https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp). Unsigned.
 */
export function murmur3(text: string, seed: number): number {
  let h = seed | 0
  for (let index = 0; index < text.length; index++) {
    let k = Math.imul(text.charCodeAt(index), 0xcc9e2d51)
    k = (k << 15) | (k >>> 17)
    h ^= Math.imul(k, 0x1b873593)
    h = (h << 13) | (h >>> 19)
    h = (Math.imul(h, 5) + 0xe6546b64) | 0
  }
  return mixBits(h ^ text.length)
}

/**
 * Applies the last step of MurmurHash3: every bit of a hash changes every bit of the result in half of the cases.
 * Unsigned.
 */
export function mixBits(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const maxKeyLength = 200
const seeds = [0x9747b28c, 0x1b873593, 0x5bd1e995, 0x2545f491] as const

/**
 * Returns a text as a key of the store: the same text always has the same key. A text that is too long for an index, or
 * that the database cannot store (a zero character, half of a surrogate pair), is replaced by its beginning and 128
 * bits of hash.
 */
export function storageKey(text: string): string {
  if (text.length <= maxKeyLength && !text.includes('\0') && text.isWellFormed()) return text
  const start = text.slice(0, 80).toWellFormed().replaceAll('\0', '')
  return `${start}…${seeds.map(seed => murmur3(text, seed).toString(16).padStart(8, '0')).join('')}`
}
