import { expect, it } from 'vitest'
import { stillUnderWay } from './use-typed-text.ts'

it('keeps what is typed while the address follows, letter by letter or with some left out', () => {
  expect(stillUnderWay(['a', 'ab', 'abc'], 'a')).toEqual(['ab', 'abc'])
  expect(stillUnderWay(['ab', 'abc'], 'abc')).toEqual([])
  expect(stillUnderWay(['a', 'ab', 'abc'], 'abc')).toEqual([])
})

it('takes what the address says when it was not typed here: the way back, a link', () => {
  expect(stillUnderWay([], 'earlier')).toBeNull()
  expect(stillUnderWay(['abc'], '')).toBeNull()
})
