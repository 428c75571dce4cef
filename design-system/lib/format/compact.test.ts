import { expect, it } from 'vitest'
import { createFormat } from './create-format.ts'

it('the compact format shortens thousands where the language has a word for them, and groups them where it has none', () => {
  expect(createFormat('en-US', 'UTC').compact(8241.7)).toBe('8.2k')
  const german = createFormat('de-DE', 'UTC')
  expect(german.compact(8241.7)).toBe('8.242')
  expect(german.compact(12.34)).toBe('12,3')
  expect(createFormat('en-US', 'UTC').compactMoney(10_562.9, 'USD')).toBe('USD\u00a010.6k')
  expect(german.compactMoney(10_562.9, 'USD')).toBe('10.563\u00a0USD')
  // Beyond the units of every language; otherwise an axis would be labelled "100,000,000t".
  expect(createFormat('en-US', 'UTC').compact(-1.25e20)).toBe('-1.3E20')
})
