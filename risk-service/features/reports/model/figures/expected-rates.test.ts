import { expect, it } from 'vitest'
import { dayName } from '../../../case-report/figures/periods.ts'
import { expectedRates } from './expected-rates.ts'

const asOf = 20_000
/** Of the frauds of a day, half are known on the third day and all of them after ten days. */
const curve = {
  horizon: 10,
  frauds: 100,
  reported: Array.from({ length: 11 }, (_, age) => (age < 3 ? 0.2 : age < 10 ? 0.5 : 1)),
  relativeVariance: Array.from({ length: 11 }, () => 0),
}
const confirmed = { confirmed: 100, fraud: 10, squares: 10, frauds: 10 }

it('labels of a period without anything confirmed are still to come while its days are young', () => {
  const range = { grain: 'day', from: dayName(asOf - 11), to: dayName(asOf) } as const
  const arriving = expectedRates([{ day: asOf - 10, ...confirmed }], curve, asOf, range).map(each => each.arriving)
  expect(arriving).toEqual([false, false, ...Array.from({ length: 10 }, () => true)])
})

it('labels of a period whose confirmed amounts are nothing have come once its days are old', () => {
  const range = { grain: 'day', from: dayName(asOf - 30), to: dayName(asOf - 30) } as const
  const free = { day: asOf - 30, confirmed: 0, fraud: 0, squares: 0, frauds: 0 }
  expect(expectedRates([free], curve, asOf, range)).toMatchObject([{ arriving: false }])
})

it('a month is as late as its days are on average', () => {
  const range = { grain: 'month', from: dayName(asOf - 40), to: dayName(asOf) } as const
  const last = expectedRates([], curve, asOf, range).at(-1)
  expect(last).toMatchObject({ arriving: true, expected: null })
})
