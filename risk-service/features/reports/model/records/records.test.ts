import { describe, expect, it } from 'vitest'
import { createReportRecord } from '../../testing/assessed-record.ts'
import { calculate, fraud, record } from '../../testing/calculate.ts'
import { deriveFlags } from './derived-flags.ts'
import { classifyRecord, defaultSignalTypes, fraudKnownAt } from './fraud-status.ts'

describe('records', () => {
  it('missing and null fields are the same, and unknown ones are ignored', () => {
    const bare = { id: 1, time: '2025-03-05' }
    const nulls = { ...bare, amountUsd: null, score: null, bank: null, labels: null, attrs: null, later: { x: 1 } }
    for (const row of [bare, nulls])
      expect(calculate('summaryKpis', [row], { view: 'amount' })).toMatchObject({
        transactionVolume: 0,
        fraudRate: null,
      })
    expect(calculate('scoreTable', [nulls])).toEqual({ noScoreVolume: 1, bins: [] })
  })
  it('days are those of UTC, whatever the offset of a time', () => {
    const late = [record({ id: 'late', time: '2025-03-05T23:30:00-02:00' })]
    expect(calculate('filterRows', late, { dateTo: '2025-03-05' })).toMatchObject({ ids: [] })
    expect(calculate('filterRows', late, { dateFrom: '2025-03-06', dateTo: '2025-03-06' })).toMatchObject({
      ids: ['late'],
    })
  })
  it('the bank’s latest answer counts, on a tie the later in the list; cancellations are no answers', () => {
    const at = (type: string, status: string, time = '2025-03-05T12:01:00Z') => ({ type, status, time })
    const acceptance = (...bank: object[]) => calculate('summaryKpis', [record({ bank })])
    expect(acceptance(at('Auth', 'Approved'), at('Charge', 'Declined'))).toMatchObject({ bankAcceptanceRate: 0 })
    expect(acceptance(at('Charge', 'Declined'), at('Auth', 'Approved'))).toMatchObject({ bankAcceptanceRate: 1 })
    expect(acceptance(at('AuthCancel', 'Approved'), at('ChargeReversal', 'Approved'))).toMatchObject({
      sentToBankVolume: 0,
      bankAcceptanceRate: null,
    })
  })
  it.each([
    [['Disputed'], true, 0],
    [['Inquiry', 'Disputed'], true, 0],
    [['Accepted', 'Reversed', 'Disputed'], false, null],
    [['Accepted', 'Reversed', 'ResubmittedRequest'], true, 2],
    [['Reversed', 'Disputed'], false, null],
    [['Inquiry', 'Accepted'], true, 0],
  ])('a chargeback with %j is in force: %s', (statuses, inForce, received) => {
    const day = (index: number): string => `2025-04-0${index + 1}`
    const row = record({
      // Not in the order of time.
      chargebacks: statuses.map((status, index) => ({ status, time: `${day(index)}T10:00:00Z` })).reverse(),
    })
    expect(calculate('summaryKpis', [row])).toMatchObject({
      fraudChargebackVolume: inForce ? 1 : 0,
      settledVolume: inForce ? 1 : 0,
    })
    const series = calculate('timeSeries', [row], { metric: 'chargebackByReceive', from: day(0), to: day(2) })
    expect(series).toMatchObject([0, 1, 2].map(index => ({ period: day(index), volume: index === received ? 1 : 0 })))
  })
  it('signals of types that do not count are not there', () => {
    const row = record({
      id: 'x',
      ...fraud,
      refunds: [{ status: 'Approved', reason: 'FraudRefund', time: '2025-03-05T13:00:00Z' }],
    })
    expect(calculate('classify', [row], { fraudTypes: ['Refund'] })).toMatchObject({
      x: { status: 'fraud', source: 'Refund' },
    })
    expect(calculate('classify', [row], { fraudTypes: [] })).toMatchObject({ x: { status: 'unknown', source: null } })
  })
  it.each([
    [{ chargebacks: [{ status: 'Accepted', time: '2025-03-06' }], final: 'Approved' }, 'Chargeback'],
    [{ refunds: [{ status: 'Approved', reason: null, time: '2025-03-06' }] }, 'Refund'],
    [{ refunds: [{ status: 'Declined', time: '2025-03-06' }], final: 'Pending' }, 'Pending'],
    [{ bank: [{ type: 'Auth', status: 'Declined', time: '2025-03-06' }], final: 'Rejected' }, 'Bank declined'],
    [{ bank: [{ type: 'Auth', status: 'Approved', time: '2025-03-06' }], final: 'Rejected' }, 'Rejected'],
    [{ final: 'Failed' }, 'Failed'],
    [{ final: 'Canceled' }, 'Failed or Canceled'],
    [{ bank: [{ type: 'Charge', status: 'Approved', time: '2025-03-06' }], final: 'Approved' }, 'Bank approved'],
    [{ final: 'Approved' }, 'Approved'],
    [{ bank: [{ type: 'Auth', status: 'Unknown', time: '2025-03-06' }] }, 'Unknown'],
  ])('%j has the status %s', (fields, status) => {
    const rows = [record({ id: 'x', ...fields })]
    expect(calculate('filterRows', rows, { statuses: [status] })).toMatchObject({ ids: ['x'] })
    expect(calculate('filterRows', rows, { statuses: ['Other'] })).toMatchObject({ ids: [] })
  })
  it('filters take any value of a list and every list', () => {
    const rows = [
      record({ id: 'a', rule: 'Geo', clause: 'Far', final: 'Approved', attrs: { type: 'CARD', js: true } }),
      record({ id: 'b', rule: 'Geo', clause: 'Near', attrs: { type: '' } }),
      record({ id: 'c' }),
    ]
    const ids = (params: object) => (calculate('filterRows', rows, params) as { ids: string[] }).ids
    expect(ids({ rules: ['Geo'] })).toEqual(['a', 'b'])
    expect(ids({ rules: ['Geo / Near', 'Other'] })).toEqual(['b'])
    expect(ids({ rules: ['Geo'], finalDecisions: ['Approved'] })).toEqual(['a'])
    expect(ids({ attrs: { type: ['(blank)'] } })).toEqual(['b', 'c'])
    expect(ids({ attrs: { type: ['CARD'], js: [true] } })).toEqual(['a'])
    expect(ids({ rules: [], attrs: {} })).toEqual(['a', 'b', 'c'])
  })
  it.each([
    [{ scoreFrom: 1.5 }, /whole number/],
    [{ scoreTo: 1000 }, /whole number/],
    [{ dateFrom: '2025-02-30' }, /date/],
    [{ dateFrom: '2025-03-02', dateTo: '2025-03-01' }, /must not be after/],
  ])('%j is refused', (params, message) => {
    expect(() => calculate('filterRows', [], params)).toThrow(message)
  })
})

describe('the day on which fraud became known', () => {
  const day = (number: number): string => `2025-03-${String(number).padStart(2, '0')}T00:00:00Z`
  const known = (fields: object): string | null => {
    const record = createReportRecord({ time: day(1), ...fields })
    const status = classifyRecord(record, deriveFlags(record), defaultSignalTypes)
    return fraudKnownAt(record, status, defaultSignalTypes)
  }
  const chargeback = (number: number, status = 'Accepted', received = number) => ({
    status,
    time: day(number),
    received: day(received),
  })
  it.each([
    ['a chargeback, which a label confirms later', { chargebacks: [chargeback(5)], labels: [{ time: day(20) }] }, 5],
    [
      'the earliest receipt, whatever the order of the events',
      { chargebacks: [chargeback(5, 'Inquiry', 12), chargeback(8)] },
      8,
    ],
    [
      'fraud again after it was said to be none',
      { labels: [{ time: day(3) }, { time: day(6), isFraud: false }, { time: day(9) }, { time: day(11) }] },
      9,
    ],
    ['a label that was received anew, by its date', { labels: [{ time: day(4), received: day(20) }] }, 4],
    ['fraud and none at one instant', { labels: [{ time: day(4) }, { time: day(4), isFraud: false }] }, 4],
  ])('%s', (_case, fields, expected) => {
    expect(known(fields)).toBe(day(expected))
  })
  it('is missing where it is none', () => {
    expect(known({ labels: [{ time: day(3) }, { time: day(6), isFraud: false }] })).toBeNull()
    expect(known({})).toBeNull()
  })
})
