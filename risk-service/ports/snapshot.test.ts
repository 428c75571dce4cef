import { expect, it } from 'vitest'
import { emptySnapshot, includes, isVisible, parseSnapshot } from './snapshot.ts'

it('sees the transactions that had ended', () => {
  const snapshot = parseSnapshot('10:20:10,14')
  expect([9, 10, 11, 14, 19, 20].map(transaction => isVisible(transaction, snapshot))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
  expect(isVisible(1, emptySnapshot)).toBe(false)
})

it('tells a later snapshot from an earlier one', () => {
  const earlier = parseSnapshot('10:20:10,14')
  expect(includes(parseSnapshot('14:25:14,22'), earlier)).toBe(true)
  expect(includes(earlier, parseSnapshot('14:25:14,22'))).toBe(false)
  expect(includes(earlier, earlier)).toBe(true)
  // Of the same transactions, 14 had ended in one of them.
  expect(includes(parseSnapshot('10:20:10,14'), parseSnapshot('10:20:10'))).toBe(false)
  expect(includes(parseSnapshot('10:20:10'), parseSnapshot('10:20:10,14'))).toBe(true)
  expect(includes(earlier, emptySnapshot)).toBe(true)
})

it.each(['', '1', '1:2', 'a:b:', '1:2:3;4'])('refuses %j', text => {
  expect(() => parseSnapshot(text)).toThrow('not a snapshot')
})
