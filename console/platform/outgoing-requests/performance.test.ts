import { expect, it } from 'vitest'
import { aggregatePerformance, defaultRange, parseRange, serialiseRange } from './performance.ts'

const at = (text: string) => `2026-11-20T${text}:00.000Z`
const range = { from: Date.parse(at('10:00')), to: Date.parse(at('11:30')) }

it('the page of figures adds the points of an hour up, each with its weight', () => {
  const { bucket, points } = aggregatePerformance(
    {
      step: 900,
      errors: [],
      points: [
        { at: at('10:00'), requests: 30, averageMs: 100, successRate: 1 },
        { at: at('10:15'), requests: 6, averageMs: 40, successRate: 0.5 },
        { at: at('10:30'), requests: 0, averageMs: null, successRate: null },
        { at: at('11:00'), requests: 0, averageMs: null, successRate: null },
      ],
    },
    range,
  )
  expect(bucket).toBe('hour')
  expect(points).toEqual([
    { time: Date.parse(at('10:00')), perSecond: 0.01, averageMs: 90, successRate: 33 / 36 },
    { time: Date.parse(at('11:00')), perSecond: 0, averageMs: null, successRate: null },
  ])
})

it('the page of figures takes the time that is over yet, and days for more than a week', () => {
  const point = { at: at('11:00'), requests: 18, averageMs: 1, successRate: 1 }
  expect(aggregatePerformance({ step: 900, errors: [], points: [point] }, range).points[0]?.perSecond).toBe(0.01)
  expect(
    aggregatePerformance({ step: 3600, errors: [], points: [point] }, { ...range, from: range.from - 8 * 86_400_000 })
      .bucket,
  ).toBe('day')
  expect(aggregatePerformance({ step: 3 * 3600, errors: [], points: [point] }, range).bucket).toBe('day')
})

it('the page of figures names the buckets that are in the range only in part', () => {
  const points = ['10:15', '11:15'].map(text => ({ at: at(text), requests: 1, averageMs: 1, successRate: 1 }))
  const partsOf = (from: string, to: string) => {
    const bounds = { from: Date.parse(at(from)), to: Date.parse(at(to)) }
    const { partialFirst, partialLast } = aggregatePerformance({ step: 900, errors: [], points }, bounds)
    return [partialFirst, partialLast]
  }
  expect(partsOf('10:00', '12:00')).toEqual([false, false])
  expect(partsOf('10:00', '11:30')).toEqual([false, true])
  expect(partsOf('10:10', '12:00')).toEqual([true, false])
})

it('the page of figures counts errors in the same buckets, by type and code', () => {
  const points = [
    { at: at('10:00'), requests: 4, averageMs: 1, successRate: 0 },
    { at: at('11:00'), requests: 1, averageMs: 1, successRate: 0 },
  ]
  const { errors } = aggregatePerformance(
    {
      step: 900,
      points,
      errors: [
        {
          type: 'http',
          httpStatusCode: 503,
          requests: 4,
          points: [
            { at: at('10:00'), requests: 3 },
            { at: at('10:45'), requests: 1 },
          ],
        },
      ],
    },
    range,
  )
  expect(errors).toEqual([
    {
      key: 'http 503',
      type: 'http',
      status: 503,
      requests: 4,
      points: [
        { time: Date.parse(at('10:00')), requests: 4 },
        { time: Date.parse(at('11:00')), requests: 0 },
      ],
    },
  ])
})

it('the page of figures reads and writes ranges of the address, and none beyond three months', () => {
  for (const text of ['24h', '7d', '90d', '2026-11-20T10:00:00.000Z~2026-11-21T10:00:00.000Z'])
    expect(serialiseRange(parseRange(text))).toBe(text)
  for (const text of [null, '', '0d', '93d', '99999h', 'x~y', '2026-11-21T10:00:00.000Z~2026-11-20T10:00:00.000Z'])
    expect(parseRange(text)).toEqual(defaultRange)
})
