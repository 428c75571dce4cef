import { expect, it } from 'vitest'
import { spokenMoney } from './currency-name.ts'

it('says the name of the currency in the language', () => {
  expect(spokenMoney('en-US', 1234.5, 'EUR', 2)).toBe('1,234.50 euros')
  expect(spokenMoney('de-DE', -3, 'USD', 0)).toBe('-3 US-Dollar')
})
it('has no name for codes nobody knows', () => {
  expect(spokenMoney('en-US', 1, 'QQQ', 2)).toBeUndefined()
  expect(spokenMoney('en-US', 1, 'points', 2)).toBeUndefined()
})
