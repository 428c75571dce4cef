import { expect, it } from 'vitest'
import { quartersDone } from './quarter.ts'

it('the progress announcement counts quarters', () => {
  expect([0, 0.24, 0.25, 0.5, 0.74, 0.75, 0.99, 1].map(quartersDone)).toEqual([0, 0, 1, 2, 2, 3, 3, 4])
  expect([null, Number.NaN, -1, 7].map(quartersDone)).toEqual([0, 0, 0, 4])
})
