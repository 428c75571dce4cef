import { describe, expect, it } from 'vitest'
import { createFormat } from '../../lib/format/create-format.ts'
import {
  defaultPresets,
  formatEdge,
  parseEdge,
  parseRange,
  previousPeriod,
  type RangeRules,
  resolveRange,
  sameRange,
} from './range.ts'

const now = Date.UTC(2026, 10, 21, 14, 2, 38)
const hour = 3_600_000
const rules: RangeRules = { locale: 'en-US', zone: 'UTC', precision: 'second' }
const at = (text: string) => Date.parse(text)

describe('resolveRange', () => {
  it('resolveRange keeps relative ranges relative to now', () => {
    expect(resolveRange({ kind: 'relative', amount: 24, unit: 'hour' }, now, 'UTC')).toEqual({
      from: now - 24 * hour,
      to: now,
    })
    expect(defaultPresets.map(preset => resolveRange(preset, now, 'UTC')?.from)).toEqual(
      [0.25, 1, 4, 24, 168, 720, 2160].map(hours => now - hours * hour),
    )
  })
  it('resolveRange counts days by the calendar of the zone', () => {
    const noon = at('2026-10-26T11:00:00Z')
    // The clocks went back on the 25th: the day before had the same wall-clock time 25 hours earlier.
    expect(resolveRange({ kind: 'relative', amount: 1, unit: 'day' }, noon, 'Europe/Berlin')).toEqual({
      from: noon - 24 * hour,
      to: noon,
    })
    expect(resolveRange({ kind: 'relative', amount: 2, unit: 'day' }, noon, 'Europe/Berlin')).toEqual({
      from: noon - 49 * hour,
      to: noon,
    })
  })
  it('resolveRange says nothing about broken ranges', () => {
    expect(resolveRange({ kind: 'absolute', from: 'yesterday', to: '2026-01-01' }, now, 'UTC')).toBeUndefined()
    expect(resolveRange({ kind: 'relative', amount: Number.NaN, unit: 'day' }, now, 'UTC')).toBeUndefined()
    expect(resolveRange({ kind: 'relative', amount: -3, unit: 'hour' }, now, 'UTC')).toBeUndefined()
  })
})

describe('previousPeriod', () => {
  it('previousPeriod is as many days, over a change of clocks too', () => {
    const period = { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') }
    expect(previousPeriod(period, 'Europe/Berlin')).toEqual({ from: at('2026-10-23T22:00:00Z'), to: period.from })
  })
  it('previousPeriod is as many hours otherwise', () => {
    expect(previousPeriod({ from: now - hour, to: now }, 'UTC')).toEqual({ from: now - 2 * hour, to: now - hour })
  })
})

describe('readRange', () => {
  it('readRange takes whole days to their end', () => {
    expect(parseRange('Nov 1, 2026', '2026-11-21', rules).range).toEqual({
      kind: 'absolute',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    })
    expect(parseRange('2026-10-25', '2026-10-25', { ...rules, zone: 'Europe/Berlin' }).range).toEqual({
      kind: 'absolute',
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
  })
  it('readRange takes times exactly', () => {
    expect(parseRange('Nov 21, 2026 1:00 PM', '2026-11-21T15:30:00+01:00', rules).range).toEqual({
      kind: 'absolute',
      from: '2026-11-21T13:00:00.000Z',
      to: '2026-11-21T14:30:00.000Z',
    })
  })
  it.each([
    ['', '2026-11-21', { from: 'missing' }],
    ['soon', 'later', { from: 'unreadable', to: 'unreadable' }],
    ['2026-11-21', '2026-11-20', { to: 'order' }],
    ['2026-11-21T10:00', '2026-11-21T10:00', { to: 'order' }],
  ])('readRange says what is wrong with %j to %j', (from, to, issues) => {
    expect(parseRange(from, to, rules)).toEqual({ issues })
  })
  it('readRange keeps to the limits', () => {
    const limited: RangeRules = {
      ...rules,
      precision: 'day',
      min: '2026-11-01',
      max: '2026-11-21',
      maxDays: 7,
      disabledDay: day => day === '2026-11-11',
    }
    expect(parseRange('2026-10-31', '2026-11-22', limited).issues).toEqual({ from: 'min', to: 'max' })
    expect(parseRange('2026-11-01', '2026-11-08', limited).issues).toEqual({ to: 'long' })
    expect(parseRange('2026-11-01', '2026-11-07', limited).issues).toEqual({})
    expect(parseEdge('2026-11-11', 'from', limited)).toEqual({ problem: 'disabled' })
    expect(parseEdge('2026-11-12T10:00', 'from', limited)).toEqual({ problem: 'time' })
  })
})

it('a range writes ends so that they are read back the same', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York']
  for (const locale of ['en-US', 'de-DE', 'ar-AE']) {
    for (const zone of zones) {
      for (const [from, to] of [
        ['2026-10-24', '2026-10-26'],
        ['2026-03-28T10:00', '2026-03-29T18:30:05'],
      ] as const) {
        const read = parseRange(from, to, { locale, zone, precision: 'second' }).range
        const format = createFormat(locale, zone)
        const text = (edge: 'from' | 'to') => formatEdge(Date.parse(read?.[edge] ?? ''), edge, zone, 'second', format)
        expect(parseRange(text('from'), text('to'), { locale, zone, precision: 'second' }).range).toEqual(read)
      }
    }
  }
})

it('the comparison compares ranges by what they mean', () => {
  const day = { kind: 'relative', amount: 1, unit: 'day' } as const
  expect(sameRange(day, { ...day })).toBe(true)
  expect(sameRange(day, { ...day, unit: 'hour' })).toBe(false)
  expect(sameRange(null, null)).toBe(true)
  expect(sameRange(day, null)).toBe(false)
})
