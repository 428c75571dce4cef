import { expect, it } from 'vitest'
import { isFirstCutOff, wholePeriodStart } from './period-start.ts'

it.each([
  ['weekly', '2026-10-17', '2026-10-12'],
  ['weekly', '2026-10-19', '2026-10-19'],
  ['weekly', '2026-10-25', '2026-10-19'],
  ['monthly', '2026-10-17', '2026-10-01'],
  ['monthly', '2026-03-31', '2026-03-01'],
  ['daily', '2026-10-17', '2026-10-17'],
] as const)('a %s period of %s stands at %s', (bucket, start, whole) => {
  expect(wholePeriodStart(`${start}T00:00:00.000Z`, bucket)).toBe(Date.parse(`${whole}T00:00:00.000Z`))
})

it.each([
  ['weekly', '2026-10-17', true],
  ['weekly', '2026-10-19', false],
  ['monthly', '2026-10-17', true],
  ['daily', '2026-10-17', false],
] as const)('a %s report from %s begins with a part of a period: %s', (bucket, start, cut) => {
  const periods = [{ start: `${start}T00:00:00.000Z` }, { start: '2026-11-30T00:00:00.000Z' }]
  expect(isFirstCutOff(periods, bucket)).toBe(cut)
  expect(isFirstCutOff(undefined, bucket)).toBe(false)
})
