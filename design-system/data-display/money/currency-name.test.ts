import { expect, it } from 'vitest'
import { moneyWithCurrencyName } from './currency-name.ts'

it('the currency name says the name of the currency in the language', () => {
  expect(moneyWithCurrencyName('en-US', 1234.5, 'EUR', 2)).toBe('1,234.50 euros')
  expect(moneyWithCurrencyName('de-DE', -3, 'USD', 0)).toBe('-3 US-Dollar')
})
it('the currency name has no name for codes nobody knows', () => {
  expect(moneyWithCurrencyName('en-US', 1, 'QQQ', 2)).toBeUndefined()
  expect(moneyWithCurrencyName('en-US', 1, 'points', 2)).toBeUndefined()
})
