import { expect, it } from 'vitest'
import { invalidDate } from './invalid-date.ts'

it('the date check lets dates through', () => {
  for (const value of [0, '2026-01-05', '2026-01-05T13:04:05Z', new Date(0)]) expect(invalidDate(value)).toBeUndefined()
})
it('the date check gives back what is no date', () => {
  expect(invalidDate('yesterday-ish')).toBe('yesterday-ish')
  for (const value of ['', null, undefined, Number.NaN, new Date(Number.NaN), Number.POSITIVE_INFINITY])
    expect(invalidDate(value)).toBe('')
})
