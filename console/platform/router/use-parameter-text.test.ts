import { expect, it } from 'vitest'
import { pendingWrites } from './use-parameter-text.ts'

it('the text of a parameter keeps what is typed while the address follows, letter by letter or with some left out', () => {
  expect(pendingWrites(['a', 'ab', 'abc'], 'a')).toEqual(['ab', 'abc'])
  expect(pendingWrites(['ab', 'abc'], 'abc')).toEqual([])
  expect(pendingWrites(['a', 'ab', 'abc'], 'abc')).toEqual([])
})

it('the text of a parameter takes what the address says when it was not typed here: the way back, a link', () => {
  expect(pendingWrites([], 'earlier')).toBeNull()
  expect(pendingWrites(['abc'], '')).toBeNull()
})
