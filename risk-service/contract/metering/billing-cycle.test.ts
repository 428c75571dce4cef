import { describe, expect, it } from 'vitest'
import { cycleOf, cyclesBetween, daysBetween, daysPassed, monthsOf, projectUse, shareByMonth } from './billing-cycle.ts'
import { capabilityOfTemplate, meteredApiOf, meteredResponseOf, reachedMark } from './metering-definitions.ts'

const yearly = { startsOn: '2026-01-12', months: 12 }

describe('a billing cycle', () => {
  it.each([
    [yearly, '2026-01-12', '2026-01-12', '2027-01-11'],
    [yearly, '2027-01-11', '2026-01-12', '2027-01-11'],
    [yearly, '2026-01-11', '2025-01-12', '2026-01-11'],
    [yearly, '2030-06-01', '2030-01-12', '2031-01-11'],
    [{ startsOn: '2026-01-31', months: 1 }, '2026-02-28', '2026-02-28', '2026-03-30'],
    [{ startsOn: '2026-01-31', months: 1 }, '2026-02-27', '2026-01-31', '2026-02-27'],
    [{ startsOn: '2024-02-29', months: 12 }, '2026-01-01', '2025-02-28', '2026-02-27'],
    [{ startsOn: '2026-10-01', months: 3 }, '2026-01-15', '2026-01-01', '2026-03-31'],
  ])('%o: %s is in that from %s to %s', (rule, day, from, to) => {
    expect(cycleOf(rule, day)).toEqual({ from, to })
  })

  it('follows the one before it without a gap', () => {
    const cycles = cyclesBetween({ startsOn: '2026-01-31', months: 1 }, '2025-11-30', '2026-03-05')
    expect(cycles.map(({ from }) => from)).toEqual(['2026-02-28', '2026-01-31', '2025-12-31', '2025-11-30'])
    expect(cycles.map(({ to }) => to)).toEqual(['2026-03-30', '2026-02-27', '2026-01-30', '2025-12-30'])
  })

  it('has thirteen calendar months, whose shares add up to what was purchased', () => {
    const months = monthsOf(cycleOf(yearly, '2026-11-21'))
    expect(months).toHaveLength(13)
    expect(months[0]).toEqual({ month: '2026-01', from: '2026-01-12', to: '2026-01-31' })
    expect(months.at(-1)).toEqual({ month: '2027-01', from: '2027-01-01', to: '2027-01-11' })
    for (const purchased of [16_000_000, 7, 0, 1]) {
      const shares = shareByMonth(purchased, months)
      expect(shares.reduce((sum, each) => sum + each, 0)).toBe(purchased)
    }
    expect(shareByMonth(365, months)).toEqual(months.map(({ from, to }) => daysBetween(from, to)))
  })

  it('is projected by the days that are over', () => {
    const cycle = cycleOf(yearly, '2026-11-21')
    expect(daysPassed(cycle, '2026-11-21')).toBe(313)
    // 83.76 % of 16 million after 313 of 365 days become 97.68 %.
    const projected = projectUse(13_402_118, cycle, '2026-11-21') ?? 0
    expect(((projected / 16_000_000) * 100).toFixed(2)).toBe('97.68')
    expect(projectUse(500, cycle, '2026-01-12')).toBeNull()
    expect(projectUse(500, cycle, '2026-01-13')).toBe(500 * 365)
  })
})

describe('what counts', () => {
  it.each([
    ['v1.0/MerchantServices/Events/Purchase', 'purchase'],
    ['v1.0/MerchantServices/Events/Purchase/Branch', 'purchase'],
    ['v1.0/MerchantServices/Events/SignUp', 'account'],
    ['v1.0/MerchantServices/Events/SignIn', 'account'],
    ['v1.0/Action/Create', 'account'],
    ['v1.0/Action/Login/Branch', 'account'],
  ])('%s counts for %s', (apiName, capability) => {
    expect(meteredApiOf(apiName)).toEqual({ kind: 'builtIn', capability })
  })
  it.each([
    ['v1.0/Assessment/Locker', 'Locker'],
    ['v1.0/Assessment/Locker/Branch', 'Locker'],
    ['v1.0/Action/Assessment/Legacy', 'Legacy'],
  ])('%s counts for the assessment %s', (apiName, assessment) => {
    expect(meteredApiOf(apiName)).toEqual({ kind: 'tenant', assessment })
  })
  it.each([
    'v1.0/MerchantServices/Events/PurchaseStatus',
    'v1.0/MerchantServices/Events/SignUpStatus',
    'v1.0/MerchantServices/Events/Label',
    'v1.0/Observe/Create',
    'v1.0/Label/Create',
    'v1.0/Assessment',
    'v1.0/Action/Assessment',
    'v1.0/Assessment/Locker/Label',
    'v1.0/Assessment/Locker/Observation/Status',
    'v1.0/Provisioning/Environments',
    'v1.0',
  ])('%s counts for nothing', apiName => {
    expect(meteredApiOf(apiName)).toBeNull()
  })
  it('depends on the template of an assessment', () => {
    expect(
      ['CardPayment', 'MoneyTransfer', 'DeviceFingerprinting', 'Custom', 'LoyaltyProgram', 'SoftwarePiracy', null].map(
        capabilityOfTemplate,
      ),
    ).toEqual(['purchase', 'purchase', 'account', 'account', 'lossPrevention', 'lossPrevention', 'account'])
  })
  it('is answered 2xx or 4xx', () => {
    expect([200, 204, 301, 400, 404, 429, 499, 500, 503].map(meteredResponseOf)).toEqual([
      '2xx',
      '2xx',
      null,
      '4xx',
      '4xx',
      '4xx',
      '4xx',
      null,
      null,
    ])
  })
  it('reaches its marks to the unit', () => {
    expect([7999, 8000, 9999, 10_000, 20_000].map(used => reachedMark(used, 10_000))).toEqual([null, 80, 80, 100, 100])
    expect([reachedMark(5, 0), reachedMark(5, null)]).toEqual([null, null])
  })
})
