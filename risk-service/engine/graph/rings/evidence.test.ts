import { describe, expect, it } from 'vitest'
import { ringEvent } from '../testing/ring-events.ts'
import { accountsOf, areBadBeyondChance, binomialTail } from './evidence.ts'

describe('the tail of the binomial distribution', () => {
  it.each([
    // Of two coins both show heads.
    [2, 2, 0.5, 0.25],
    // 10 × 0.1^3 × 0.9^2 + 5 × 0.1^4 × 0.9 + 0.1^5
    [3, 5, 0.1, 0.00856],
    // R: pbinom(4, 9, 0.1, lower.tail = FALSE)
    [5, 9, 0.1, 0.00089092],
    [0, 4, 0.3, 1],
    [1, 4, 0, 0],
    [4, 4, 1, 1],
  ])('%i or more of %i at %f: %f', (successes, trials, chance, expected) => {
    expect(binomialTail(successes, trials, chance)).toBeCloseTo(expected, 7)
  })

  it('is a small number, not none, where its first factors are too small for one', () => {
    // A normal distribution gives 2.3 deviations 0.01.
    const tail = binomialTail(1563, 3000, 0.5)
    expect(tail).toBeGreaterThan(0.009)
    expect(tail).toBeLessThan(0.013)
  })
})

describe('accounts', () => {
  const account = (transactions: number, bad: number) => ({ transactions, bad })

  it('are those of users, and one for each transaction without a user', () => {
    const events = [
      ringEvent('a', {}, { bad: true }),
      ringEvent('a', {}, { bad: true }),
      ringEvent('b', {}),
      ringEvent(null, {}, { bad: true }),
      ringEvent(null, {}),
    ]
    expect(accountsOf(events)).toEqual([account(2, 2), account(1, 0), account(1, 1), account(1, 0)])
  })

  it('are bad beyond chance: 5 of 9 with two purchases each, where one purchase of 25 is bad', () => {
    const nine = [...Array.from({ length: 5 }, () => account(2, 1)), ...Array.from({ length: 4 }, () => account(2, 0))]
    expect(areBadBeyondChance(nine, 0.04)).toBe(true)
    // With ten purchases each, one bad of them is no wonder.
    const busy = nine.map(({ bad }) => account(10, bad))
    expect(areBadBeyondChance(busy, 0.04)).toBe(false)
  })

  it.each([
    ['one account with twenty rejected purchases among five', [account(20, 20), ...Array(4).fill(account(1, 0))]],
    [
      'two of twelve accounts, each with a chargeback among six purchases',
      Array(12).fill(account(6, 0)).with(0, account(6, 1)).with(1, account(6, 1)),
    ],
    ['none', []],
  ])('are not: %s', (_, accounts) => {
    expect(areBadBeyondChance(accounts, 0.02)).toBe(false)
  })

  it('need two bad ones also where nothing else is bad', () => {
    expect(areBadBeyondChance([account(1, 1), account(1, 0)], 0)).toBe(false)
    expect(areBadBeyondChance([account(1, 1), account(1, 1)], 0)).toBe(true)
    expect(areBadBeyondChance([account(1, 1), account(1, 1)], 1)).toBe(false)
  })
})
