import { expect, it } from 'vitest'
import { priceMonth, priceUnits } from './price-table.ts'

const none = { account: 0, purchase: 0, lossPrevention: 0 }

it('prices are graduated: 150,000 account protection calls are 12 + 1,000 + 375', () => {
  expect(priceUnits('account', 150_000).map(({ units, dollars }) => [units, dollars])).toEqual([
    [100_000, 1000],
    [50_000, 375],
    [0, 0],
  ])
  expect(priceMonth({ ...none, account: 150_000 })).toBe(1387)
})
it('each band begins where the one before it ends', () => {
  expect(priceUnits('account', 2_000_000).map(({ from, units, dollars }) => [from, units, dollars])).toEqual([
    [0, 100_000, 1000],
    [100_000, 1_200_000, 9000],
    [1_300_000, 700_000, 3500],
  ])
  expect(priceUnits('purchase', 400_000).map(({ dollars }) => dollars)).toEqual([1000, 21_750, 5000])
  expect(priceUnits('lossPrevention', 200_000).map(({ dollars }) => dollars)).toEqual([1000, 5250, 1000])
})
it('a month without use costs its fee, and one unit its own price', () => {
  expect(priceMonth(none)).toBe(12)
  expect(priceMonth({ account: 1, purchase: 1, lossPrevention: 1 })).toBe(12.16)
})
