import { expect, it } from 'vitest'
import { brailleLine } from './braille-line.ts'

it('a cell has two steps of one to four dots, filled from the bottom', () => {
  // Dots 7; 7 3; 7 3 2; 7 3 2 1 on the left, and 8; 8 6; 8 6 5; 8 6 5 4 on the right.
  expect(brailleLine([0, 1, 2, 3])).toBe('\u28e0\u28fe')
  expect(brailleLine([3, 0])).toBe('\u28c7')
  expect(brailleLine([0, 3])).toBe('\u28f8')
})

it('an odd number of steps leaves the last half of a cell free, a gap has no dot', () => {
  expect(brailleLine([0, 3, 3])).toBe('\u28f8\u2847')
  expect(brailleLine([3, null, 0, 3])).toBe('\u2847\u28f8')
  expect(brailleLine([null, null, 1, 1])).toBe('\u2800\u28c0')
})

it('values that do not change are a line at the bottom', () => {
  expect(brailleLine([7, 7, 7, 7])).toBe('\u28c0\u28c0')
  expect(brailleLine([])).toBe('')
  expect(brailleLine([null, Number.NaN])).toBe('')
})

it('fits a display of 40 cells and shows every peak', () => {
  const values = Array.from({ length: 5000 }, (_, i) => (i === 2501 ? 100 : 0))
  const line = brailleLine(values)
  expect([...line].length).toBeLessThanOrEqual(40)
  // 63 of 5,000 steps share a half of a cell: the peak is in the 40th half, which is on the right of the 20th cell.
  expect([...line].filter(cell => cell !== '\u28c0')).toEqual(['\u28f8'])
  expect([...brailleLine(Array.from({ length: 80 }, (_, i) => i))]).toHaveLength(40)
})
