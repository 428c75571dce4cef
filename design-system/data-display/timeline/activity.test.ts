import { expect, it } from 'vitest'
import { type ActivityEntry, activityKinds, countNewEntries, groupByDay } from './activity.ts'

const entry = (id: string, at: string, kind: ActivityEntry['kind'] = 'event'): ActivityEntry => ({
  id,
  at,
  kind,
  text: id,
})
const day = (at: unknown) => String(at).slice(0, 10)
const entries = [
  entry('a', '2026-01-05T10:00Z'),
  entry('b', '2026-01-05T13:00Z', 'comment'),
  entry('c', '2026-01-04T09:00Z'),
  entry('d', 'soon'),
]

it('the activity list groups by day, newest first, and puts what has no time last', () => {
  expect(groupByDay(entries, activityKinds, day).map(group => [group.day, group.entries.map(each => each.id)])).toEqual(
    [
      ['2026-01-05', ['b', 'a']],
      ['2026-01-04', ['c']],
      ['', ['d']],
    ],
  )
})
it('the activity list keeps the wanted kinds only', () => {
  expect(groupByDay(entries, ['comment'], day).map(group => group.entries.length)).toEqual([1])
  expect(groupByDay([], activityKinds, day)).toEqual([])
})
it('the activity list counts what came in, not what was loaded from before', () => {
  const known = new Set(['a', 'b', 'c'])
  expect(countNewEntries(known, [entry('e', '2026-01-05T13:01Z'), ...entries])).toBe(1)
  expect(countNewEntries(known, [...entries, entry('f', '2025-12-30T00:00Z')])).toBe(0)
  expect(countNewEntries(new Set(), entries)).toBe(0)
})
