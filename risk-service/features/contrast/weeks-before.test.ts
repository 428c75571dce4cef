import { expect, test } from 'vitest'
import { contrastInputSchema } from '../../contract/contrast/contrast.ts'
import { noMasking } from '../../kernel/personal-data/masking.ts'
import { fieldCatalogueOf } from '../search/fields/field-catalogue.ts'
import type { SearchReader } from '../search/search.ts'
import { timedQueries } from './set-queries.ts'

const environmentId = '0198a000-0000-4000-8000-000000000001'
const reader: SearchReader = {
  db: null as never,
  scope: [environmentId],
  catalogue: fieldCatalogueOf('purchase', () => []),
  now: new Date('2026-11-21T12:00:00Z'),
  from: null,
  signal: undefined,
  seconds: 30,
  masking: noMasking,
}
/** Returns the beginnings and ends of the weeks before a range by the clock of Berlin, in UTC. */
function weeksBeforeOf(from: string, to: string, weeks: number) {
  const set = { kind: 'time', from, to, weeksBefore: weeks } as const
  const timeZone = 'Europe/Berlin'
  const input = contrastInputSchema.parse({ environmentId, eventType: 'purchase', timeZone, a: set, b: set })
  if (input.b.kind !== 'time') throw new Error('This is a range of time.')
  return timedQueries(reader, input, 'b', input.b).queries.map(query => [
    query.from?.toISOString().slice(0, 16),
    query.to?.toISOString().slice(0, 16),
  ])
}

test('weeks have no hour in common where the clocks go forward', () => {
  // On 29 March 2026: the week before it began on the 22nd at 23:00 UTC, the one after it on the 29th at 22:00.
  expect(weeksBeforeOf('2026-04-05T22:00:00Z', '2026-04-12T22:00:00Z', 2)).toEqual([
    ['2026-03-29T22:00', '2026-04-05T22:00'],
    ['2026-03-22T23:00', '2026-03-29T22:00'],
  ])
})

test('a week in which the clocks go back can be compared with those before it', () => {
  // On 25 October 2026: 169 hours from Monday to Monday.
  expect(weeksBeforeOf('2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z', 2)).toEqual([
    ['2026-10-11T22:00', '2026-10-18T22:00'],
    ['2026-10-04T22:00', '2026-10-11T22:00'],
  ])
  expect(() => weeksBeforeOf('2026-10-18T22:00:00Z', '2026-10-25T23:00:01Z', 1)).toThrow('at most 7 days')
})

test('a range of weeks before has the length of the range itself', () => {
  expect(weeksBeforeOf('2026-04-06T08:00:00Z', '2026-04-06T09:30:00Z', 2)).toEqual([
    ['2026-03-30T08:00', '2026-03-30T09:30'],
    ['2026-03-23T09:00', '2026-03-23T10:30'],
  ])
})
