import { describe, expect, it } from 'vitest'
import { calculate, record } from '../../testing/calculate.ts'

describe('monitor', () => {
  it('bars are steps of the clock, and the last one is not final', () => {
    const at = (time: string) => record({ time, decision: 'Reject' })
    const rows = [
      at('2025-03-05T11:01:00Z'),
      at('2025-03-05T11:00:59Z'),
      at('2025-03-05T12:00:30Z'),
      at('2025-03-05T12:00:31Z'),
    ]
    expect(calculate('monitor', rows, { now: '2025-03-05T12:00:30Z', timescale: '1h' })).toEqual({
      windowStart: '2025-03-05T11:01:00Z',
      stepMinutes: 1,
      barCount: 60,
      kpis: {
        transactionVolume: 2,
        ruleApprovedRate: 0,
        ruleRejectedRate: 1,
        manualReviewRate: 0,
        ruleChallengedRate: 0,
      },
      bars: [
        { start: '2025-03-05T11:01:00Z', volume: 1, partial: false },
        { start: '2025-03-05T12:00:00Z', volume: 1, partial: true },
      ],
    })
    expect(calculate('monitor', [], { now: '2025-03-05T12:07:00Z', timescale: '48h' })).toMatchObject({
      windowStart: '2025-03-03T12:15:00Z',
      bars: [{ start: '2025-03-05T12:00:00Z', volume: 0, partial: true }],
    })
    expect(calculate('monitor', [], { now: '2025-03-05T12:07:00Z', timescale: '8d' })).toMatchObject({
      windowStart: '2025-02-25T13:00:00Z',
      barCount: 192,
    })
  })
  it('countries of bots are shares of all transactions', () => {
    const of = (bot: number, country?: string) => record({ bot, attrs: country === undefined ? {} : { country } })
    const rows = [of(901, 'NL'), of(950, 'DE'), of(999), of(950), of(900, 'US')]
    expect(calculate('botCountries', rows, { above: 900, top: 2 })).toEqual([
      { country: '(blank)', rate: 0.4 },
      { country: 'DE', rate: 0.2 },
    ])
  })
  it('calls count from the start on and until before the end', () => {
    const call = (time: string, error: string | null, latencyMs = 10) => ({
      time,
      latencyMs,
      ok: error === null,
      error,
    })
    const calls = [
      call('2025-01-01T00:00:00Z', null, 20),
      call('2025-01-01T00:00:05Z', 'Timeout', 40),
      call('2025-01-01T00:00:06Z', 'HTTP 404'),
      { ...call('2025-01-01T00:00:07Z', 'x'), error: null },
      call('2025-01-01T00:00:10Z', 'Timeout'),
    ]
    expect(
      calculate('performanceMetrics', calls, { from: '2025-01-01T00:00:00Z', to: '2025-01-01T00:00:10Z' }),
    ).toEqual({
      requests: 4,
      requestsPerSecond: 0.4,
      averageLatencyMs: 20,
      successRate: 0.25,
      errors: ['HTTP 404', 'Timeout', 'Unknown failure'].map(type => ({ type, count: 1 })),
    })
  })
})
