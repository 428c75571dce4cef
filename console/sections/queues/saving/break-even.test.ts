import { expect, it } from 'vitest'
import { createCase, createQueue } from '../testing/queue-samples.ts'
import { rowAboveLine } from './break-even.ts'

const queue = createQueue(1)
const rows = [30_00, 2_00, 1_00, null].map((savingPerMinuteUsd, index) =>
  createCase(index + 1, queue, { savingPerMinuteUsd }),
)
const above = (costPerMinuteUsd: number | null) =>
  rowAboveLine(rows, { costPerMinuteUsd, worthwhile: null })?.externalId ?? null

it('the line stands after the last case that saves at least what its review costs', () => {
  expect(above(2_00)).toBe('P-2')
  expect(above(2_01)).toBe('P-1')
  // A case of which nothing is known is below it.
  expect(above(50)).toBe('P-3')
})

it('there is no line without a cost, or with all rows on one side', () => {
  expect(above(null)).toBeNull()
  expect(above(31_00)).toBeNull()
  expect(rowAboveLine(rows.slice(0, 3), { costPerMinuteUsd: 50, worthwhile: 3 })).toBeNull()
  expect(rowAboveLine(rows, null)).toBeNull()
})
