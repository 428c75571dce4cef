import { expect, it } from 'vitest'
import type { FileFindings } from '../files/findings.ts'
import { composeLossStatistics } from './loss-statistics.ts'
import { composeStatistics } from './purchase-statistics.ts'

const findings = (change: Partial<FileFindings> = {}): FileFindings => ({
  counts: [],
  formats: [],
  keysComplete: true,
  errors: 0,
  warnings: 0,
  emptyCells: [],
  formatErrors: {},
  period: null,
  ...change,
})

it('figures of 1,000,000 purchases of 91 days with 4,500 chargebacks', () => {
  const statistics = composeStatistics(
    {
      first: new Date('2025-01-01T23:59:59Z'),
      last: new Date('2025-04-01T00:00:00Z'),
      purchases: 1_000_000,
      ips: 10_000,
      users: 9_999,
      emails: 500_000,
    },
    { chargebacks: 4500, matched: 4455 },
    [
      {
        entity: 'Purchases',
        rows: 1_000_000,
        findings: findings({
          emptyCells: [
            { attribute: 'City', empty: 49_999 },
            { attribute: 'UserEmail', empty: 50_000 },
            { attribute: 'UserCountryCode', empty: 0 },
          ],
          formatErrors: { UserCountryCode: 20 },
        }),
      },
    ],
  )
  expect(statistics).toEqual({
    period: { value: 91, good: true, from: '2025-01-01T23:59:59.000Z', to: '2025-04-01T00:00:00.000Z' },
    transactions: { value: 1_000_000, good: true },
    chargebacks: { value: 4500, good: true },
    chargebackBasisPoints: { value: 45, good: true },
    chargebackMatchRate: { value: 0.99, good: false },
    emptyValues: [
      { entity: 'Purchases', attribute: 'UserEmail', empty: 50_000, rows: 1_000_000, share: 0.05, good: false },
      { entity: 'Purchases', attribute: 'City', empty: 49_999, rows: 1_000_000, share: 0.049999, good: true },
      { entity: 'Purchases', attribute: 'UserCountryCode', empty: 0, rows: 1_000_000, share: 0, good: true },
    ],
    formattingErrors: [
      { entity: 'Purchases', attribute: 'UserCountryCode', count: 20, rows: 1_000_000, share: 0.00002, good: false },
    ],
    uniqueEntities: [
      { attribute: 'IPAddress', distinct: 10_000, rows: 1_000_000, share: 0.01, good: true },
      { attribute: 'UserId', distinct: 9_999, rows: 1_000_000, share: 0.009999, good: false },
      { attribute: 'UserEmail', distinct: 500_000, rows: 1_000_000, share: 0.5, good: true },
    ],
  })
})

it.each([
  [100_000, 50, 5, true],
  [100_000, 49, 4.9, false],
  [10_000, 5000, 5000, true],
  [10_000, 5001, 5001, false],
])('%i purchases with %i chargebacks have %d basis points', (purchases, chargebacks, value, good) => {
  const counts = { first: null, last: null, purchases, ips: 0, users: 0, emails: 0 }
  const { chargebackBasisPoints } = composeStatistics(counts, { chargebacks, matched: 0 }, [])
  expect(chargebackBasisPoints.value).toBeCloseTo(value, 9)
  expect(chargebackBasisPoints.good).toBe(good)
})

it('figures without purchases and chargebacks have no value', () => {
  const none = { first: null, last: null, purchases: 0, ips: 0, users: 0, emails: 0 }
  expect(composeStatistics(none, { chargebacks: 0, matched: 0 }, [])).toMatchObject({
    period: { value: null, good: null },
    transactions: { value: 0, good: false },
    chargebackBasisPoints: { value: null, good: null },
    chargebackMatchRate: { value: null, good: null },
    uniqueEntities: [
      { share: null, good: null },
      { share: null, good: null },
      { share: null, good: null },
    ],
  })
})

it('loss prevention counts full months of the calendar', () => {
  const counts = { transactions: 10, staff: 2, terminals: 1, returns: 3, discountedLines: 4 }
  const from = new Date('2025-01-02T10:00:00Z')
  expect(
    composeLossStatistics({ ...counts, from, to: new Date('2025-03-31T09:00:00Z'), payments: 8, namedPayments: 6 }),
  ).toEqual({
    ...counts,
    months: { value: 2, good: true, from: from.toISOString(), to: '2025-03-31T09:00:00.000Z' },
    namedPayments: 0.75,
  })
  const open = composeLossStatistics({
    ...counts,
    from,
    to: new Date('2025-02-27T09:00:00Z'),
    payments: 0,
    namedPayments: 0,
  })
  expect(open).toMatchObject({ months: { value: 0, good: false }, namedPayments: null })
})
