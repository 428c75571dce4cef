import { expect, test } from 'vitest'
import { fnvHash, hashFraction } from './fnv-hash.ts'

// The first three are in the tables of FNV's authors; the last has a code unit above one byte.
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
  ['Zoë €5', 0x1268f00a],
])('the hash of "%s" never changes', (text, hash) => {
  expect(fnvHash(text)).toBe(hash)
})

test('a text is hashed in parts as it is whole', () => {
  expect(fnvHash('bar', fnvHash('foo'))).toBe(fnvHash('foobar'))
})

test('the fraction of a text never changes', () => {
  expect(hashFraction('event-1')).toBe(0.10769223584793508)
  expect(hashFraction('event-2')).toBe(0.6592692795675248)
})
