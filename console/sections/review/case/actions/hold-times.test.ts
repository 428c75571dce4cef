import { expect, it } from 'vitest'
import { dayIn, holdIssue, instantIn, presetEnd } from './hold-times.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number | undefined) => instant && new Date(instant).toISOString()

it('presets end in the morning of the zone of the reviewer', () => {
  // Monday, 23:30 in Berlin.
  const now = at('2025-03-03T22:30:00Z')
  expect(iso(presetEnd('hours', now, 'Europe/Berlin'))).toBe('2025-03-04T02:30:00.000Z')
  expect(iso(presetEnd('tomorrow', now, 'Europe/Berlin'))).toBe('2025-03-04T08:00:00.000Z')
  expect(iso(presetEnd('monday', now, 'Europe/Berlin'))).toBe('2025-03-10T08:00:00.000Z')
  expect(iso(presetEnd('week', now, 'Europe/Berlin'))).toBe('2025-03-10T22:30:00.000Z')
  expect(presetEnd('custom', now, 'Europe/Berlin')).toBeUndefined()
})

it('a change of the clocks moves the morning', () => {
  const now = at('2025-03-29T12:00:00Z')
  expect(iso(presetEnd('tomorrow', now, 'Europe/Berlin'))).toBe('2025-03-30T07:00:00.000Z')
  expect(iso(presetEnd('monday', now, 'America/New_York'))).toBe('2025-03-31T13:00:00.000Z')
})

it('a typed day and time are those of the zone', () => {
  expect(iso(instantIn('Asia/Kolkata', '2025-03-04', '09:15'))).toBe('2025-03-04T03:45:00.000Z')
  expect(instantIn('UTC', '2025-03-04', '9')).toBeUndefined()
  expect(dayIn('Asia/Kolkata', at('2025-03-03T20:00:00Z'))).toBe('2025-03-04')
})

it('a hold ends after now and within seven days', () => {
  const now = at('2025-03-03T09:00:00Z')
  expect(holdIssue(undefined, now)).toBe('missing')
  expect(holdIssue(now, now)).toBe('past')
  expect(holdIssue(now + 8 * 86_400_000, now)).toBe('far')
  expect(holdIssue(now + 7 * 86_400_000, now)).toBeNull()
})
