import { expect, it } from 'vitest'
import { completeSteps } from './complete-steps.ts'

const hours = Float64Array.from([0, 10, 20, 30, 40])
const complete = { partialFirst: false, partialLast: false, now: 1000 }

it('leaves out a step that is cut off, not over or still changing', () => {
  expect(completeSteps(hours, hours, complete)).toEqual({ start: 0, end: 5 })
  expect(completeSteps(hours, hours, { ...complete, partialFirst: true, partialLast: true })).toEqual({
    start: 1,
    end: 4,
  })
  expect(completeSteps(hours, hours, { ...complete, changingFrom: 25 })).toEqual({ start: 0, end: 3 })
})

it('knows by the clock which steps are not over', () => {
  expect(completeSteps(hours, hours, { ...complete, now: 49 })).toEqual({ start: 0, end: 4 })
  expect(completeSteps(hours, hours, { ...complete, now: 50 })).toEqual({ start: 0, end: 5 })
  // The clock of the browser is behind, or the steps after it are forecasts.
  expect(completeSteps(hours, hours, { ...complete, now: 39 })).toEqual({ start: 0, end: 3 })
  expect(completeSteps(hours, hours, { ...complete, partialLast: true, now: 39 })).toEqual({ start: 0, end: 3 })
})

it('the ends of a part of the period are complete', () => {
  const part = hours.subarray(1, 4)
  expect(completeSteps(part, hours, { ...complete, partialFirst: true, partialLast: true })).toEqual({
    start: 0,
    end: 3,
  })
})

it('leaves something', () => {
  expect(completeSteps(hours, hours, { ...complete, changingFrom: 0 })).toEqual({ start: 0, end: 5 })
  expect(completeSteps(hours, hours, { ...complete, now: -1 })).toEqual({ start: 0, end: 5 })
  const single = hours.subarray(0, 1)
  expect(completeSteps(single, single, { ...complete, partialLast: true })).toEqual({ start: 0, end: 1 })
})
