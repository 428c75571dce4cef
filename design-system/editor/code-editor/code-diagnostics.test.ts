import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  adjacentDiagnostic,
  type CodeDiagnostic,
  changeBetween,
  clampToText,
  codePositionOf,
} from './code-diagnostics.ts'

const problem = (from: number, to: number): CodeDiagnostic => ({ from, to, severity: 'error', message: 'm' })

it('the code editor counts lines and columns from one', () => {
  expect(codePositionOf('ab\ncd', 0)).toEqual({ line: 1, column: 1 })
  expect(codePositionOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 })
  expect(codePositionOf('ab\ncd', 99)).toEqual({ line: 2, column: 3 })
  expect(codePositionOf('', -5)).toEqual({ line: 1, column: 1 })
})
it('the code editor keeps problems inside of the text', () => {
  expect(clampToText(problem(8, 20), 10)).toMatchObject({ from: 8, to: 10 })
  expect(clampToText(problem(-3, -1), 10)).toMatchObject({ from: 0, to: 0 })
  expect(clampToText(problem(NaN, NaN), 10)).toMatchObject({ from: 0, to: 0 })
  expect(clampToText(problem(9, 2), 10)).toMatchObject({ from: 9, to: 9 })
})
it('the code editor walks the problems and ends at the edges', () => {
  const problems = [problem(20, 25), problem(3, 5), problem(3, 4)]
  const from = (selection: { from: number; to: number }, direction: 'next' | 'previous') =>
    adjacentDiagnostic(problems, selection, direction)
  expect(from({ from: 0, to: 0 }, 'next')).toMatchObject({ from: 3, to: 4 })
  expect(from({ from: 3, to: 4 }, 'next')).toMatchObject({ from: 3, to: 5 })
  expect(from({ from: 20, to: 25 }, 'next')).toBeUndefined()
  expect(from({ from: 20, to: 25 }, 'previous')).toMatchObject({ from: 3, to: 5 })
  expect(from({ from: 3, to: 4 }, 'previous')).toBeUndefined()
})
it('the code editor finds one change that makes the other text', () => {
  expect(changeBetween('a b c', 'a x c')).toEqual({ from: 2, to: 3, insert: 'x' })
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(changeBetween('same', 'same')).toBeNull()
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const change = changeBetween(before, after)
      return change === null
        ? before === after
        : before.slice(0, change.from) + change.insert + before.slice(change.to) === after
    }),
  )
})
