import { expect, it } from 'vitest'
import { apiNameFrom, experimentEnd, experimentResultRows } from './branch.ts'

it.each([
  ['Stricter cards', 'stricter_cards'],
  ['Übung – 2', 'ubung_2'],
  ['  ', ''],
  ['تجربة', ''],
  ['a'.repeat(80), 'a'.repeat(60)],
])('a branch proposes an API name for %j', (name, apiName) => {
  expect(apiNameFrom(name)).toBe(apiName)
})

it('an experiment ends after so many hours, or never', () => {
  expect(experimentEnd(24, Date.UTC(2026, 10, 21))).toBe('2026-11-22T00:00:00.000Z')
  expect(experimentEnd(0, 5)).toBeNull()
})

it('the table of results shows what was decided otherwise first', () => {
  const rows = experimentResultRows({
    events: 10,
    decisions: [
      { production: 'Approve', branch: 'Approve', events: 7 },
      { production: 'Approve', branch: 'Reject', events: 1 },
      { production: 'Review', branch: 'Reject', events: 2 },
    ],
  })
  expect(rows.map(row => [row.id, row.share])).toEqual([
    ['Review Reject', 0.2],
    ['Approve Reject', 0.1],
    ['Approve Approve', 0.7],
  ])
  expect(
    experimentResultRows({ events: 0, decisions: [{ production: 'Approve', branch: 'Reject', events: 0 }] })[0]?.share,
  ).toBe(0)
})
