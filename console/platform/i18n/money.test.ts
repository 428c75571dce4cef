import { expect, it } from 'vitest'
import { majorUnits } from './money.ts'

it.each([
  [1234, 'EUR', 12.34],
  [1234, 'JPY', 1234],
  [1234, 'BHD', 1.234],
  [1234, 'not a code', 12.34],
  [-50, 'USD', -0.5],
])('%d minor units of %s are %d', (minor, currency, major) => {
  expect(majorUnits(minor, currency)).toBe(major)
})
