import { expect, it } from 'vitest'
import { eventTimeOf, timeOf } from './former-event.ts'

it.each([
  ['2026-11-12T12:00:00Z', '2026-11-12T12:00:00.000Z'],
  ['2026-11-12T12:00:00.1234567Z', '2026-11-12T12:00:00.123Z'],
  ['2026-11-12T12:00:00+01:00', '2026-11-12T11:00:00.000Z'],
  ['2026-11-12T12:00:00', '2026-11-12T12:00:00.000Z'],
  ['2026-11-12 12:00:00', '2026-11-12T12:00:00.000Z'],
  ['2026-11-12', '2026-11-12T00:00:00.000Z'],
  [1_763_000_000, '2025-11-13T02:13:20.000Z'],
  [1_763_000_000_000, '2025-11-13T02:13:20.000Z'],
])('the time %s', (value, expected) => {
  expect(new Date(timeOf(value) ?? 0).toISOString()).toBe(expected)
})

it.each([
  '',
  'yesterday',
  '2026-13-45T00:00:00Z',
  '0000-12-31T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  -1e16,
  1e16,
  -1e12,
  Infinity,
  null,
  undefined,
])('%s is no time', value => {
  expect(timeOf(value)).toBeNull()
})

it('an event that was sent more than a day later happened when its request states', () => {
  const decided = '2026-11-12T12:00:00Z'
  const at = (request: object): string => new Date(eventTimeOf(decided, request) ?? 0).toISOString()
  expect(at({ merchantLocalDate: '2026-11-12T11:59:58Z' })).toBe('2026-11-12T12:00:00.000Z')
  expect(at({ merchantLocalDate: '2026-08-12T11:59:58Z' })).toBe('2026-08-12T11:59:58.000Z')
  expect(at({ metadata: { customerLocalDate: '2026-08-12T11:59:58Z' } })).toBe('2026-08-12T11:59:58.000Z')
  expect(at({})).toBe('2026-11-12T12:00:00.000Z')
})
