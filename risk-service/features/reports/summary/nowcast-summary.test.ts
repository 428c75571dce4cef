import { describe, expect, it } from 'vitest'
import { dayName } from '../../case-report/figures/periods.ts'
import { encodeOutcome } from '../model/records/outcome-code.ts'
import { createAssessed } from '../testing/assessed-record.ts'
import { nowcastSummary } from './nowcast-summary.ts'
import type { DelayVolume } from './summary-reads.ts'
import { outcomeRecords } from './volume-records.ts'

const firstDay = 20_000
const asOf = firstDay + 99
const approved = encodeOutcome(createAssessed({ bank: 'Approved' }), null)
const labelled = encodeOutcome(createAssessed({ bank: null }), null)
const records = (outcome: number, days: readonly number[]) =>
  outcomeRecords(
    days.map(day => ({ day, outcome, events: 1000, cents: 5_000_000 })),
    'count',
  )
const delay = (day: number, days: number, events: number): DelayVolume => ({
  day,
  delay: days,
  events,
  cents: events * 1000,
  squares: events * 1_000_000,
})
const range = { grain: 'day', from: dayName(asOf - 1), to: dayName(asOf + 1) } as const
const days = [asOf - 1, asOf, asOf + 1]
/** Half of the frauds are known on their day, all of them on the next. */
const history = [delay(firstDay, 0, 50), delay(firstDay, 1, 50)]

describe('the expected rate of periods', () => {
  const compute = (delays: readonly DelayVolume[], outcome = approved) =>
    nowcastSummary({ records: records(outcome, days), allDelays: delays, delays, firstDay, asOf, view: 'count' }, range)
  it('is twice that of a day whose frauds are half known, and missing where the day is not over', () => {
    const { refusal, periods } = compute([...history, delay(asOf, 0, 10), delay(asOf - 1, 1, 10)])
    expect(refusal).toBeNull()
    expect(periods[0]).toEqual({ arriving: false, expected: null, margin: null, low: null, high: null })
    expect(periods[1]).toMatchObject({ arriving: true })
    // Of the 110 frauds of days that are a day old, 50 came at once.
    expect(periods[1]?.expected).toBeCloseTo(10 / 1000 / (50 / 110), 9)
    expect(periods[2]).toMatchObject({ arriving: true, expected: null })
  })
  it('is never below what is known now', () => {
    const known = outcomeRecords(
      [
        { day: asOf, outcome: approved, events: 50, cents: 0 },
        {
          day: asOf,
          outcome: encodeOutcome(createAssessed({ bank: 'Approved', isFraud: true }), null),
          events: 50,
          cents: 0,
        },
      ],
      'count',
    )
    const delays = [...history, delay(asOf, 0, 10)]
    const { periods } = nowcastSummary(
      { records: known, allDelays: delays, delays, firstDay, asOf, view: 'count' },
      range,
    )
    // Ten of the fifty were known yesterday, of which some twenty-two would have been expected.
    expect(periods[1]).toMatchObject({ expected: 0.5, low: 0.5, high: 0.5 })
  })
  it('is refused below thirty known frauds; what became known after the last whole day is not counted', () => {
    expect(compute([delay(firstDay, 0, 29), delay(asOf, 1, 5)])).toEqual({
      refusal: 'fewFrauds',
      frauds: 29,
      periods: [],
    })
    expect(compute([delay(firstDay, 0, 30)])).toMatchObject({ refusal: null, frauds: 30 })
  })
  it('is refused where no bank answered', () => {
    expect(compute(history, labelled)).toEqual({ refusal: 'noBank', frauds: 100, periods: [] })
  })
  it('is computed of amounts with their squares', () => {
    const delays = [...history, delay(asOf, 0, 10)]
    const { periods } = nowcastSummary(
      {
        records: outcomeRecords([{ day: asOf, outcome: approved, events: 1000, cents: 5_000_000 }], 'amount'),
        allDelays: delays,
        delays,
        firstDay,
        asOf,
        view: 'amount',
      },
      range,
    )
    // 10 frauds of 10 dollars each, of 50,000 dollars.
    expect(periods[1]?.expected).toBeCloseTo((100 / 50_000) * (100 / 50), 9)
    expect(periods[1]?.margin).toBeGreaterThan(0)
  })
})
