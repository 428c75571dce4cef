import { expect, it } from 'vitest'
import { pointAt } from './use-shared-step.ts'

const axis = { name: 'time' as const, positions: [10, 20, 30] }

it('a place on the axis is in the point that begins last before it', () => {
  expect([9, 10, 15, 20, 29.9, 30, 39.9, 40].map(position => pointAt(axis, position))).toEqual([
    -1, 0, 0, 1, 1, 2, 2, -1,
  ])
  expect(pointAt({ name: 'time', positions: [] }, 5)).toBe(-1)
  expect(pointAt({ name: 'time', positions: [10] }, 500)).toBe(0)
})

it('a place between two points is in neither where points have ends', () => {
  const scores = { name: 'score' as const, positions: [0, 500], ends: [10, 510] }
  expect([0, 9, 10, 250, 500, 509, 510].map(position => pointAt(scores, position))).toEqual([0, 0, -1, -1, 1, 1, -1])
})
