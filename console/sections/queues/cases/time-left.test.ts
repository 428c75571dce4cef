import { expect, it } from 'vitest'
import { createCase, createQueue } from '../testing/queue-samples.ts'
import { timeLeftOf } from './time-left.ts'

const now = Date.parse('2026-01-05T12:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

it.each([
  ['no time-out', {}, null],
  ['much time', { enteredQueueAt: at(-60), timeoutAt: at(60) }, null],
  ['a quarter of the time', { enteredQueueAt: at(-75), timeoutAt: at(25) }, 'risk'],
  ['no time', { enteredQueueAt: at(-60), timeoutAt: at(0) }, 'overdue'],
  ['a review beyond the time-out', { timeoutAt: at(5), overdue: true }, 'overdue'],
  ['a target that is missed', { timeoutAt: at(600), slaResolutionAt: at(-1) }, 'missed'],
  ['a target that is near', { enteredQueueAt: at(-90), slaFirstTouchAt: at(30), timeoutAt: at(6000) }, 'risk'],
  ['a first review that took place', { slaFirstTouchAt: at(-1), firstLockedAt: at(-5), timeoutAt: at(6000) }, null],
] as const)('a case with %s', (_what, clocks, level) => {
  const row = createCase(1, createQueue(1), { enteredQueueAt: at(0), ...clocks })
  expect(timeLeftOf(row, now).level).toBe(level)
})
