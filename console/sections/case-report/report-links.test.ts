import { expect, it } from 'vitest'
import { linkOfAge, linkWith, linkWithin } from './report-links.ts'
import { frameAt, link } from './testing/report-samples.ts'

const frame = frameAt('2026-11-23T12:00:00.000Z')
const conditionsOf = (narrowed: ReturnType<typeof linkWithin>) => narrowed?.filter.conditions

it('a link is narrowed to the decisions of one period, or of several', () => {
  const [first, second, third] = frame.periods
  expect(conditionsOf(linkWithin(link, frame, Date.parse(second?.start ?? '')))).toEqual([
    { column: 'decidedAt', op: 'gte', value: second?.start },
    { column: 'decidedAt', op: 'lt', value: third?.start },
  ])
  expect(conditionsOf(linkWithin(link, frame, Date.parse(first?.start ?? ''), Date.parse(third?.start ?? '')))).toEqual(
    [
      { column: 'decidedAt', op: 'gte', value: first?.start },
      { column: 'decidedAt', op: 'lt', value: third?.end },
    ],
  )
})

it('other conditions of a link stay, and no link stays none', () => {
  const queue = { column: 'queueName', op: 'eq', value: 'Gift cards' } as const
  const narrowed = linkWithin(linkWith(link, queue), frame, Date.parse(frame.periods[0]?.start ?? ''))
  expect(conditionsOf(narrowed)).toContainEqual(queue)
  expect(conditionsOf(narrowed)).toHaveLength(3)
  expect(linkWithin(null, frame, 0)).toBeNull()
  expect(linkWithin(link, frame, 1)).toBeNull()
})

it('an age is the time of entry before the figures were read; the oldest has no earliest', () => {
  const asOf = '2026-11-23T12:00:00.000Z'
  const added = (bracket: Parameters<typeof linkOfAge>[1]) =>
    conditionsOf(linkOfAge(link, bracket, asOf))?.slice(link?.filter.conditions.length)
  // Exactly an hour is no longer under an hour, but from one to four.
  expect(added('under4h')).toEqual([
    { column: 'enteredQueueAt', op: 'lt', value: '2026-11-23T11:00:00.001Z' },
    { column: 'enteredQueueAt', op: 'gte', value: '2026-11-23T08:00:00.001Z' },
  ])
  expect(added('from31d')).toEqual([{ column: 'enteredQueueAt', op: 'lt', value: '2026-10-23T12:00:00.001Z' }])
  expect(linkOfAge(null, 'under1h', asOf)).toBeNull()
})
