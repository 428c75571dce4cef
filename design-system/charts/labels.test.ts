import { expect, it } from 'vitest'
import { fitted, liesAfter, spread } from './labels.ts'

it('moves labels apart and keeps their order', () => {
  expect(spread([50, 52, 10], 14, 0, 100)).toEqual([50, 64, 10])
  expect(spread([98, 99], 14, 0, 100)).toEqual([86, 100])
  expect(spread([], 14, 0, 100)).toEqual([])
})

it('cuts between graphemes', () => {
  expect(fitted('Short', 100)).toBe('Short')
  expect(fitted('Card testing, 2:10 to 4:40 AM', 62)).toBe('Card test…')
  expect(fitted('👩‍👩‍👧‍👦'.repeat(40), 31)).toBe(`${'👩‍👩‍👧‍👦'.repeat(4)}…`)
  expect(fitted('x'.repeat(10_000), 0)).toBe('x…')
})

it('puts a label before its line where the next line or label is too near', () => {
  expect(liesAfter([100, 300], [80, 80], 500)).toEqual([true, true])
  expect(liesAfter([100, 160], [80, 80], 500)).toEqual([false, true])
  expect(liesAfter([440], [80], 500)).toEqual([false])
  // The second one lies before its line, where the first would have lain after its own.
  expect(liesAfter([300, 440], [80, 80], 500)).toEqual([false, false])
  expect(liesAfter([], [], 500)).toEqual([])
})
